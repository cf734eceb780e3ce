import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { RunReport, RunRequest } from "./runner-messages.ts";

/** A runner for one copy of the tree; it restarts after it was stopped for taking too long. */
export class TestRunnerProcess {
  #child: ChildProcess | undefined;
  readonly #root: string;
  readonly #setupFile: string;
  readonly #env: NodeJS.ProcessEnv;

  /**
   * @param root the copy of the tree
   * @param setupFile loaded before each test file, in addition to the setup files of the configuration
   * @param env additional environment of the tests
   */
  constructor(root: string, setupFile: string, env: NodeJS.ProcessEnv = {}) {
    this.#root = root;
    this.#setupFile = setupFile;
    this.#env = env;
    // A mutant that loops for ever does not end with this process.
    process.once("exit", () => this.stop());
  }

  /** Runs an order. @returns undefined when it took longer than the limit, or the process died */
  async run(request: RunRequest, limitMs: number): Promise<RunReport | undefined> {
    const child = this.#child ?? (await this.#start());
    const done = new AbortController();
    const answer = once(child, "message", done).then(([message]) => message as RunReport);
    const end = once(child, "exit", done).then(() => undefined);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), limitMs);
    });
    child.send(request);
    try {
      const result = await Promise.race([answer, end, late]);
      if (result === undefined) this.stop();
      return result;
    } finally {
      clearTimeout(timer);
      answer.catch(ignoreAbort);
      end.catch(ignoreAbort);
      done.abort();
    }
  }

  /** Ends the process and everything that the tests in it started. */
  stop(): void {
    const pid = this.#child?.pid;
    this.#child = undefined;
    if (pid === undefined) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch (error) {
      // The group may have ended already.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }

  async #start(): Promise<ChildProcess> {
    const child = spawn(
      process.execPath,
      [
        join(this.#root, "bench/src/mutants/test-runner-process.ts"),
        join(this.#root, "bench/src/mutants", this.#setupFile),
      ],
      {
        cwd: this.#root,
        detached: true,
        stdio: ["ignore", "ignore", "inherit", "ipc"],
        env: {
          ...process.env,
          NODE_ENV: "test",
          // No server answers at this address: the tests on PostgreSQL repeat those on SQLite and take several times as long.
          TEST_DATABASE_URL: "postgres://127.0.0.1:1/none",
          RETRO_REQUIRE_POSTGRES: undefined,
          // Random tests do not shrink a failing run: shrinking takes 20 s, and the verdict is known.
          FUZZ_SHRINK_MS: "0",
          TMPDIR: join(this.#root, "tmp"),
          ...this.#env,
        },
      },
    );
    this.#child = child;
    await once(child, "message");
    return child;
  }
}

function ignoreAbort(error: unknown): void {
  if ((error as Error).name !== "AbortError") throw error;
}
