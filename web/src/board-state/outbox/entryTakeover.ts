import { textOf } from "../commands/commands.ts";
import type { EntryStorage, StoredEntry } from "../storage/entryStorage.ts";
import type { BoardEnvironment } from "../boardEnvironment.ts";

/** How often a tab looks for entries of closed tabs. */
const checkEveryMs = 60_000;
/** Other tabs may consider a page closed that was suspended for longer than this. */
const suspendedMs = 120_000;

/**
 * Takes over this user's entries on this board that no open tab sends: at the start, then every minute. With
 * them come the texts of a user whose session ended in this tab: whoever goes on here typed them. They come
 * as drafts, so that nothing is sent in another name before its user has seen it [Y6].
 */
export function createEntryTakeover(
  env: Pick<BoardEnvironment, "now" | "random" | "schedule" | "formerUserId"> & {
    storage: Pick<EntryStorage, "takeOver">;
  },
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
    const found = [...(await env.storage.takeOver(boardId, me)), ...(await textsOfFormerUser())];
    // If the board was closed meanwhile, the next board of this page takes them over: they belong to this
    // tab.
    if (!closed && found.length > 0) receive(found);
  }
  async function textsOfFormerUser(): Promise<StoredEntry[]> {
    const former = env.formerUserId();
    if (former === null || former === me) return [];
    const left = await env.storage.takeOver(boardId, former);
    return left
      .filter(({ command }) => textOf(command) !== undefined)
      .map((entry) => ({ ...entry, kind: "draft", owner: me, error: null }));
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
    check,
    /**
     * @returns whether the page was suspended for so long that another tab may have taken over its entries
     */
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
