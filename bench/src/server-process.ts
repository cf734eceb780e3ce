import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { sumOf } from "./measurement.ts";
import type { HeldByProcess, LoopUse, ProbeQuestion } from "./event-loop-probe.ts";
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
    const server = new ServerProcess(name, env);
    await server.startProcess();
    return server;
  }

  /** Starts the process, also again after it was stopped. */
  async startProcess(): Promise<void> {
    const env = {
      PATH: process.env["PATH"] ?? "",
      NODE_ENV: "production",
      DATA_DIR: this.folder,
      PORT: "0",
      CAPTCHA_DIFFICULTY: "1:0",
      ...serverEnv,
      ...this.#env,
    };
    const args = ["--import", join(import.meta.dirname, "event-loop-probe.ts"), ...commandLines[this.#name]];
    const profile = process.env["BENCH_CPU_PROF"];
    if (profile && this.#name === "retro") args.unshift("--cpu-prof", `--cpu-prof-dir=${profile}`);
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe", "ipc"] });
    this.#child = child;
    this.#isEnding = false;
    runningChildren.add(child);
    let output = "";
    this.url = await new Promise<string>((resolve, reject) => {
      const fail = (reason: string) => reject(new Error(`the ${this.#name} server ${reason}:\n${output}`));
      const timer = setTimeout(() => fail("did not start"), startWithinMs);
      child.once("exit", (code, signal) => {
        runningChildren.delete(child);
        fail(`ended with ${code}`);
        // A server that dies during a part is a fault of the product.
        if (!this.#isEnding)
          console.error(`The ${this.#name} server ended with ${signal ?? code}:\n${output}`);
      });
      for (const stream of [child.stdout, child.stderr])
        stream?.on("data", (chunk: Buffer) => {
          output = (output + chunk.toString()).slice(-20_000);
          const port = /at http:\/\/localhost:(\d+)/.exec(output)?.[1];
          if (port === undefined) return;
          clearTimeout(timer);
          resolve(`http://127.0.0.1:${port}`);
        });
    });
  }

  /** Seconds of CPU so far. */
  cpu(): number {
    return cpuOf(this.#child.pid);
  }

  /** @throws when the process has ended */
  loop(): Promise<LoopUse> {
    return this.#ask("loop");
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
    const children = readProcFile(pid, `task/${pid}/children`).trim().split(" ");
    const workers = children.map((child) => statusMb(child, "RssAnon"));
    return {
      now: statusMb(pid, "VmRSS"),
      peak: statusMb(pid, "VmHWM"),
      workers: sumOf(workers),
    };
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (child.exitCode !== null || child.signalCode !== null) return;
    this.#isEnding = true;
    const ended = once(child, "exit");
    const timer = setTimeout(() => child.kill("SIGKILL"), stopWithinMs);
    child.kill("SIGTERM");
    await ended;
    clearTimeout(timer);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Seconds of CPU of a process so far: all threads, user and system; 0 when it has ended. */
export function cpuOf(pid: string | number | undefined): number {
  const stat = readProcFile(pid, "stat");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksPerSecond;
}

/** @returns "" when the process has ended */
export function readProcFile(pid: string | number | undefined, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes(String((error as NodeJS.ErrnoException).code))) return "";
    throw error;
  }
}

/** A size from `/proc`, in MB of 10^6 bytes; 0 when the process has ended. */
function statusMb(pid: string | number | undefined, name: string): number {
  const kilobytes = new RegExp(`${name}:\\s+(\\d+)`).exec(readProcFile(pid, "status"))?.[1] ?? 0;
  return (Number(kilobytes) * 1024) / 1e6;
}
