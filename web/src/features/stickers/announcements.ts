import type { Item } from "@retro/contract/entities";

/** What others did to the stickers since the last announcement: ids, so that several edits of one sticker count once. */
export interface BoardChanges {
  readonly added: Set<string>;
  readonly changed: Set<string>;
  readonly moved: Set<string>;
  readonly deleted: Set<string>;
}

export function noChanges(): BoardChanges {
  return { added: new Set(), changed: new Set(), moved: new Set(), deleted: new Set() };
}

/**
 * Adds to the news what differs between two views of the board.
 * @param isOwn whether a sticker's change is the user's own, which they know of
 */
export function addChanges(
  changes: BoardChanges,
  before: ReadonlyMap<string, Item>,
  after: ReadonlyMap<string, Item>,
  isOwn: (id: string) => boolean,
): void {
  for (const [id, item] of after) {
    const known = before.get(id);
    if (known === item || item.kind !== "sticker" || isOwn(id)) continue;
    if (known === undefined) changes.added.add(id);
    else if (changes.added.has(id)) continue;
    else {
      if (known.parent_id !== item.parent_id) changes.moved.add(id);
      // A text that was hidden or shown again is not a change of it.
      if (known.title !== item.title && known.title !== null && item.title !== null) changes.changed.add(id);
    }
  }
  for (const [id, { kind }] of before) {
    if (kind !== "sticker" || after.has(id) || isOwn(id)) continue;
    changes.changed.delete(id);
    changes.moved.delete(id);
    if (!changes.added.delete(id)) changes.deleted.add(id);
  }
}
