import type { BoardState } from "../../board-state/types.ts";

export function hasNoStickers({ view }: BoardState): boolean {
  return view !== null && ![...view.items.values()].some(({ kind }) => kind === "sticker");
}
