import type { Item } from "@retro/contract/items";
import { compareSiblings, indexChildren } from "@retro/rules/tree";
import { changedIds } from "./changedIds.ts";

type Items = ReadonlyMap<string, Item>;
/** Ids of children in order, by parent; `null` is the parent of the sections. */
type ChildIndex = ReadonlyMap<string | null, readonly string[]>;

const indexes = new WeakMap<Items, ChildIndex>();
/** The index contains only ids, so that no old text stays in memory. */
let lastIndex: ChildIndex = new Map();
let lastItems: WeakRef<Items> | null = null;
const noIds: readonly string[] = [];

/** The same array until its content changes. */
export function childIds(items: Items, parentId: string | null): readonly string[] {
  return childIndex(items).get(parentId) ?? noIds;
}

export function childIndex(items: Items): ChildIndex {
  let index = indexes.get(items);
  if (!index) {
    const before = lastItems?.deref();
    index = (before && updateIndex(before, items)) ?? buildIndex(items);
    indexes.set(items, index);
    lastIndex = index;
    lastItems = new WeakRef(items);
  }
  return index;
}

function buildIndex(items: Items): ChildIndex {
  const index = new Map<string | null, readonly string[]>();
  for (const [parent, children] of indexChildren(items.values()))
    index.set(
      parent,
      keepArray(
        parent,
        children.map(({ id }) => id),
      ),
    );
  return index;
}

/** Sorts only where a child has come, gone or moved. @returns null if the boards have little in common */
function updateIndex(before: Items, items: Items): ChildIndex | null {
  const changed = changedIds(before, items);
  if (changed.length > items.size / 4) return null;
  const arrivals = new Map<string | null, string[]>();
  const parents = new Set<string | null>();
  for (const id of changed) {
    const [old, now] = [before.get(id), items.get(id)];
    if (old && now && old.parent_id === now.parent_id && old.order === now.order) continue;
    if (old) parents.add(old.parent_id);
    if (!now) continue;
    parents.add(now.parent_id);
    if (old?.parent_id !== now.parent_id)
      arrivals.set(now.parent_id, [...(arrivals.get(now.parent_id) ?? []), id]);
  }
  if (parents.size === 0) return lastIndex;
  const index = new Map(lastIndex);
  for (const parent of parents) {
    const ids = [...(lastIndex.get(parent) ?? noIds), ...(arrivals.get(parent) ?? noIds)];
    const children = ids.flatMap((id) => items.get(id) ?? []).filter((item) => item.parent_id === parent);
    if (children.length === 0) index.delete(parent);
    else
      index.set(
        parent,
        keepArray(
          parent,
          children.toSorted(compareSiblings).map(({ id }) => id),
        ),
      );
  }
  return index;
}

function keepArray(parent: string | null, ids: readonly string[]): readonly string[] {
  const old = lastIndex.get(parent);
  return old?.length === ids.length && ids.every((id, i) => id === old[i]) ? old : ids;
}
