import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { wait } from "./measurement.ts";
import type { HeldByProcess, LoopDelay, LoopUse, ProbeQuestion } from "./event-loop-probe.ts";
import type { SystemName } from "./system-under-test.ts";

export const root = resolve(import.meta.dirname, "../..");
const { serverArgs, serverEnv } = (await import(join(root, "scripts/machine/node-runtime.mjs"))) as {
  serverArgs: string[];
  serverEnv: Record<string, string>;
};
const commandLines: Record<SystemName, string[]> = {
  retro: serverArgs,
  floor: ["bench/src/floor/floor-server.ts"],
};
const startWithinMs = 60_000;
const stopWithinMs = 8_000;
const ticksPerSecond = 100;
const runningChildren = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of runningChildren) child.kill("SIGKILL");
});

/** A size from `/proc`, in MB of 10^6 bytes; 0 when the process has ended. */
function statusMb(pid: string | number | undefined, name: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return (Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) * 1024) / 1e6;
  } catch {
    return 0;
  }
}

export class ServerProcess {
  readonly folder: string;
  readonly #name: SystemName;
  readonly #env: Record<string, string>;
  #child!: ChildProcess;
  #isEnding = false;
  url = "";

  private constructor(name: SystemName, env: Record<string, string>) {
    this.#name = name;
    this.#env = env;
    this.folder = mkdtempSync(join(tmpdir(), `retro-bench-${name}-`));
  }

  static async start(name: SystemName, env: Record<string, string> = {}): Promise<ServerProcess> {
    const server = ServerProcess.create(name, env);
    await server.startProcess();
    return server;
  }

  static create(name: SystemName, env: Record<string, string> = {}): ServerProcess {
    return new ServerProcess(name, env);
  }

  async killDuringStart(afterMs: number): Promise<void> {
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
    const args = [...commandLines[this.#name]];
    const profile = process.env["BENCH_CPU_PROF"];
    if (profile && this.#name === "retro") args.unshift("--cpu-prof", `--cpu-prof-dir=${profile}`);
    args.unshift("--import", join(import.meta.dirname, "event-loop-probe.ts"));
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe", "ipc"] });
    this.#child = child;
    runningChildren.add(child);
    child.once("exit", () => runningChildren.delete(child));
    return child;
  }

  /** Starts the process, also again after it was killed or stopped. */
  async startProcess(): Promise<void> {
    this.#isEnding = false;
    const child = this.#spawn();
    let output = "";
    // A server that dies during a part is a fault of the product: without this line, the part only misses a
    // process.
    child.once("exit", (code, signal) => {
      if (!this.#isEnding)
        console.error(
          `The ${this.#name} server ended by itself with ${signal ?? code}. Its last output:\n${output}`,
        );
    });
    this.url = await new Promise<string>((done, fail) => {
      const rejectWith = (reason: string) =>
        fail(new Error(`the ${this.#name} server ${reason}:\n${output}`));
      const timer = setTimeout(() => rejectWith("did not start"), startWithinMs);
      child.once("exit", (code) => rejectWith(`ended with ${code}`));
      const readOutput = (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-20_000);
        const port = /at http:\/\/localhost:(\d+)/.exec(output)?.[1];
        if (port === undefined) return;
        clearTimeout(timer);
        done(`http://127.0.0.1:${port}`);
      };
      child.stdout?.on("data", readOutput);
      child.stderr?.on("data", readOutput);
    });
  }

  /** Seconds of CPU so far: all threads, user and system. */
  cpu(): number {
    const stat = readFileSync(`/proc/${this.#child.pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  }

  /** The delays of the event loop since the last call, in milliseconds. @throws when the process has ended */
  loopDelay(): Promise<LoopDelay> {
    return this.#ask("loop delay");
  }

  /** @throws when the process has ended */
  loop(): Promise<LoopUse> {
    return this.#ask("loop use");
  }

  /** @throws when the process has ended */
  held(): Promise<HeldByProcess> {
    return this.#ask("held");
  }

  #ask<Answer>(question: ProbeQuestion): Promise<Answer> {
    const child = this.#child;
    return new Promise((resolve, reject) => {
      const onExit = () => reject(new Error(`the ${this.#name} server ended`));
      child.once("exit", onExit);
      child.once("message", (answer: Answer) => {
        child.off("exit", onExit);
        resolve(answer);
      });
      child.send(question);
    });
  }

  /** Descriptors that the server has open: files, sockets, pipes. */
  openFiles(): number {
    return readdirSync(`/proc/${this.#child.pid}/fd`).length;
  }

  /**
   * Resident memory of the server now and at its peak, and of its worker processes now, in MB (10^6 bytes).
   * The program's pages are the same in all processes and count once.
   */
  memory(): { now: number; peak: number; workers: number } {
    const { pid } = this.#child;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
    const workers = children.map((child) => statusMb(child, "RssAnon"));
    return {
      now: statusMb(pid, "VmRSS"),
      peak: statusMb(pid, "VmHWM"),
      workers: workers.reduce((sum, mb) => sum + mb, 0),
    };
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => {
      child.once("exit", done);
    });
    this.#isEnding = true;
    child.kill("SIGKILL");
    await gone;
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => {
      child.once("exit", done);
    });
    const timer = setTimeout(() => child.kill("SIGKILL"), stopWithinMs);
    this.#isEnding = true;
    child.kill("SIGTERM");
    await gone;
    clearTimeout(timer);
  }

  async stopAndDelete(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
