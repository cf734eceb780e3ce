import { type OutboxEntry, toStorable, toPendingEntry } from "./outboxEntry.ts";
import { isOpen } from "./entryDependencies.ts";
import type { OutboxOptions } from "./outboxTypes.ts";
import { isFacilitationCommand } from "./commandRequests.ts";
import type { PendingEntry } from "./types.ts";

/** The user's entries in the order in which they were made: in memory, in the storage and on the screen. */
export type EntryList = ReturnType<typeof createEntryList>;

type Options = Pick<OutboxOptions, "boardId" | "me" | "env" | "confirmed" | "onChange">;

export function createEntryList({ boardId, me, env, confirmed, onChange }: Options) {
  const { storage } = env;
  const context = { board: boardId, owner: me };
  let entries: OutboxEntry[] = [];
  let pendingCache: readonly PendingEntry[] | null = null;
  let closed = false;

  const isHidden = (id: string) => confirmed()?.items.get(id)?.hidden === true;
  /** An edit of a sticker that is now hidden from this user: its text must not be kept. */
  const isWithheld = ({ command }: OutboxEntry) => command.type === "item.edit" && isHidden(command.id);

  function notify(): void {
    pendingCache = null;
    if (!closed) onChange();
  }
  function persist(entry: OutboxEntry): void {
    if (!isFacilitationCommand(entry.command) && !isWithheld(entry)) storage.put(toStorable(entry, context));
  }
  /** Takes the entry off the list; the storage keeps it. */
  function removeFromList(entry: OutboxEntry): void {
    entries = entries.filter((each) => each !== entry);
  }
  /** It is over: answered, given up or taken back. */
  function finish(entry: OutboxEntry): void {
    entry.cancelWait?.();
    entry.cancelWait = null;
    entry.onDeletionFinal?.();
    storage.remove(entry.key);
    storage.release(entry.key);
  }
  /** The confirmed view has reached this version: what it contains is no longer pending. */
  function removeConfirmed(version: number): void {
    const left = entries.filter((entry) => entry.confirmedAt === null || entry.confirmedAt > version);
    if (left.length === entries.length) return;
    entries = left;
    notify();
  }

  return {
    all: (): readonly OutboxEntry[] => entries,
    find: (key: string) => entries.find((entry) => entry.key === key),
    /** For the screen; the same array until something changes. */
    pending: () => (pendingCache ??= entries.filter((entry) => !entry.deferred).map(toPendingEntry)),
    /** How many changes wait for the server. */
    unsavedCount: () => entries.filter((entry) => isOpen(entry) && !entry.deferred).length,
    withheld: isWithheld,
    touch: notify,
    persist,
    forget: removeFromList,
    end: finish,
    add(entry: OutboxEntry): void {
      entries.push(entry);
      storage.claim(entry.key);
      persist(entry);
    },
    /** Adds an entry of an earlier page: it comes before those of this page. */
    restore(entry: OutboxEntry): void {
      const at = entries.findIndex((other) => !other.restored);
      entries.splice(at < 0 ? entries.length : at, 0, entry);
      storage.claim(entry.key);
    },
    remove(entry: OutboxEntry): void {
      removeFromList(entry);
      finish(entry);
    },
    settle: removeConfirmed,
    /** The screen is gone: it hears of nothing any more. */
    close(): void {
      closed = true;
    },
    /** Leaves unanswered changes to the next page that opens the board. */
    handBack(): void {
      for (const entry of entries) if (entry.confirmedAt === null) storage.handBack(entry.key);
      entries = entries.filter((entry) => entry.confirmedAt !== null);
    },
  };
}
