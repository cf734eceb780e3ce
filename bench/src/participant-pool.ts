import { fork } from "node:child_process";
import { join } from "node:path";
import type { Answer, Commands } from "./participant-process.ts";
import { wait } from "./measurement.ts";

/** Users of boards, in another process: their work must not delay a measured client. */
export class ParticipantPool {
  readonly #child = fork(join(import.meta.dirname, "participant-process.ts"), {
    stdio: "inherit",
    // Reports hold hundreds of thousands of figures.
    serialization: "advanced",
  });
  readonly #exited = new Promise<void>((done) => {
    this.#child.once("exit", () => done());
  });

  /** Carries out a command of `participant-process.ts`; one at a time. */
  run<Name extends keyof Commands>(
    name: Name,
    ...args: Parameters<Commands[Name]>
  ): Promise<Awaited<ReturnType<Commands[Name]>>> {
    return new Promise((resolve, reject) => {
      const onExit = () => reject(new Error("a process of participants ended"));
      this.#child.once("exit", onExit);
      this.#child.once("message", (answer: Answer) => {
        this.#child.off("exit", onExit);
        if ("error" in answer) reject(new Error(answer.error));
        else resolve(answer.result as Awaited<ReturnType<Commands[Name]>>);
      });
      this.#child.send({ name, args });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    await Promise.race([this.#exited, wait(3000)]);
    this.#child.kill("SIGKILL");
  }
}
