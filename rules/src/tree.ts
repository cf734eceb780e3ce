import type { Item, ItemKind, TreeItem } from "@retro/contract/items";
import { limits } from "@retro/contract/limits";
import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";

export interface ItemNode {
  id: string;
  parent_id: string | null;
  kind: ItemKind;
  order: string;
}
/** What a list in an order needs: stickers under a parent, or a board's actions. */
export type Ordered = Pick<ItemNode, "id" | "order">;
export type ItemNodes<T extends ItemNode = ItemNode> = ReadonlyMap<string, T>;

/** By the bytes of their order keys, and by their ids where keys are equal [T4]. For `sort`. */
export function compareSiblings(a: Ordered, b: Ordered): number {
  if (a.order !== b.order) return a.order < b.order ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** The children of every parent, in order; `null` is the parent of the sections [T1]. */
export function indexChildren<T extends ItemNode>(items: Iterable<T>): Map<string | null, T[]> {
  const index = new Map<string | null, T[]>();
  for (const item of items) {
    const siblings = index.get(item.parent_id);
    if (siblings) siblings.push(item);
    else index.set(item.parent_id, [item]);
  }
  for (const siblings of index.values()) if (siblings.length > 1) siblings.sort(compareSiblings);
  return index;
}

/** The children of one parent, in order. Cheaper than `indexChildren` for a single parent. */
export function childrenOf<T extends ItemNode>(items: ItemNodes<T>, parentId: string | null): T[] {
  const found: T[] = [];
  for (const item of items.values()) if (item.parent_id === parentId) found.push(item);
  return found.sort(compareSiblings);
}

/** The ids of an item and of everything below it, parents first: what deleting it deletes [T5]. */
export function subtreeIds(items: ItemNodes, id: string): string[] {
  const index = indexChildren(items.values());
  const ids = [id];
  for (let i = 0; i < ids.length; i += 1)
    for (const child of index.get(ids[i] as string) ?? []) ids.push(child.id);
  return ids;
}

/** Stickers from the column down to this item, which counts [T3]; 0 for a column or section. */
export function stickerDepth(items: ItemNodes, id: string): number {
  let depth = 0;
  for (
    let node = items.get(id);
    node?.kind === "sticker";
    node = node.parent_id === null ? undefined : items.get(node.parent_id)
  )
    depth += 1;
  return depth;
}

/** The id of the section that contains an item (for a section its own id); null for an unknown item. */
export function sectionIdOf(items: ItemNodes, id: string): string | null {
  let node = items.get(id);
  while (node && node.kind !== "section")
    node = node.parent_id === null ? undefined : items.get(node.parent_id);
  return node?.id ?? null;
}

/** How deep stickers nest in an item, the item included [T3]. */
export function subtreeHeight(index: Map<string | null, ItemNode[]>, id: string): number {
  let most = 0;
  for (const child of index.get(id) ?? []) most = Math.max(most, subtreeHeight(index, child.id));
  return most + 1;
}

/** A key of the message catalogue with its parameters: 422 on `parent_id`. */
interface PlacementError {
  key: "validation.parent" | "validation.tooDeep";
  params: Record<string, number>;
}

/**
 * May this item be placed under this parent? [T1, T3; spec 10.3 and 11.1] A column or a sticker takes
 * stickers, a sticker is never under itself or a descendant, and stickers nest at most five deep. A section
 * moves among the sections only.
 * @param itemId null: a new sticker
 * @param parentId null: the parent of the sections
 * @returns null when it may
 */
export function findPlacementError(
  items: ItemNodes,
  itemId: string | null,
  parentId: string | null,
): PlacementError | null {
  return placementCheck(items, itemId)(parentId);
}

/** `findPlacementError` for many parents of one item: measures once how deep stickers are nested in it. */
export function placementCheck(
  items: ItemNodes,
  itemId: string | null,
): (parentId: string | null) => PlacementError | null {
  const no: PlacementError = { key: "validation.parent", params: {} };
  const item = itemId === null ? null : items.get(itemId);
  if (item === undefined || item?.kind === "column") return () => no;
  if (item?.kind === "section") return (parentId) => (parentId === null ? null : no);
  let below = item ? 0 : 1;
  return (parentId) => {
    const parent = parentId === null ? undefined : items.get(parentId);
    if (!parent || parent.kind === "section") return no;
    for (
      let node: ItemNode | undefined = item ? parent : undefined;
      node;
      node = node.parent_id === null ? undefined : items.get(node.parent_id)
    )
      if (node.id === itemId) return no;
    if (item) below ||= subtreeHeight(indexChildren(items.values()), item.id);
    if (stickerDepth(items, parent.id) + below > limits.maxNesting)
      return { key: "validation.tooDeep", params: { max: limits.maxNesting } };
    return null;
  };
}

/**
 * The position right after a sibling [T9].
 * @param siblings in order, without the moved item
 * @param afterId the sibling to follow; null means first
 * @returns the end when `afterId` is not among the siblings: the move still counts after that sibling was
 *   deleted or moved away
 */
export function positionAfter(siblings: readonly Ordered[], afterId: string | null): number {
  if (afterId === null) return 0;
  const at = siblings.findIndex((sibling) => sibling.id === afterId);
  return at < 0 ? siblings.length : at + 1;
}

/** The longest key that a move makes, in characters [T4]. */
export const maxOrderKeyLength = 50;
/** Siblings that make room get keys short enough for the next moves. */
const shortOrderKeyLength = 25;

/**
 * The order key of an item at a position, and the siblings that need new keys [T4]. Repeated moves between
 * two neighbours make keys longer; before a key grows past `maxOrderKeyLength`, the siblings around the place
 * get short keys again. Siblings with equal keys leave no room between them and get new keys in the same way.
 * @param siblings in order, without the item
 * @param position from 0; past the end means the end
 * @returns `rekeyed` is empty for almost every move
 */
export function placeItem<T extends Ordered>(
  siblings: readonly T[],
  position: number,
): { order: string; rekeyed: { item: T; order: string }[] } {
  const at = Math.min(Math.max(position, 0), siblings.length);
  const [before, after] = [siblings[at - 1]?.order ?? null, siblings[at]?.order ?? null];
  if (isGap(before, after)) {
    const order = generateKeyBetween(before, after);
    if (order.length <= maxOrderKeyLength) return { order, rekeyed: [] };
  }
  for (let reach = 8; ; reach *= 2) {
    const [from, to] = [Math.max(0, at - reach), Math.min(siblings.length, at + reach)];
    const [lower, upper] = [siblings[from - 1]?.order ?? null, siblings[to]?.order ?? null];
    const all = from === 0 && to === siblings.length;
    if (!isGap(lower, upper)) continue;
    const keys = generateNKeysBetween(lower, upper, to - from + 1);
    if (!all && keys.some((key) => key.length > shortOrderKeyLength)) continue;
    const order = keys.splice(at - from, 1)[0] as string;
    const around = siblings.slice(from, to).map((item, i) => ({ item, order: keys[i] as string }));
    return { order, rekeyed: around.filter((each) => each.item.order !== each.order) };
  }
}

function isGap(lower: string | null, upper: string | null): boolean {
  return lower === null || upper === null || lower < upper;
}

/** In ascending order [T4]. `after`: the key of the last sibling that is there; null: none is. */
export function makeOrderKeys(count: number, after: string | null = null): string[] {
  return generateNKeysBetween(after, null, count);
}

/** The tree of `GET boards/{id}/items`; markers count from 1 [T6; spec 3.3 to 3.5]. */
export function buildTree(items: Iterable<Item>): TreeItem[] {
  const index = indexChildren(items);
  let marker = 0;
  const buildLevel = (parentId: string | null): TreeItem[] =>
    (index.get(parentId) ?? []).map((item) => {
      const node: TreeItem = { ...item, _lft: (marker += 1), _rgt: 0, children: [] };
      node.children = buildLevel(item.id);
      node._rgt = marker += 1;
      return node;
    });
  return buildLevel(null);
}
