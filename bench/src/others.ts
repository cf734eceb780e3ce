import { fork } from "node:child_process";
import { join } from "node:path";
import type { Order, Report } from "./others-process.ts";
import { wait } from "./row.ts";
import type { TargetName } from "./target.ts";

/** The rest of a board's people, in a second process, so that their work does not disturb the probe's clock. */
export class Others {
  readonly #child = fork(join(import.meta.dirname, "others-process.ts"), { stdio: "inherit" });
  readonly #gone = new Promise<void>((done) => {
    this.#child.once("exit", () => done());
  });

  /** Gives an order and waits for its report. @throws what the other process could not do */
  order(order: Order): Promise<Report> {
    return new Promise((done, fail) => {
      const ended = () => fail(new Error("the second process ended"));
      this.#child.once("exit", ended);
      this.#child.once("message", (answer: Report | { error: string }) => {
        this.#child.off("exit", ended);
        if ("error" in answer) fail(new Error(answer.error));
        else done(answer);
      });
      this.#child.send(order);
    });
  }

  /** Makes visitors who will join later. */
  prepare(target: TargetName, url: string, count: number): Promise<Report> {
    return this.order({ do: "prepare", target, url, count });
  }

  /** Joins those prepared: to the boards in turn, so many a second (0: all at once). */
  join(boards: string[], rate = 0): Promise<Report> {
    return this.order({ do: "join", boards, rate });
  }

  /** Bytes that all of them heard on their websockets so far. */
  heard(): Promise<Report> {
    return this.order({ do: "heard" });
  }

  async end(): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    await Promise.race([this.#gone, wait(3000)]);
    this.#child.kill("SIGKILL");
  }
}
