import { retryDelay } from "../apiCalls.ts";
import type { BoardEnvironment } from "../boardEnvironment.ts";
import type { OutboxEntry } from "./outboxEntry.ts";

/** Pauses between tries: one for all entries after an outage, or one for a single entry. */
export class SendBackoff {
  readonly #env: BoardEnvironment;
  readonly #sendWaiting: () => void;
  #attempts = 0;
  #cancel: (() => void) | null = null;

  constructor(env: BoardEnvironment, sendWaiting: () => void) {
    this.#env = env;
    this.#sendWaiting = sendWaiting;
  }

  /** Whether all sending pauses. */
  get isActive(): boolean {
    return this.#cancel !== null;
  }
  /** Each pause for all entries in a row is longer. */
  begin(error: unknown): void {
    const { random, schedule } = this.#env;
    this.#attempts += 1;
    this.#cancel ??= schedule(retryDelay(this.#attempts, error, random), () => {
      this.#cancel = null;
      this.#sendWaiting();
    });
  }
  delayEntry(entry: OutboxEntry, error: unknown): void {
    const { random } = this.#env;
    entry.pauseFor("retry", this.#env, retryDelay(entry.attempts, error, random), this.#sendWaiting);
  }
  /** The server has answered: the next pause is short again. */
  succeeded(): void {
    this.#attempts = 0;
  }
  reset(): void {
    this.#attempts = 0;
    this.#cancel?.();
    this.#cancel = null;
  }
}
