import { limits } from "@retro/contract/limits";
import { fieldError } from "../../http/errors/app-error.ts";
import type { BoardRow } from "../parts/board-store.ts";

const itemsPerSection = 1 + limits.columnsPerSection;

export function itemCount(board: Pick<BoardRow, "section_count" | "sticker_count">): number {
  return board.section_count * itemsPerSection + board.sticker_count;
}

export function requireCapacity(
  board: Pick<BoardRow, "section_count" | "sticker_count">,
  added: { sections: number; stickers: number },
): void {
  const more = added.sections * itemsPerSection + added.stickers;
  if (more > 0 && itemCount(board) + more > limits.maxItemsPerBoard)
    throw fieldError("title", "validation.boardFull", { max: limits.maxItemsPerBoard });
}
