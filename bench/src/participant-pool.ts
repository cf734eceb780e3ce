import { fork } from "node:child_process";
import { join } from "node:path";
import type { PoolCommand, PoolReport } from "./participant-process.ts";
import { wait } from "./measurement.ts";
import type { SystemName } from "./system-under-test.ts";

/** All other users of a board, in a second process: their work must not delay the measured client. */
export class ParticipantPool {
  readonly #child = fork(join(import.meta.dirname, "participant-process.ts"), { stdio: "inherit" });
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

  /** Creates visitors who join later. */
  prepare(target: SystemName, url: string, count: number): Promise<PoolReport> {
    return this.sendCommand({ do: "prepare", target, url, count });
  }

  /** Joins the created visitors to the boards in turn, at a number per second (0: all at once). */
  join(boards: string[], rate = 0): Promise<PoolReport> {
    return this.sendCommand({ do: "join", boards, rate });
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
