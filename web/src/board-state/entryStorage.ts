import type { BoardCommand } from "@retro/rules/predict";
import type { ApiErrorLike } from "./types.ts";

/** The confirmed state of an item when a command about it was given. */
export interface BaseState {
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
  readonly command: BoardCommand;
  readonly base: BaseState | null;
  /** The board's version when the user made it; absent where an earlier release stored the entry. */
  readonly from?: number | null;
  /** Why the server refused it; null while it waits. Never holds other users' text. */
  readonly error: ApiErrorLike | null;
}
export type StorableEntry = Omit<StoredEntry, "tab">;

/** Where entries survive a reload, a crash and a closed tab. Writes return at once and take effect in their order. */
export interface EntryStorage {
  /** False when entries live only as long as the page: the browser gives no storage. */
  durable: () => boolean;
  put: (entry: StorableEntry) => void;
  remove: (key: string) => void;
  /**
   * Takes over this user's entries on a board that no living tab sends: of tabs that are gone, and of this page after it left the board.
   * Each entry is handed out once.
   * @returns them in the order in which they were made
   */
  takeOver: (board: string, owner: string) => Promise<StoredEntry[]>;
  /** Which of these entries this tab still sends: a page that was suspended may have been taken for gone. */
  ownedByThisTab: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
  /** This page is sending the entry: `adopt` leaves it out until `release` or `handBack`. */
  claim: (key: string) => void;
  release: (key: string) => void;
  /** A closed board leaves an unsent entry to the next page that opens the board. */
  handBack: (key: string) => void;
  onHandedBack: (listener: () => void) => () => void;
}

/** Entries, and with them text on a shared computer, are forgotten after this long, whoever made them. */
export const deleteAfterMs = 30 * 24 * 3_600_000;

/** Where entries lie. Each method is one atomic step for all tabs of the browser. */
export interface EntryBackend {
  readonly durable: boolean;
  put: (entry: StorableEntry) => Promise<void>;
  remove: (key: string) => Promise<void>;
  /** @param held entries that this page is sending */
  takeOver: (board: string, owner: string, held: ReadonlySet<string>) => Promise<StoredEntry[]>;
  ownedByThisTab: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** Entries in memory: for a page without storage, and for tests, where several tabs share `entries`. */
export function memoryBackend(
  entries: Map<string, StoredEntry>,
  tab: string,
  isAlive: (tab: string) => boolean,
): EntryBackend {
  return {
    durable: false,
    put: (entry) => Promise.resolve(void entries.set(entry.key, structuredClone({ ...entry, tab }))),
    remove: (key) => Promise.resolve(void entries.delete(key)),
    takeOver(board, owner, held) {
      const takenOver = [...entries.values()].filter((entry) =>
        mayTakeOver(entry, board, owner, tab, held, isAlive),
      );
      for (const entry of takenOver) entries.set(entry.key, { ...entry, tab });
      return Promise.resolve(inCreationOrder(structuredClone(takenOver)));
    },
    ownedByThisTab: (keys) => Promise.resolve(new Set(keys.filter((key) => entries.get(key)?.tab === tab))),
  };
}

export function mayTakeOver(
  entry: StoredEntry,
  board: string,
  owner: string,
  tab: string,
  claimed: ReadonlySet<string>,
  isAlive: (tab: string) => boolean,
): boolean {
  if (entry.board !== board || entry.owner !== owner) return false;
  return entry.tab === tab ? !claimed.has(entry.key) : !isAlive(entry.tab);
}

export function inCreationOrder(entries: StoredEntry[]): StoredEntry[] {
  return entries.toSorted((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1));
}

/**
 * Queues writes to a medium that may still be opening.
 * @param onFailure called when the medium refuses a write (storage is full): the entry is then lost with the page
 */
export function createEntryStorage(
  opened: Promise<EntryBackend>,
  onFailure: (error: unknown) => void,
): EntryStorage {
  const claimed = new Set<string>();
  const listeners = new Set<() => void>();
  let durable = true;
  const readDurability = async () => {
    ({ durable } = await opened);
  };
  let tail: Promise<unknown> = readDurability();
  function enqueue<T>(work: (medium: EntryBackend) => Promise<T>): Promise<T> {
    const done = tail.then(() => opened).then(work);
    tail = done.catch(() => undefined);
    return done;
  }
  const write = (work: (medium: EntryBackend) => Promise<void>) =>
    void enqueue(work).catch((error: unknown) => {
      durable = false;
      onFailure(error);
    });
  return {
    durable: () => durable,
    put: (entry) => write((medium) => medium.put(entry)),
    remove: (key) => write((medium) => medium.remove(key)),
    takeOver: (board, owner) =>
      enqueue((medium) => medium.takeOver(board, owner, claimed)).catch((error: unknown) => {
        onFailure(error);
        return [];
      }),
    ownedByThisTab: (keys) => enqueue((medium) => medium.ownedByThisTab(keys)).catch(() => new Set(keys)),
    claim: (key) => void claimed.add(key),
    release: (key) => void claimed.delete(key),
    handBack(key) {
      if (!claimed.delete(key)) return;
      for (const listener of listeners) listener();
    },
    onHandedBack(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
