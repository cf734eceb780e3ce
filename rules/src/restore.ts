import { limits } from "@retro/contract/limits";
import { childrenOf, type ItemNode, type ItemNodes, sectionIdOf, stickerDepth } from "./tree.ts";

/** Where a deleted sticker was [T12]. */
interface LastPlace {
  parent_id: string;
  /** The column, also of a sticker that was in a group. */
  column_id: string;
  /** The order keys of that column's section and of the column. */
  section_order: string;
  column_order: string;
}

/** Where a sticker is now; null for an item that is not in a column. */
export function lastPlaceOf(items: ItemNodes, id: string): LastPlace | null {
  const parentId = items.get(id)?.parent_id ?? null;
  const section = items.get(sectionIdOf(items, id) ?? "");
  let column = items.get(parentId ?? "");
  while (column?.kind === "sticker") column = items.get(column.parent_id ?? "");
  if (parentId === null || column?.kind !== "column" || section === undefined) return null;
  return {
    parent_id: parentId,
    column_id: column.id,
    section_order: section.order,
    column_order: column.order,
  };
}

/**
 * The parent of a restored sticker [T12]: the former one; else the former column; else the column nearest to
 * it.
 * @param items the board's sections and columns, and the stickers from the former parent up to its column
 * @param height how deep stickers are nested in the restored one, which counts as 1
 * @returns null on a board without columns
 */
export function parentForRestored(items: ItemNodes, place: LastPlace, height: number): string | null {
  const parent = items.get(place.parent_id);
  const fits = parent !== undefined && stickerDepth(items, parent.id) + height <= limits.maxNesting;
  if (fits && parent.kind !== "section") return parent.id;
  if (items.get(place.column_id)?.kind === "column") return place.column_id;
  const section = nearest(childrenOf(items, null), place.section_order);
  return section === null ? null : (nearest(childrenOf(items, section.id), place.column_order)?.id ?? null);
}

function nearest(siblings: readonly ItemNode[], order: string): ItemNode | null {
  return siblings.find((each) => each.order >= order) ?? siblings.at(-1) ?? null;
}

/** By its former key under its former parent, else at the end [T12]. `siblings` are in order, without it. */
export function positionForRestored(
  siblings: readonly ItemNode[],
  parentId: string,
  former: { parent_id: string; order: string },
): number {
  if (parentId !== former.parent_id) return siblings.length;
  const at = siblings.findIndex((each) => each.order >= former.order);
  return at < 0 ? siblings.length : at;
}
