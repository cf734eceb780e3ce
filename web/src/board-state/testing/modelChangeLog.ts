import type { UnredactedChange } from "@retro/rules/present";

/** What one version changed. */
interface LogEntry {
  version: number;
  by: string;
  ids: Set<string>;
  actionIds: Set<string>;
  /** The items were deleted or restored, with all their votes. */
  deleted: boolean;
  voter: string | null;
  head: boolean;
  facilitation: boolean;
  reset: boolean;
}

/** What some versions changed together. */
export interface LoggedChanges {
  /** Items that were added, changed, voted on or deleted. */
  ids: readonly string[];
  /** Actions that were added, changed or deleted. */
  actionIds: readonly string[];
  head: boolean;
  facilitation: boolean;
  reset: boolean;
  wasDeleted: (id: string) => boolean;
  hasVoteBy: (userId: string) => boolean;
}

export type ModelChangeLog = ReturnType<typeof createModelChangeLog>;

/** The change log of the model server's board. */
export function createModelChangeLog() {
  const log: LogEntry[] = [];
  return {
    add(version: number, by: string, changes: readonly UnredactedChange[]): void {
      log.push(logEntryOf(version, by, changes));
    },
    /** The entries of other users after this version, up to `version`; null if the log does not reach back so far. */
    byOthers(since: number, version: number, userId: string): LogEntry[] | null {
      const missed = log.filter((entry) => entry.version > since);
      if (since > version || missed.length !== version - since) return null;
      return missed.filter(({ by }) => by !== userId);
    },
    /** What changed after this version, up to `version`; null if the log does not reach back so far. */
    since(since: number, version: number): LoggedChanges | null {
      const missed = log.filter((entry) => entry.version > since);
      if (since > version || missed.length !== version - since) return null;
      return {
        ids: [...new Set(missed.flatMap((entry) => [...entry.ids]))],
        actionIds: [...new Set(missed.flatMap((entry) => [...entry.actionIds]))],
        head: missed.some((entry) => entry.head),
        facilitation: missed.some((entry) => entry.facilitation),
        reset: missed.some((entry) => entry.reset),
        wasDeleted: (id) => missed.some((entry) => entry.deleted && entry.ids.has(id)),
        hasVoteBy: (userId) => missed.some((entry) => entry.voter === userId),
      };
    },
  };
}

function logEntryOf(version: number, by: string, changes: readonly UnredactedChange[]): LogEntry {
  const entry: LogEntry = {
    version,
    by,
    ids: new Set(),
    actionIds: new Set(),
    deleted: false,
    voter: null,
    head: false,
    facilitation: false,
    reset: false,
  };
  for (const change of changes) {
    if (change.type === "item.put") entry.ids.add(change.item.id);
    else if (change.type === "item.deleted") {
      entry.deleted = true;
      for (const id of change.ids) entry.ids.add(id);
    } else if (change.type === "vote") {
      entry.ids.add(change.item_id);
      entry.voter = change.user_id;
    } else if (change.type === "votes.restored") {
      entry.deleted = true;
      entry.ids.add(change.item_id);
    } else if (change.type === "action.put") entry.actionIds.add(change.action.id);
    else if (change.type === "action.deleted") for (const id of change.ids) entry.actionIds.add(id);
    else if (change.type === "board.put") entry.head = true;
    else if (change.type === "session.put") entry.facilitation = true;
    else entry.reset = true;
  }
  return entry;
}
