import type { BoardEnvironment } from "./boardEnvironment.ts";

/** Whispers may be lost: a mark expires after this time without another whisper. */
const markLifetimeMs = 35_000;

/**
 * Which items other users edit, as they whisper it.
 * @param changed called after each change of a mark
 */
export function createEditMarks(env: BoardEnvironment, changed: () => void) {
  const marks = new Map<string, { itemId: string; cancelExpiry: () => void }>();
  let editing: ReadonlyMap<string, readonly string[]> = new Map();

  function set(userId: string, itemId: string | null): void {
    marks.get(userId)?.cancelExpiry();
    marks.delete(userId);
    if (itemId !== null)
      marks.set(userId, { itemId, cancelExpiry: env.schedule(markLifetimeMs, () => set(userId, null)) });
    editing = usersByItem();
    changed();
  }

  /** Arrays that did not change keep their identity. */
  function usersByItem(): ReadonlyMap<string, readonly string[]> {
    const next = new Map<string, readonly string[]>();
    for (const [userId, { itemId }] of marks) next.set(itemId, [...(next.get(itemId) ?? []), userId]);
    for (const [itemId, userIds] of next) {
      const old = editing.get(itemId);
      if (old && old.length === userIds.length && old.every((id, i) => id === userIds[i]))
        next.set(itemId, old);
    }
    return next;
  }

  function cancelExpiries(): void {
    for (const { cancelExpiry } of marks.values()) cancelExpiry();
  }

  return {
    /** Item id → ids of the users who edit it. */
    editing: () => editing,
    /** @param itemId null: the user edits nothing */
    set,
    /** Removes the marks of users who are not members. */
    keepOnly(memberIds: ReadonlySet<string>): void {
      for (const userId of marks.keys()) if (!memberIds.has(userId)) set(userId, null);
    },
    /** Removes all marks without a call of `changed`. */
    clear(): void {
      cancelExpiries();
      marks.clear();
      editing = new Map();
    },
    close: cancelExpiries,
  };
}
