import { compareSiblings, type ItemNode, makeOrderKeys } from "./tree.ts";

/**
 * The order keys that give siblings a new order [T11]. The keys of the siblings are dealt out again, so that
 * a reorder and its undo leave the same keys as before, and no key grows.
 * @param siblings all children of one parent
 * @param ids their ids in the new order
 * @returns the siblings whose key changes
 */
export function reorderSiblings<T extends ItemNode>(
  siblings: readonly T[],
  ids: readonly string[],
): { item: T; order: string }[] {
  const byId = new Map(siblings.map((item) => [item.id, item]));
  const sorted = siblings.map(({ order }) => order).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  // Siblings with equal keys are ordered by their ids: they need distinct keys to change places.
  const distinct = new Set(sorted).size === sorted.length;
  const keys = distinct ? sorted : makeOrderKeys(sorted.length);
  return ids.flatMap((id, i) => {
    const item = byId.get(id);
    const order = keys[i];
    return item === undefined || order === undefined || item.order === order ? [] : [{ item, order }];
  });
}

/** Tells whether these are the ids of the siblings, in their order [T11]. */
export function isOrderOf(siblings: readonly ItemNode[], ids: readonly string[]): boolean {
  const sorted = siblings.toSorted(compareSiblings);
  return sorted.length === ids.length && sorted.every(({ id }, i) => id === ids[i]);
}
