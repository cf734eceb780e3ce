import type { Item } from "@retro/contract/entities";

/** What others did to the stickers since the last announcement: ids, so that several edits of one sticker count once. */
export interface News {
  readonly added: Set<string>;
  readonly changed: Set<string>;
  readonly moved: Set<string>;
  readonly deleted: Set<string>;
}

export function noNews(): News {
  return { added: new Set(), changed: new Set(), moved: new Set(), deleted: new Set() };
}

/**
 * Adds to the news what differs between two views of the board.
 * @param own whether a sticker's change is the user's own, which they know of
 */
export function gather(
  news: News,
  before: ReadonlyMap<string, Item>,
  after: ReadonlyMap<string, Item>,
  own: (id: string) => boolean,
): void {
  for (const [id, item] of after) {
    const known = before.get(id);
    if (known === item || item.kind !== "sticker" || own(id)) continue;
    if (known === undefined) news.added.add(id);
    else if (news.added.has(id)) continue;
    else {
      if (known.parent_id !== item.parent_id) news.moved.add(id);
      // A text that was hidden or shown again is not a change of it.
      if (known.title !== item.title && known.title !== null && item.title !== null) news.changed.add(id);
    }
  }
  for (const [id, { kind }] of before) {
    if (kind !== "sticker" || after.has(id) || own(id)) continue;
    news.changed.delete(id);
    news.moved.delete(id);
    if (!news.added.delete(id)) news.deleted.add(id);
  }
}
