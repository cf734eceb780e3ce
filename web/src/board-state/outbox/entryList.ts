import { isMomentary } from "../commands/commands.ts";
import { type OutboxEntry, toPendingEntry, toStorable } from "./outboxEntry.ts";
import type { OutboxOptions } from "./outboxTypes.ts";
import type { PendingEntry } from "./pendingEntry.ts";

type Options = Pick<OutboxOptions, "boardId" | "me" | "env" | "confirmed" | "onChange">;

/** The user's entries in the order in which the user made them. Keeps memory, storage and screen in step. */
export class EntryList {
  readonly #options: Options;
  #entries: OutboxEntry[] = [];
  #pending: readonly PendingEntry[] | null = null;
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  all(): readonly OutboxEntry[] {
    return this.#entries;
  }
  find(key: string): OutboxEntry | undefined {
    return this.#entries.find((entry) => entry.key === key);
  }
  /** Entries for the screen, without deferred deletions; the same array until something changes. */
  pending(): readonly PendingEntry[] {
    this.#pending ??= this.#entries.filter((entry) => !entry.isDeferred).map(toPendingEntry);
    return this.#pending;
  }
  unsavedCount(): number {
    return this.#entries.filter((entry) => entry.isOpen && !entry.isDeferred).length;
  }
  notify(): void {
    this.#pending = null;
    if (!this.#closed) this.#options.onChange();
  }

  /** Whether the entry edits what is now hidden from this user: its text must not be kept [H1]. */
  withheld({ command }: OutboxEntry): boolean {
    const view = this.#options.confirmed();
    if (command.type === "item.edit") return view?.items.get(command.id)?.hidden === true;
    return command.type === "action.edit" && view?.actions.get(command.id)?.hidden === true;
  }
  persist(entry: OutboxEntry): void {
    const { env, boardId: board, me: owner } = this.#options;
    if (!isMomentary(entry.command) && !this.withheld(entry))
      env.storage.put(toStorable(entry, { board, owner }));
  }
  /** Ends an entry that was answered, given up or undone: removes it from the storage. */
  finish(entry: OutboxEntry): void {
    const { storage } = this.#options.env;
    entry.endPause();
    storage.remove(entry.key);
    storage.release(entry.key);
  }

  add(entry: OutboxEntry): void {
    this.#insert(this.#entries.length, entry);
    this.persist(entry);
  }
  insertAfter(entry: OutboxEntry, added: readonly OutboxEntry[]): void {
    this.#insert(this.#entries.indexOf(entry) + 1, ...added);
    for (const each of added) this.persist(each);
  }
  /** Adds an entry of an earlier page, before the entries of this page. */
  restore(entry: OutboxEntry): void {
    const at = this.#entries.findIndex((other) => !other.restored);
    this.#insert(at < 0 ? this.#entries.length : at, entry);
  }
  remove(entry: OutboxEntry): void {
    this.removeFromList(entry);
    this.finish(entry);
  }
  /** Removes the entry from the list; the storage keeps it. */
  removeFromList(entry: OutboxEntry): void {
    this.#entries = this.#entries.filter((each) => each !== entry);
  }
  /** Removes the entries that the confirmed view of this version contains. */
  removeConfirmed(version: number): void {
    const left = this.#entries.filter(({ confirmedAt }) => confirmedAt === null || confirmedAt > version);
    if (left.length === this.#entries.length) return;
    this.#entries = left;
    this.notify();
  }

  /** Stops the notifications: the screen is closed. */
  close(): void {
    this.#closed = true;
  }
  /** Leaves unanswered entries to the next page that opens the board. */
  handBack(): void {
    const { storage } = this.#options.env;
    for (const entry of this.#entries) if (entry.confirmedAt === null) storage.handBack(entry.key);
    this.#entries = this.#entries.filter((entry) => entry.confirmedAt !== null);
  }

  #insert(at: number, ...added: OutboxEntry[]): void {
    this.#entries.splice(at, 0, ...added);
    for (const { key } of added) this.#options.env.storage.claim(key);
  }
}
