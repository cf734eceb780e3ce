import type { BoardCommand } from "@retro/rules/predict";
import type { ApiErrorLike } from "../apiCalls.ts";

/** The confirmed state of an item when the user gave a command about it. */
export interface BaseState {
  readonly parent_id: string | null;
  readonly order: string;
  readonly rev: number;
}

/** A user's change that the server has not confirmed, in the form that survives the page. */
export interface StoredEntry {
  readonly key: string;
  readonly board: string;
  /** The user who made the change; no other user sends or sees it. */
  readonly owner: string;
  /** The tab that sends the entry; another tab takes it over when this tab is closed. */
  readonly tab: string;
  /** When the user made the change: epoch milliseconds by this machine's clock. */
  readonly at: number;
  /** `draft`: text in an open dialog that was not saved; `undo`: an undo or redo, which has no text that the user would lose. */
  readonly kind: "command" | "deletion" | "draft" | "undo";
  readonly command: BoardCommand;
  readonly base: BaseState | null;
  /** The board's version when the user made the change; absent when an earlier release stored the entry. */
  readonly from?: number | null;
  /** Only for a refused addition that its author changed: the command as it was sent first. */
  readonly sent?: BoardCommand;
  /** Why the server refused the change; null while it waits. Never contains other users' text. */
  readonly error: ApiErrorLike | null;
}
export type StorableEntry = Omit<StoredEntry, "tab">;

/** Stores entries so that they survive a reload and a closed tab. Writes return at once and take effect in order. */
export interface EntryStorage {
  /** False when the browser gives no storage: entries are then lost with the page. */
  durable: () => boolean;
  /** Whether the page holds an entry that is stored nowhere else: it would be lost with the page. */
  holdsUnstored: () => boolean;
  /** Calls the listener when `durable` has changed. @returns a function that ends the listening */
  onDurableChange: (listener: () => void) => () => void;
  put: (entry: StorableEntry) => void;
  remove: (key: string) => void;
  /**
   * Takes over this user's entries on a board that no open tab sends: those of closed tabs, and those that this page handed back when it
   * left the board. Returns each entry once.
   * @returns the entries in the order in which the user made them
   */
  takeOver: (board: string, owner: string) => Promise<StoredEntry[]>;
  /** Which of these entries this tab still sends: another tab may have taken over the entries of a suspended page. */
  ownedByThisTab: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
  /** This page sends the entry: `takeOver` leaves it out until `release` or `handBack`. */
  claim: (key: string) => void;
  release: (key: string) => void;
  /** Leaves an unsent entry of a closed board to the next page that opens the board. */
  handBack: (key: string) => void;
  /**
   * Calls the listener when `takeOver` may find more: this page handed an entry back, or another tab closed.
   * @returns a function that ends the listening
   */
  onTakeOverPossible: (listener: () => void) => () => void;
}

/**
 * A synchronous copy of the changes that the database has not stored yet. A closing page does not wait for the database, so without a network
 * the text written last would be lost.
 */
export interface UnloadCopy {
  /**
   * Call it when a change begins.
   * @param entry null: the entry is removed
   * @returns call it when the database has stored the change
   */
  begin: (key: string, entry: StorableEntry | null) => () => void;
}

/** Entries of all users are deleted after this time, so that no text stays on a shared computer. */
export const deleteAfterMs = 30 * 24 * 3_600_000;

/** A medium that holds entries. Each method is atomic across all tabs of the browser. */
export interface EntryBackend {
  readonly durable: boolean;
  /** @param isKnown this page has stored the entry before: if another tab has taken it over since, or ended it, nothing is written */
  put: (entry: StorableEntry, isKnown: boolean) => Promise<void>;
  remove: (key: string) => Promise<void>;
  /** @param held keys of the entries that this page sends */
  takeOver: (board: string, owner: string, held: ReadonlySet<string>) => Promise<StoredEntry[]>;
  ownedByThisTab: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Calls the listener when a tab closes that was open at the last `takeOver`; absent where nobody can tell. */
  onTabClosed?: (listener: () => void) => void;
}

/** A backend in memory: for a page without storage, and for tests, in which several tabs share `entries`. */
export function memoryBackend(
  entries: Map<string, StoredEntry>,
  tab: string,
  isAlive: (tab: string) => boolean,
): EntryBackend {
  return {
    durable: false,
    put(entry, isKnown) {
      if (!isKnown || entries.get(entry.key)?.tab === tab)
        entries.set(entry.key, structuredClone({ ...entry, tab }));
      return Promise.resolve();
    },
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

/** Whether `tab` may take over an entry: the owner's, on this board, of a closed tab, or its own that it does not send. */
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

/** The entries in the order in which the user made them. */
export function inCreationOrder(entries: StoredEntry[]): StoredEntry[] {
  return entries.toSorted((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1));
}

/**
 * Queues the work of a storage until the backend is open. What the backend refuses to write (storage is full) stays in this page, and is
 * written before the next work, as soon as the backend takes it.
 */
function createWriteQueue(
  opened: Promise<EntryBackend>,
  onFailure: (error: unknown) => void,
  unwrittenChanged: () => void,
  copy?: UnloadCopy,
) {
  /** Refused writes by key; null: the entry is to be removed. */
  const unwritten = new Map<string, { entry: StorableEntry | null; finish: (() => void) | undefined }>();
  /** Keys of the entries that this page has stored or taken over. */
  const known = new Set<string>();
  let tail: Promise<unknown> = Promise.resolve();
  async function writeTo(medium: EntryBackend, key: string, entry: StorableEntry | null): Promise<void> {
    await (entry === null ? medium.remove(key) : medium.put(entry, known.has(key)));
    if (entry === null) known.delete(key);
    else known.add(key);
  }
  async function writeAgain(medium: EntryBackend): Promise<void> {
    for (const [key, { entry, finish }] of unwritten) {
      await writeTo(medium, key, entry);
      unwritten.delete(key);
      unwrittenChanged();
      finish?.();
    }
  }
  function enqueue<T>(work: (medium: EntryBackend) => Promise<T>): Promise<T> {
    const done = tail
      .then(() => opened)
      .then(async (medium) => {
        await writeAgain(medium).catch(() => undefined);
        return work(medium);
      });
    tail = done.catch(() => undefined);
    return done;
  }
  return {
    unwritten,
    known,
    enqueue,
    write: (key: string, entry: StorableEntry | null): void => {
      const finish = copy?.begin(key, entry);
      enqueue(async (medium) => {
        // This write is newer.
        unwritten.delete(key);
        try {
          await writeTo(medium, key, entry);
          finish?.();
        } catch (error) {
          unwritten.set(key, { entry, finish });
          unwrittenChanged();
          throw error;
        }
      }).catch(onFailure);
    },
  };
}

/**
 * Creates a storage over a backend that may still open.
 * @param onFailure called when the backend refuses something
 * @param copy gets the writes that the backend has not finished; a closing page keeps them
 */
export function createEntryStorage(
  opened: Promise<EntryBackend>,
  onFailure: (error: unknown) => void,
  copy?: UnloadCopy,
): EntryStorage {
  const claimed = new Set<string>();
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const durableListeners = new Set<() => void>();
  const { unwritten, known, enqueue, write } = createWriteQueue(
    opened,
    onFailure,
    () => {
      for (const listener of durableListeners) listener();
    },
    copy,
  );
  let backendIsDurable = true;
  void enqueue((backend) => {
    backendIsDurable = backend.durable;
    backend.onTabClosed?.(notify);
    return Promise.resolve();
  });
  return {
    durable: () => backendIsDurable && unwritten.size === 0,
    holdsUnstored: () =>
      (!backendIsDurable && known.size > 0) || [...unwritten.values()].some(({ entry }) => entry !== null),
    onDurableChange(listener) {
      durableListeners.add(listener);
      return () => durableListeners.delete(listener);
    },
    put: (entry) => write(entry.key, entry),
    remove: (key) => write(key, null),
    takeOver: (board, owner) =>
      enqueue(async (medium) => {
        const found = await medium.takeOver(board, owner, claimed);
        for (const { key } of found) known.add(key);
        // A board of this page that was left has handed them back.
        const own = [...unwritten.values()].flatMap(({ entry }) =>
          entry?.board === board && entry.owner === owner && !claimed.has(entry.key)
            ? [{ ...entry, tab: "" }]
            : [],
        );
        return inCreationOrder([...found.filter(({ key }) => !unwritten.has(key)), ...own]);
      }).catch((error: unknown) => {
        onFailure(error);
        return [];
      }),
    ownedByThisTab: (keys) =>
      enqueue(async (medium) => {
        const stored = await medium.ownedByThisTab(keys);
        return new Set(keys.filter((key) => (unwritten.get(key)?.entry ?? null) !== null || stored.has(key)));
      }).catch(() => new Set(keys)),
    claim: (key) => void claimed.add(key),
    release: (key) => void claimed.delete(key),
    handBack(key) {
      if (claimed.delete(key)) notify();
    },
    onTakeOverPossible(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
