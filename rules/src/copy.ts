import type { FileSticker } from "@retro/contract/files/board-file";
import type { TreeItem } from "@retro/contract/items";
import type { StickerStyle } from "@retro/contract/styles";

/**
 * Copies the stickers of a column, as one user may see them [B2].
 * @param stickers the column's children, presented to that user: the text of a hidden one is not in them
 * @returns the copies, in order, without votes. A hidden sticker is left out and counted; the stickers nested
 *   in it take its place
 */
export function copyStickers(stickers: readonly TreeItem[]): { copies: FileSticker[]; leftOut: number } {
  const copies: FileSticker[] = [];
  let leftOut = 0;
  for (const { hidden, title, style, created_at, children } of stickers) {
    const nested = copyStickers(children);
    leftOut += nested.leftOut;
    if (hidden || title === null) {
      leftOut += 1;
      copies.push(...nested.copies);
    } else copies.push({ text: title, style: style as StickerStyle, created_at, stickers: nested.copies });
  }
  return { copies, leftOut };
}
