import type { BoardEnvironment } from "../boardEnvironment.ts";

/**
 * At which item each of the other users is, as they whisper it.
 * @param lifetimeMs whispers may be lost: a mark expires after this time without another whisper
 * @param changed called after each change of a mark
 */
export function createWhisperMarks(env: BoardEnvironment, lifetimeMs: number, changed: () => void) {
  const marks = new Map<string, { itemId: string; cancelExpiry: () => void }>();
  let byItem: ReadonlyMap<string, readonly string[]> = new Map();

  function set(userId: string, itemId: string | null): void {
    marks.get(userId)?.cancelExpiry();
    marks.delete(userId);
    if (itemId !== null)
      marks.set(userId, { itemId, cancelExpiry: env.schedule(lifetimeMs, () => set(userId, null)) });
    byItem = usersByItem();
    changed();
  }

  /** Arrays that did not change keep their identity. */
  function usersByItem(): ReadonlyMap<string, readonly string[]> {
    const next = new Map<string, readonly string[]>();
    for (const [userId, { itemId }] of marks) next.set(itemId, [...(next.get(itemId) ?? []), userId]);
    for (const [itemId, userIds] of next) {
      const old = byItem.get(itemId);
      if (old && old.length === userIds.length && old.every((id, i) => id === userIds[i]))
        next.set(itemId, old);
    }
    return next;
  }

  function cancelExpiries(): void {
    for (const { cancelExpiry } of marks.values()) cancelExpiry();
  }

  return {
    byItem: () => byItem,
    set,
    keepOnly(memberIds: ReadonlySet<string>): void {
      for (const userId of marks.keys()) if (!memberIds.has(userId)) set(userId, null);
    },
    /** Removes all marks without a call of `changed`. */
    clear(): void {
      cancelExpiries();
      marks.clear();
      byItem = new Map();
    },
    close: cancelExpiries,
  };
}
