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
  /** `draft`: text that was not saved; `undo`: an undo or redo, without a text that its user would lose. */
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

/**
 * Keeps a change that the database has not stored yet in a synchronous copy, which a closing page leaves
 * behind: it does not wait for the database, so without a network the text written last would be lost.
 * @param entry null: the entry is removed
 * @returns call it when the database has stored the change
 */
export type CopyUntilStored = (key: string, entry: StorableEntry | null) => () => void;

/** Entries of all users are deleted after this time, so that no text stays on a shared computer. */
export const deleteAfterMs = 30 * 24 * 3_600_000;

/** A medium that stores entries. Each method is atomic across all tabs of the browser. */
export interface EntryBackend {
  readonly durable: boolean;
  /** @param isKnown stored before: nothing is written if another tab has taken it over or ended it */
  put: (entry: StorableEntry, isKnown: boolean) => Promise<void>;
  remove: (key: string) => Promise<void>;
  /** @param held keys of the entries that this page sends */
  takeOver: (board: string, owner: string, held: ReadonlySet<string>) => Promise<StoredEntry[]>;
  ownedByThisTab: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
  /** A tab closed that was open at the last `takeOver`; absent where the browser cannot report it. */
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

/** Whether `tab` may take over an entry: one of a closed tab, or its own that it does not send. */
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
 * Stores entries so that they survive a reload and a closed tab. Writes return at once and take effect in
 * order, as soon as the backend is open. What the backend refuses to write (storage is full) stays in this
 * page, and is written before the next work.
 */
export class EntryStorage {
  readonly #opened: Promise<EntryBackend>;
  readonly #onFailure: (error: unknown) => void;
  readonly #copy: CopyUntilStored | undefined;
  readonly #claimed = new Set<string>();
  readonly #takeOverListeners = new Set<() => void>();
  readonly #durableListeners = new Set<() => void>();
  /** Refused writes by key; null: the entry is to be removed. */
  readonly #unwritten = new Map<string, { entry: StorableEntry | null; finish: (() => void) | undefined }>();
  /** Keys of the entries that this page has stored or taken over. */
  readonly #known = new Set<string>();
  #tail: Promise<unknown> = Promise.resolve();
  #backendIsDurable = true;

  /** @param opened may still open @param onFailure the backend refused something */
  constructor(opened: Promise<EntryBackend>, onFailure: (error: unknown) => void, copy?: CopyUntilStored) {
    this.#opened = opened;
    this.#onFailure = onFailure;
    this.#copy = copy;
    void this.#enqueue((backend) => {
      this.#backendIsDurable = backend.durable;
      backend.onTabClosed?.(() => call(this.#takeOverListeners));
      return Promise.resolve();
    });
  }

  /** False when the browser gives no storage: entries are then lost with the page. */
  durable(): boolean {
    return this.#backendIsDurable && this.#unwritten.size === 0;
  }
  /** Whether the page has an entry that is stored nowhere else, and would be lost with the page. */
  holdsUnstored(): boolean {
    if (!this.#backendIsDurable && this.#known.size > 0) return true;
    return [...this.#unwritten.values()].some(({ entry }) => entry !== null);
  }
  /** Calls the listener when `durable` has changed. @returns a function that ends the listening */
  onDurableChange(listener: () => void): () => void {
    this.#durableListeners.add(listener);
    return () => this.#durableListeners.delete(listener);
  }

  put(entry: StorableEntry): void {
    this.#write(entry.key, entry);
  }
  remove(key: string): void {
    this.#write(key, null);
  }

  /**
   * Takes over this user's entries on a board that no open tab sends: those of closed tabs, and those that
   * this page handed back when it left the board. Returns each entry once.
   * @returns the entries in the order in which the user made them
   */
  takeOver(board: string, owner: string): Promise<StoredEntry[]> {
    return this.#enqueue(async (medium) => {
      const found = await medium.takeOver(board, owner, this.#claimed);
      for (const { key } of found) this.#known.add(key);
      // A board of this page that was left has handed them back.
      const own = [...this.#unwritten.values()].flatMap(({ entry }) =>
        entry?.board === board && entry.owner === owner && !this.#claimed.has(entry.key)
          ? [{ ...entry, tab: "" }]
          : [],
      );
      return inCreationOrder([...found.filter(({ key }) => !this.#unwritten.has(key)), ...own]);
    }).catch((error: unknown) => {
      this.#onFailure(error);
      return [];
    });
  }
  /** Another tab may have taken over the entries of a suspended page. */
  ownedByThisTab(keys: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#enqueue(async (medium) => {
      const stored = await medium.ownedByThisTab(keys);
      return new Set(
        keys.filter((key) => (this.#unwritten.get(key)?.entry ?? null) !== null || stored.has(key)),
      );
    }).catch(() => new Set(keys));
  }

  /** This page sends the entry: `takeOver` leaves it out until `release` or `handBack`. */
  claim(key: string): void {
    this.#claimed.add(key);
  }
  release(key: string): void {
    this.#claimed.delete(key);
  }
  /** Leaves an unsent entry of a closed board to the next page that opens the board. */
  handBack(key: string): void {
    if (this.#claimed.delete(key)) call(this.#takeOverListeners);
  }
  /** `takeOver` may find more: this page handed an entry back, or another tab closed. */
  onTakeOverPossible(listener: () => void): () => void {
    this.#takeOverListeners.add(listener);
    return () => this.#takeOverListeners.delete(listener);
  }

  #enqueue<T>(work: (medium: EntryBackend) => Promise<T>): Promise<T> {
    const done = this.#tail
      .then(() => this.#opened)
      .then(async (medium) => {
        await this.#writeAgain(medium).catch(() => undefined);
        return work(medium);
      });
    this.#tail = done.catch(() => undefined);
    return done;
  }
  #write(key: string, entry: StorableEntry | null): void {
    const finish = this.#copy?.(key, entry);
    this.#enqueue(async (medium) => {
      try {
        await this.#writeTo(medium, key, entry);
        // Not before: until then the refused write is this page's alone.
        if (this.#unwritten.delete(key)) call(this.#durableListeners);
        finish?.();
      } catch (error) {
        this.#unwritten.set(key, { entry, finish });
        call(this.#durableListeners);
        throw error;
      }
    }).catch(this.#onFailure);
  }
  async #writeTo(medium: EntryBackend, key: string, entry: StorableEntry | null): Promise<void> {
    await (entry === null ? medium.remove(key) : medium.put(entry, this.#known.has(key)));
    if (entry === null) this.#known.delete(key);
    else this.#known.add(key);
  }
  async #writeAgain(medium: EntryBackend): Promise<void> {
    for (const [key, { entry, finish }] of this.#unwritten) {
      await this.#writeTo(medium, key, entry);
      this.#unwritten.delete(key);
      call(this.#durableListeners);
      finish?.();
    }
  }
}

function call(listeners: Iterable<() => void>): void {
  for (const listener of listeners) listener();
}
