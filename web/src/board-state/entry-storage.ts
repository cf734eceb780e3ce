import type { Command } from "@retro/rules/predict";
import type { ApiErrorLike } from "./types.ts";

/** The confirmed state of an item when a command about it was given. */
export interface Base {
  readonly parent_id: string | null;
  readonly order: string;
  readonly rev: number;
  /** For a deletion: every id that the user saw go. */
  readonly below?: readonly string[];
}

/** One change of a user that the server has not confirmed, as it survives the page. */
export interface StoredEntry {
  readonly key: string;
  readonly board: string;
  /** The user who made it; nobody else ever sends or sees it. */
  readonly owner: string;
  /** The tab that sends it; another tab takes it over when this one is gone. */
  readonly tab: string;
  /** Epoch milliseconds by this machine's clock when the user made it. */
  readonly at: number;
  /** `draft`: text in an open dialog that was not saved. */
  readonly kind: "command" | "deletion" | "draft";
  readonly command: Command;
  readonly base: Base | null;
  /** The board's version when the user made it; absent where an earlier release stored the entry. */
  readonly from?: number | null;
  /** Why the server refused it; null while it waits. Never holds other users' text. */
  readonly error: ApiErrorLike | null;
}
export type NewEntry = Omit<StoredEntry, "tab">;

/** Where entries survive a reload, a crash and a closed tab. Writes return at once and take effect in their order. */
export interface EntryStorage {
  /** False when entries live only as long as the page: the browser gives no storage. */
  durable: () => boolean;
  put: (entry: NewEntry) => void;
  remove: (key: string) => void;
  /**
   * Takes over this user's entries on a board that no living tab sends: of tabs that are gone, and of this page after it left the board.
   * Each entry is handed out once.
   * @returns them in the order in which they were made
   */
  adopt: (board: string, owner: string) => Promise<StoredEntry[]>;
  /** Which of these entries this tab still sends: a page that was suspended may have been taken for gone. */
  owned: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
  /** This page is sending the entry: `adopt` leaves it out until `release` or `handBack`. */
  hold: (key: string) => void;
  release: (key: string) => void;
  /** A closed board leaves an unsent entry to the next page that opens the board. */
  handBack: (key: string) => void;
  onHandedBack: (listener: () => void) => () => void;
}

/** Entries, and with them text on a shared computer, are forgotten after this long, whoever made them. */
export const forgetAfterMs = 30 * 24 * 3_600_000;

/** Where entries lie. Each method is one atomic step for all tabs of the browser. */
export interface Medium {
  readonly durable: boolean;
  put: (entry: NewEntry) => Promise<void>;
  remove: (key: string) => Promise<void>;
  /** @param held entries that this page is sending */
  adopt: (board: string, owner: string, held: ReadonlySet<string>) => Promise<StoredEntry[]>;
  owned: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** Entries in memory: for a page without storage, and for tests, where several tabs share `entries`. */
export function memoryMedium(
  entries: Map<string, StoredEntry>,
  tab: string,
  isAlive: (tab: string) => boolean,
): Medium {
  return {
    durable: false,
    put: (entry) => Promise.resolve(void entries.set(entry.key, structuredClone({ ...entry, tab }))),
    remove: (key) => Promise.resolve(void entries.delete(key)),
    adopt(board, owner, held) {
      const adopted = [...entries.values()].filter((entry) =>
        mayAdopt(entry, board, owner, tab, held, isAlive),
      );
      for (const entry of adopted) entries.set(entry.key, { ...entry, tab });
      return Promise.resolve(inOrder(structuredClone(adopted)));
    },
    owned: (keys) => Promise.resolve(new Set(keys.filter((key) => entries.get(key)?.tab === tab))),
  };
}

export function mayAdopt(
  entry: StoredEntry,
  board: string,
  owner: string,
  tab: string,
  held: ReadonlySet<string>,
  isAlive: (tab: string) => boolean,
): boolean {
  if (entry.board !== board || entry.owner !== owner) return false;
  return entry.tab === tab ? !held.has(entry.key) : !isAlive(entry.tab);
}

export function inOrder(entries: StoredEntry[]): StoredEntry[] {
  return entries.toSorted((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1));
}

/**
 * Queues writes to a medium that may still be opening.
 * @param failed called when the medium refuses a write (storage is full): the entry is then lost with the page
 */
export function createStorage(opened: Promise<Medium>, failed: (error: unknown) => void): EntryStorage {
  const held = new Set<string>();
  const listeners = new Set<() => void>();
  let durable = true;
  const learn = async () => {
    ({ durable } = await opened);
  };
  let tail: Promise<unknown> = learn();
  function inTurn<T>(work: (medium: Medium) => Promise<T>): Promise<T> {
    const done = tail.then(() => opened).then(work);
    tail = done.catch(() => undefined);
    return done;
  }
  const write = (work: (medium: Medium) => Promise<void>) =>
    void inTurn(work).catch((error: unknown) => {
      durable = false;
      failed(error);
    });
  return {
    durable: () => durable,
    put: (entry) => write((medium) => medium.put(entry)),
    remove: (key) => write((medium) => medium.remove(key)),
    adopt: (board, owner) =>
      inTurn((medium) => medium.adopt(board, owner, held)).catch((error: unknown) => {
        failed(error);
        return [];
      }),
    owned: (keys) => inTurn((medium) => medium.owned(keys)).catch(() => new Set(keys)),
    hold: (key) => void held.add(key),
    release: (key) => void held.delete(key),
    handBack(key) {
      if (!held.delete(key)) return;
      for (const listener of listeners) listener();
    },
    onHandedBack(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
