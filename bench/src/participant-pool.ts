import { fork } from "node:child_process";
import { join } from "node:path";
import type { PoolCommand, PoolReport, StreamReport } from "./participant-process.ts";
import { wait } from "./measurement.ts";
import type { SystemName } from "./system-under-test.ts";

/** All other users of a board, in a second process: their work must not delay the measured client. */
export class ParticipantPool {
  readonly #child = fork(join(import.meta.dirname, "participant-process.ts"), {
    stdio: "inherit",
    // Reports hold hundreds of thousands of figures.
    serialization: "advanced",
  });
  readonly #exited = new Promise<void>((done) => {
    this.#child.once("exit", () => done());
  });

  sendCommand(command: PoolCommand): Promise<PoolReport> {
    return new Promise((done, fail) => {
      const ended = () => fail(new Error("the second process ended"));
      this.#child.once("exit", ended);
      this.#child.once("message", (answer: PoolReport | { error: string }) => {
        this.#child.off("exit", ended);
        if ("error" in answer) fail(new Error(answer.error));
        else done(answer);
      });
      this.#child.send(command);
    });
  }

  async createBoards(target: SystemName, url: string, count: number, addresses: string[]): Promise<string[]> {
    return (await this.sendCommand({ do: "createBoards", target, url, count, addresses })).boards;
  }

  prepare(target: SystemName, url: string, count: number, addresses: string[] = []): Promise<PoolReport> {
    return this.sendCommand({ do: "prepare", target, url, count, addresses });
  }

  /** Joins the created visitors to the boards in turn, at a number per second (0: all at once). */
  join(boards: string[], rate = 0): Promise<PoolReport> {
    return this.sendCommand({ do: "join", boards, rate });
  }

  /** Adds stickers in turn, for some seconds, and notes when each other client of this pool gets them. */
  async stream(perSecond: number, seconds: number): Promise<StreamReport> {
    const { stream } = await this.sendCommand({ do: "stream", perSecond, seconds });
    if (stream === null) throw new Error("the second process reported no stream");
    return stream;
  }

  /** Everybody connects again at once and fetches the changes since a version. */
  async rejoin(since: number): Promise<number[]> {
    return (await this.sendCommand({ do: "rejoin", since })).joins;
  }

  async takeReceipts(): Promise<number> {
    return (await this.sendCommand({ do: "takeReceipts" })).receipts;
  }

  receivedBytes(): Promise<PoolReport> {
    return this.sendCommand({ do: "receivedBytes" });
  }

  async stop(): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    await Promise.race([this.#exited, wait(3000)]);
    this.#child.kill("SIGKILL");
  }
}
