import type { Action } from "@retro/contract/actions";
import type { Item } from "@retro/contract/items";
import { changedIds } from "../../board-state/view/changedIds.ts";

/** Ids, so that several edits of one sticker count once. */
export interface BoardChanges {
  readonly added: Set<string>;
  readonly changed: Set<string>;
  readonly moved: Set<string>;
  readonly deleted: Set<string>;
  readonly actions: Set<string>;
}

export function noChanges(): BoardChanges {
  return { added: new Set(), changed: new Set(), moved: new Set(), deleted: new Set(), actions: new Set() };
}

/** @param isOwn whether a change of this sticker is the user's own, which is not announced */
export function addChanges(
  changes: BoardChanges,
  before: ReadonlyMap<string, Item>,
  after: ReadonlyMap<string, Item>,
  isOwn: (id: string) => boolean,
): void {
  for (const id of changedIds(before, after)) {
    const [known, item] = [before.get(id), after.get(id)];
    if ((item ?? known)?.kind !== "sticker" || isOwn(id)) continue;
    if (item === undefined) {
      changes.changed.delete(id);
      changes.moved.delete(id);
      if (!changes.added.delete(id)) changes.deleted.add(id);
    } else if (known === undefined) changes.added.add(id);
    else if (!changes.added.has(id)) {
      if (known.parent_id !== item.parent_id) changes.moved.add(id);
      // A text that was hidden or revealed has not changed.
      if (known.title !== item.title && known.title !== null && item.title !== null) changes.changed.add(id);
    }
  }
}

export function addActionChanges(
  { actions }: BoardChanges,
  before: ReadonlyMap<string, Action>,
  after: ReadonlyMap<string, Action>,
  isOwn: (id: string) => boolean,
): void {
  for (const id of new Set([...before.keys(), ...after.keys()]))
    if (before.get(id) !== after.get(id) && !isOwn(id)) actions.add(id);
}
