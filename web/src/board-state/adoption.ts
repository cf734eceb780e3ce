import type { StoredEntry } from "./entry-storage.ts";
import type { Env } from "./env.ts";

/** How often a tab looks for entries of tabs that are gone. */
const everyMs = 60_000;
/** A page that slept longer than this may have been taken for gone. */
const sleptMs = 120_000;

/** Takes over entries of this user on this board: at the start, and later what tabs that are gone leave behind. */
export function createAdoption(
  env: Env,
  boardId: string,
  me: string,
  receive: (entries: readonly StoredEntry[]) => void,
) {
  let closed = false;
  let stop: (() => void) | null = null;
  let last: Promise<void> = Promise.resolve();
  let lastSign = env.now();

  async function adopt(before: Promise<void>): Promise<void> {
    await before;
    if (closed) return;
    const found = await env.storage.adopt(boardId, me);
    // A board that closed meanwhile leaves them to the next one, which finds them under the same tab.
    if (!closed && found.length > 0) receive(found);
  }
  const look = () => {
    last = adopt(last);
  };
  const lookAgain = () => {
    stop = env.after(everyMs * (0.75 + env.random() / 2), () => {
      lastSign = env.now();
      look();
      lookAgain();
    });
  };
  return {
    start() {
      look();
      lookAgain();
    },
    look,
    /** @returns whether the page slept so long that another tab may send its entries by now */
    slept(): boolean {
      const long = Math.abs(env.now() - lastSign) > sleptMs;
      lastSign = env.now();
      return long;
    },
    close() {
      closed = true;
      stop?.();
    },
  };
}
