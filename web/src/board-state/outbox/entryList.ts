import { isOpen } from "./entryDependencies.ts";
import { createEntryPersistence } from "./entryPersistence.ts";
import { type OutboxEntry, toPendingEntry } from "./outboxEntry.ts";
import type { OutboxOptions } from "./outboxTypes.ts";
import type { PendingEntry } from "./pendingEntry.ts";

/** The user's entries in the order in which the user made them. Keeps memory, storage and screen in step. */
export type EntryList = ReturnType<typeof createEntryList>;

type Options = Pick<OutboxOptions, "boardId" | "me" | "env" | "confirmed" | "onChange">;

export function createEntryList(options: Options) {
  const { storage } = options.env;
  const { withheld, persist, finish } = createEntryPersistence(options);
  let entries: OutboxEntry[] = [];
  let pendingCache: readonly PendingEntry[] | null = null;
  let closed = false;

  function notify(): void {
    pendingCache = null;
    if (!closed) options.onChange();
  }
  /** Removes the entry from the list; the storage keeps it. */
  function removeFromList(entry: OutboxEntry): void {
    entries = entries.filter((each) => each !== entry);
  }
  /** Removes the entries that the confirmed view of this version contains. */
  function removeConfirmed(version: number): void {
    const left = entries.filter((entry) => entry.confirmedAt === null || entry.confirmedAt > version);
    if (left.length === entries.length) return;
    entries = left;
    notify();
  }

  return {
    all: (): readonly OutboxEntry[] => entries,
    find: (key: string) => entries.find((entry) => entry.key === key),
    /** Entries for the screen, without deferred deletions; the same array until something changes. */
    pending: () => (pendingCache ??= entries.filter((entry) => !entry.deferred).map(toPendingEntry)),
    /** Number of changes that wait for the server. */
    unsavedCount: () => entries.filter((entry) => isOpen(entry) && !entry.deferred).length,
    withheld,
    notify,
    persist,
    removeFromList,
    finish,
    add(entry: OutboxEntry): void {
      entries.push(entry);
      storage.claim(entry.key);
      persist(entry);
    },
    insertAfter(entry: OutboxEntry, added: readonly OutboxEntry[]): void {
      entries.splice(entries.indexOf(entry) + 1, 0, ...added);
      for (const each of added) storage.claim(each.key);
      for (const each of added) persist(each);
    },
    /** Adds an entry of an earlier page, before the entries of this page. */
    restore(entry: OutboxEntry): void {
      const at = entries.findIndex((other) => !other.restored);
      entries.splice(at < 0 ? entries.length : at, 0, entry);
      storage.claim(entry.key);
    },
    remove(entry: OutboxEntry): void {
      removeFromList(entry);
      finish(entry);
    },
    removeConfirmed,
    /** Stops the notifications: the screen is closed. */
    close(): void {
      closed = true;
    },
    /** Leaves unanswered entries to the next page that opens the board. */
    handBack(): void {
      for (const entry of entries) if (entry.confirmedAt === null) storage.handBack(entry.key);
      entries = entries.filter((entry) => entry.confirmedAt !== null);
    },
  };
}
