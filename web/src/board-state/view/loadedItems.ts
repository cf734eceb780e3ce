import type { Item, TreeItem } from "@retro/contract/items";
import type { BoardView } from "@retro/rules/apply-change";
import { mergeItem, sameItem } from "./applyVersionedChange.ts";
import type { PartVersions } from "./partVersions.ts";

/**
 * Puts the items of a load into a view, and raises the versions of all items to that of the load, and those
 * of their counts if it has all counts.
 * @param version the version of the loaded items: newer items in the view stay as they are, the load replaces
 *   the rest
 */
export function mergeLoadedItems(
  old: BoardView,
  versions: PartVersions,
  tree: readonly TreeItem[],
  version: number,
): BoardView {
  const loaded = new Map(flatten(tree).map((item) => [item.id, item]));
  const items = new Map<string, Item>();
  for (const [id, known] of old.items)
    if (loaded.has(id) || versions.of("items", id) > version) items.set(id, known);
  // Called before the merge: the loaded items, perhaps thousands, then need no version of their own.
  versions.setAll("items", version);
  if ([...loaded.values()].every(({ votes }) => votes !== null)) versions.setAll("votes", version);
  for (const item of loaded.values()) {
    const merged = mergeItem(old, versions, version, item);
    if (merged !== undefined) items.set(item.id, merged);
  }
  return { ...old, items: sameItems(items, old.items) ? old.items : items };
}

function sameItems(a: BoardView["items"], b: BoardView["items"]): boolean {
  if (a.size !== b.size) return false;
  for (const [id, item] of a) {
    const other = b.get(id);
    if (!other || !sameItem(item, other)) return false;
  }
  return true;
}

function flatten(tree: readonly TreeItem[]): Item[] {
  const items: Item[] = [];
  const visit = (nodes: readonly TreeItem[]): void => {
    for (const { _lft, _rgt, children, ...item } of nodes) {
      items.push(item);
      visit(children);
    }
  };
  visit(tree);
  return items;
}
