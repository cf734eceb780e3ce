import type { Item } from "@retro/contract/items";

type Items = ReadonlyMap<string, Item>;

/** By both views, weakly: an old view may contain a text that was hidden since, and must leave the memory. */
const found = new WeakMap<Items, WeakMap<Items, readonly string[]>>();

/** Two views are compared once: a board has thousands of items, and several parts of the page ask. */
export function changedIds(before: Items, after: Items): readonly string[] {
  if (before === after) return [];
  const known = found.get(before)?.get(after);
  if (known) return known;
  const ids = compare(before, after);
  remember(before, after, ids);
  return ids;
}

/** @returns the items with one added or replaced; what has changed is known without a comparison */
export function withItem(before: Items, item: Item): Items {
  const after = new Map(before).set(item.id, item);
  remember(before, after, [item.id]);
  return after;
}

function remember(before: Items, after: Items, ids: readonly string[]): void {
  let byLater = found.get(before);
  if (!byLater) found.set(before, (byLater = new WeakMap()));
  byLater.set(after, ids);
}

function compare(before: Items, after: Items): string[] {
  const ids: string[] = [];
  let common = 0;
  for (const [id, item] of after) {
    const known = before.get(id);
    if (known !== undefined) common += 1;
    if (known !== item) ids.push(id);
  }
  if (common < before.size) for (const id of before.keys()) if (!after.has(id)) ids.push(id);
  return ids;
}
