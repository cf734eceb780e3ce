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

  /** Sends an order and waits for its report. @throws when the other process fails */
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

  /** Creates boards, in turn from these addresses. @returns their ids */
  async createBoards(target: SystemName, url: string, count: number, addresses: string[]): Promise<string[]> {
    return (await this.sendCommand({ do: "createBoards", target, url, count, addresses })).boards;
  }

  /** Creates visitors who join later, in turn at these addresses: by default at the machine's. */
  prepare(target: SystemName, url: string, count: number, addresses: string[] = []): Promise<PoolReport> {
    return this.sendCommand({ do: "prepare", target, url, count, addresses });
  }

  /** Joins the created visitors to the boards in turn, at a number per second (0: all at once). */
  join(boards: string[], rate = 0): Promise<PoolReport> {
    return this.sendCommand({ do: "join", boards, rate });
  }

  /**
   * Those who joined add stickers in turn, for some seconds, and note when each other client of this pool
   * gets them.
   */
  async stream(perSecond: number, seconds: number): Promise<StreamReport> {
    const { stream } = await this.sendCommand({ do: "stream", perSecond, seconds });
    if (stream === null) throw new Error("the second process reported no stream");
    return stream;
  }

  /**
   * Those who joined connect again, all at once, and fetch the changes since a version. @returns milliseconds
   * of each
   */
  async rejoin(since: number): Promise<number[]> {
    return (await this.sendCommand({ do: "rejoin", since })).joins;
  }

  /** Stickers of others that arrived since the last call. */
  async takeReceipts(): Promise<number> {
    return (await this.sendCommand({ do: "takeReceipts" })).receipts;
  }

  /** Bytes that all of them received on their websockets so far. */
  receivedBytes(): Promise<PoolReport> {
    return this.sendCommand({ do: "receivedBytes" });
  }

  async stop(): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    await Promise.race([this.#exited, wait(3000)]);
    this.#child.kill("SIGKILL");
  }
}
