import { expect } from "vitest";
import type { KeyedQueue } from "../../db/engines/wait-queue.ts";

/** Work that holds a board's queue; it takes nothing along that waits. */
export function runAlone<T>(turns: KeyedQueue, key: string, work: () => Promise<T>): Promise<T> {
  return turns.run<null, T>(key, null, async () => [{ status: "fulfilled", value: await work() }]);
}

/**
 * Sends requests that wait for one board in this order, so that they are carried out together.
 * @param whileHeld is done when all wait
 */
export async function sendTogether<T>(
  turns: KeyedQueue,
  boardId: string,
  requests: readonly (() => Promise<T>)[],
  whileHeld?: () => unknown,
): Promise<T[]> {
  const held = Promise.withResolvers<void>();
  const holding = runAlone(turns, boardId, () => held.promise);
  let settled = 0;
  const answers = [];
  for (const request of requests) {
    answers.push(request().finally(() => (settled += 1)));
    // One that is refused before its turn does not wait.
    await expect.poll(() => turns.length + settled, { interval: 1 }).toBe(answers.length);
  }
  await whileHeld?.();
  held.resolve();
  await holding;
  return Promise.all(answers);
}
