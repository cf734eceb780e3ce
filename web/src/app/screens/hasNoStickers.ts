import { childIds } from "../../board-state/view/childIds.ts";
import type { BoardState } from "../../board-state/types.ts";

/** A board has a section's three columns and nothing else as long as it has no sticker. */
const itemsPerSection = 4;

export function hasNoStickers({ view }: BoardState): boolean {
  return view !== null && view.items.size === childIds(view.items, null).length * itemsPerSection;
}
