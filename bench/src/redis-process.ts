import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { findFreePort } from "./free-port.ts";

/** A Redis of one measurement, so that nobody else's messages are counted. It ends with the bench. */
export class RedisProcess {
  readonly #child: ChildProcess;
  readonly #port: number;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.#port = port;
    process.on("exit", () => child.kill("SIGKILL"));
  }

  static async start(): Promise<RedisProcess | null> {
    const port = await findFreePort();
    const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
    const child = spawn(process.env["TEST_REDIS_SERVER"] ?? "redis-server", args, {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const started = new Promise<boolean>((resolve) => {
      let text = "";
      child.stdout?.on("data", (chunk: Buffer) => {
        text += chunk.toString();
        if (text.includes("Ready to accept connections")) resolve(true);
      });
      child.once("error", () => resolve(false));
      child.once("exit", () => resolve(false));
    });
    return (await started) ? new RedisProcess(child, port) : null;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.#port}`;
  }

  /** Milliseconds of CPU and bytes in both directions so far. */
  async usage(): Promise<{ cpuMs: number; bytes: number }> {
    const socket = connect(this.#port, "127.0.0.1");
    socket.end("INFO all\r\nQUIT\r\n");
    let text = "";
    for await (const chunk of socket) text += String(chunk);
    const of = (name: string) => Number(new RegExp(`^${name}:([\\d.]+)`, "m").exec(text)?.[1]);
    return {
      cpuMs: (of("used_cpu_user") + of("used_cpu_sys")) * 1000,
      bytes: of("total_net_input_bytes") + of("total_net_output_bytes"),
    };
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    await ended;
  }
}
