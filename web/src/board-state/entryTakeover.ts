import type { StoredEntry } from "./entryStorage.ts";
import type { BoardEnvironment } from "./boardEnvironment.ts";

/** How often a tab looks for entries of tabs that are gone. */
const checkEveryMs = 60_000;
/** A page that slept longer than this may have been taken for gone. */
const suspendedMs = 120_000;

/** Takes over entries of this user on this board: at the start, and later what tabs that are gone leave behind. */
export function createEntryTakeover(
  env: BoardEnvironment,
  boardId: string,
  me: string,
  receive: (entries: readonly StoredEntry[]) => void,
) {
  let closed = false;
  let stop: (() => void) | null = null;
  let last: Promise<void> = Promise.resolve();
  let lastActiveAt = env.now();

  async function takeOver(before: Promise<void>): Promise<void> {
    await before;
    if (closed) return;
    const found = await env.storage.takeOver(boardId, me);
    // A board that closed meanwhile leaves them to the next one, which finds them under the same tab.
    if (!closed && found.length > 0) receive(found);
  }
  const check = () => {
    last = takeOver(last);
  };
  const scheduleCheck = () => {
    stop = env.schedule(checkEveryMs * (0.75 + env.random() / 2), () => {
      lastActiveAt = env.now();
      check();
      scheduleCheck();
    });
  };
  return {
    start() {
      check();
      scheduleCheck();
    },
    look: check,
    /** @returns whether the page slept so long that another tab may send its entries by now */
    wasSuspended(): boolean {
      const long = Math.abs(env.now() - lastActiveAt) > suspendedMs;
      lastActiveAt = env.now();
      return long;
    },
    close() {
      closed = true;
      stop?.();
    },
  };
}
