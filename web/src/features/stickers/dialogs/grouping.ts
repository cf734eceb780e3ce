import type { Item } from "@retro/contract/items";
import type { BoardView } from "@retro/rules/apply-change";
import { childrenOf, placementCheck } from "@retro/rules/tree";
import type { BoardStore } from "../../../board-state/boardStore.ts";
import { moveItem } from "../saving/saveSticker.ts";

export function groupTargets(view: BoardView, id: string): Item[] {
  const own = view.items.get(id)?.parent_id;
  const fault = placementCheck(view.items, id);
  return [...view.items.values()].filter(
    (item) => item.kind === "sticker" && !item.hidden && item.id !== own && fault(item.id) === null,
  );
}

export function ungroupSticker(store: BoardStore, id: string): void {
  const items = store.getState().view?.items;
  const group = items?.get(items.get(id)?.parent_id ?? "");
  if (group?.kind === "sticker" && group.parent_id !== null)
    void moveItem(store, id, group.parent_id, group.id);
}

export function ungroupChildren(store: BoardStore, groupId: string): void {
  const { view } = store.getState();
  if (view === null) return;
  store.history.together(() => {
    for (const child of childrenOf(view.items, groupId).toReversed()) ungroupSticker(store, child.id);
  });
}
