import { retryDelay } from "../apiCalls.ts";
import type { BoardEnvironment } from "../boardEnvironment.ts";
import type { OutboxEntry } from "./outboxEntry.ts";

export type SendBackoff = ReturnType<typeof createSendBackoff>;

/**
 * Pauses between tries: one for all entries after an outage, or one for a single entry.
 * @param sendWaiting called when a pause ends
 */
export function createSendBackoff(env: BoardEnvironment, sendWaiting: () => void) {
  let attempts = 0;
  let cancel: (() => void) | null = null;

  return {
    /** Whether all sending pauses. */
    isActive: () => cancel !== null,
    /** Begins a pause for all entries; each one in a row is longer. */
    begin(error: unknown): void {
      attempts += 1;
      cancel ??= env.schedule(retryDelay(attempts, error, env.random), () => {
        cancel = null;
        sendWaiting();
      });
    },
    /** Begins a pause for one entry; its length depends on the entry's attempts. */
    delayEntry(entry: OutboxEntry, error: unknown): void {
      entry.pauseFor("retry", env, retryDelay(entry.attempts, error, env.random), sendWaiting);
    },
    /** The server has answered: the next pause is short again. */
    succeeded(): void {
      attempts = 0;
    },
    /** Ends the pause for all entries. */
    reset(): void {
      attempts = 0;
      cancel?.();
      cancel = null;
    },
  };
}
