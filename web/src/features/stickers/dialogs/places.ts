import type { Item } from "@retro/contract/entities";
import type { BoardView } from "@retro/rules/apply";
import { childrenOf, placeFault } from "@retro/rules/tree";
import type { BoardStore } from "../../../board-state/types.ts";
import { moveItem } from "../save.ts";

/** Stickers that this one may be grouped with, hidden ones and its own group left out. */
export function groupable(view: BoardView, id: string): Item[] {
  const own = view.items.get(id)?.parent_id;
  return [...view.items.values()].filter(
    (item) =>
      item.kind === "sticker" &&
      !item.hidden &&
      item.id !== own &&
      placeFault(view.items, id, item.id) === null,
  );
}

/** Where an item comes to stand when it leaves its group: behind the group. */
export function outOf(view: BoardView, id: string): { parentId: string; position: number } | null {
  const group = view.items.get(view.items.get(id)?.parent_id ?? "");
  if (group?.kind !== "sticker" || group.parent_id === null) return null;
  const siblings = childrenOf(view.items, group.parent_id).filter((item) => item.id !== id);
  return { parentId: group.parent_id, position: siblings.findIndex((item) => item.id === group.id) + 1 };
}

/** Takes a sticker out of its group. */
export function ungroupOne(store: BoardStore, id: string): void {
  const { view } = store.getState();
  const place = view === null ? null : outOf(view, id);
  if (place !== null) void moveItem(store, id, place.parentId, place.position);
}

/** Takes all stickers out of a group, in their order. */
export function ungroupChildren(store: BoardStore, groupId: string): void {
  const { view } = store.getState();
  if (view === null) return;
  for (const child of childrenOf(view.items, groupId).toReversed()) ungroupOne(store, child.id);
}
