import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { wait } from "./row.ts";
import type { TargetName } from "./target.ts";

/** The checkout. */
export const root = resolve(import.meta.dirname, "../..");
/** The product is run as `npm start` runs it. */
const { serverArgs, serverEnv } = (await import(join(root, "scripts/runtime.mjs"))) as {
  serverArgs: string[];
  serverEnv: Record<string, string>;
};
const commands: Record<TargetName, string[]> = { ours: serverArgs, floor: ["bench/src/floor.ts"] };
const startWithinMs = 60_000;
const stopWithinMs = 8_000;
const ticksPerSecond = 100;
/** What was started and still runs, so that nothing outlives the bench. */
const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** A server as a child process, with a new data folder and a free port. */
export class Server {
  readonly folder: string;
  readonly #name: TargetName;
  readonly #env: Record<string, string>;
  #child!: ChildProcess;
  url = "";

  private constructor(name: TargetName, env: Record<string, string>) {
    this.#name = name;
    this.#env = env;
    this.folder = mkdtempSync(join(tmpdir(), `retro-bench-${name}-`));
  }

  /** Starts the product as `npm start` does, or the floor, on a fresh data folder. */
  static async start(name: TargetName, env: Record<string, string> = {}): Promise<Server> {
    const server = Server.prepare(name, env);
    await server.run();
    return server;
  }

  /** Makes the data folder; `run` starts the process. */
  static prepare(name: TargetName, env: Record<string, string> = {}): Server {
    return new Server(name, env);
  }

  /** Starts the process and kills it without warning after this many milliseconds. */
  async killStart(afterMs: number): Promise<void> {
    this.#spawn();
    await wait(afterMs);
    await this.kill();
  }

  #spawn(): ChildProcess {
    const env = {
      PATH: process.env["PATH"] ?? "",
      NODE_ENV: "production",
      DATA_DIR: this.folder,
      PORT: "0",
      CAPTCHA_DIFFICULTY: "1:0",
      ...serverEnv,
      ...this.#env,
    };
    const args = [...commands[this.#name]];
    const profile = process.env["BENCH_CPU_PROF"];
    if (profile && this.#name === "ours") args.unshift("--cpu-prof", `--cpu-prof-dir=${profile}`);
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
    this.#child = child;
    running.add(child);
    child.once("exit", () => running.delete(child));
    return child;
  }

  /** Starts the process, also again after it was killed or stopped. @throws when it does not answer in time */
  async run(): Promise<void> {
    const child = this.#spawn();
    let said = "";
    this.url = await new Promise<string>((done, fail) => {
      const give = (reason: string) => fail(new Error(`the ${this.#name} server ${reason}:\n${said}`));
      const timer = setTimeout(() => give("did not start"), startWithinMs);
      child.once("exit", (code) => give(`ended with ${code}`));
      const listen = (chunk: Buffer) => {
        if (said.length < 20_000) said += chunk.toString();
        const port = /at http:\/\/localhost:(\d+)/.exec(said)?.[1];
        if (port === undefined) return;
        clearTimeout(timer);
        done(`http://127.0.0.1:${port}`);
      };
      child.stdout?.on("data", listen);
      child.stderr?.on("data", listen);
    });
  }

  /** Seconds of CPU so far, all threads, user and system. */
  cpu(): number {
    const stat = readFileSync(`/proc/${this.#child.pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  }

  /** Resident memory now and at its peak, in MB (10^6 bytes). */
  memory(): { now: number; peak: number } {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, "utf8");
    const of = (name: string) => (Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) * 1024) / 1e6;
    return { now: of("VmRSS"), peak: of("VmHWM") };
  }

  /** Ends it as a power cut would: no goodbye. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => {
      child.once("exit", done);
    });
    child.kill("SIGKILL");
    await gone;
  }

  /** Stops the process and keeps its data. */
  async halt(): Promise<void> {
    const child = this.#child;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => {
      child.once("exit", done);
    });
    const timer = setTimeout(() => child.kill("SIGKILL"), stopWithinMs);
    child.kill("SIGTERM");
    await gone;
    clearTimeout(timer);
  }

  /** Stops the process and throws its data away. */
  async stop(): Promise<void> {
    await this.halt();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
