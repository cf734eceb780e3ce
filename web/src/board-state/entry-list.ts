import { type Entry, stored, toPending } from "./entry.ts";
import { isOpen } from "./entry-rules.ts";
import type { OutboxOptions } from "./outbox-types.ts";
import { isSessionCommand } from "./requests.ts";
import type { PendingEntry } from "./types.ts";

/** The user's entries in the order in which they were made: in memory, in the storage and on the screen. */
export type EntryList = ReturnType<typeof createEntryList>;

type Options = Pick<OutboxOptions, "boardId" | "me" | "env" | "confirmed" | "changed">;

export function createEntryList({ boardId, me, env, confirmed, changed }: Options) {
  const { storage } = env;
  const context = { board: boardId, owner: me };
  let entries: Entry[] = [];
  let shown: readonly PendingEntry[] | null = null;
  let closed = false;

  const hides = (id: string) => confirmed()?.items.get(id)?.hidden === true;
  /** An edit of a sticker that is now hidden from this user: its text must not be kept. */
  const withheld = ({ command }: Entry) => command.type === "item.edit" && hides(command.id);

  function touch(): void {
    shown = null;
    if (!closed) changed();
  }
  function persist(entry: Entry): void {
    if (!isSessionCommand(entry.command) && !withheld(entry)) storage.put(stored(entry, context));
  }
  /** Takes the entry off the list; the storage keeps it. */
  function forget(entry: Entry): void {
    entries = entries.filter((each) => each !== entry);
  }
  /** It is over: answered, given up or taken back. */
  function end(entry: Entry): void {
    entry.stop?.();
    entry.stop = null;
    entry.over?.();
    storage.remove(entry.key);
    storage.release(entry.key);
  }
  /** The confirmed view has reached this version: what it contains is no longer pending. */
  function settle(version: number): void {
    const left = entries.filter((entry) => entry.settledAt === null || entry.settledAt > version);
    if (left.length === entries.length) return;
    entries = left;
    touch();
  }

  return {
    all: (): readonly Entry[] => entries,
    find: (key: string) => entries.find((entry) => entry.key === key),
    /** For the screen; the same array until something changes. */
    pending: () => (shown ??= entries.filter((entry) => !entry.deferred).map(toPending)),
    /** How many changes wait for the server. */
    unsaved: () => entries.filter((entry) => isOpen(entry) && !entry.deferred).length,
    withheld,
    touch,
    persist,
    forget,
    end,
    add(entry: Entry): void {
      entries.push(entry);
      storage.hold(entry.key);
      persist(entry);
    },
    /** Adds an entry of an earlier page: it comes before those of this page. */
    restore(entry: Entry): void {
      const at = entries.findIndex((other) => !other.restored);
      entries.splice(at < 0 ? entries.length : at, 0, entry);
      storage.hold(entry.key);
    },
    drop(entry: Entry): void {
      forget(entry);
      end(entry);
    },
    settle,
    /** The screen is gone: it hears of nothing any more. */
    close(): void {
      closed = true;
    },
    /** Leaves unanswered changes to the next page that opens the board. */
    handBack(): void {
      for (const entry of entries) if (entry.settledAt === null) storage.handBack(entry.key);
      entries = entries.filter((entry) => entry.settledAt !== null);
    },
  };
}
