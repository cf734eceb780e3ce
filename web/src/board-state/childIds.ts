import type { Item } from "@retro/contract/entities";
import { indexChildren } from "@retro/rules/tree";

type Items = ReadonlyMap<string, Item>;
type Index = ReadonlyMap<string | null, readonly string[]>;

const indexes = new WeakMap<Items, Index>();
let lastIndex: Index = new Map();
const noIds: readonly string[] = [];

/** Ids of a parent's children in order; `null` is the parent of the sections. The same array until its content changes. */
export function childIds(items: Items, parentId: string | null): readonly string[] {
  let index = indexes.get(items);
  if (!index) {
    index = build(items);
    indexes.set(items, index);
    // The index contains only ids, so that no old text stays in memory.
    lastIndex = index;
  }
  return index.get(parentId) ?? noIds;
}

function build(items: Items): Index {
  const index = new Map<string | null, readonly string[]>();
  for (const [parent, children] of indexChildren(items.values())) {
    const old = lastIndex.get(parent);
    const same = old?.length === children.length && children.every((child, i) => child.id === old[i]);
    index.set(parent, same ? old : children.map((child) => child.id));
  }
  return index;
}
