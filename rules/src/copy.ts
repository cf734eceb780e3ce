import type { StickerStyle, TreeItem } from "@retro/contract/entities";

/** A sticker as a copy of its board gets it [B2]: without an author and without votes. */
export interface StickerCopy {
  title: string;
  style: StickerStyle;
  /** ISO 8601. */
  created_at: string;
  stickers: StickerCopy[];
}

/**
 * Copies the stickers of a column, as one user may see them [B2].
 * @param stickers the column's children, presented to that user: the text of a hidden one is not in them
 * @returns the copies, in order. A hidden sticker is left out and counted; the stickers nested in it take its place
 */
export function copyStickers(stickers: readonly TreeItem[]): { copies: StickerCopy[]; leftOut: number } {
  const copies: StickerCopy[] = [];
  let leftOut = 0;
  for (const { hidden, title, style, created_at, children } of stickers) {
    const nested = copyStickers(children);
    leftOut += nested.leftOut;
    if (hidden || title === null) {
      leftOut += 1;
      copies.push(...nested.copies);
    } else copies.push({ title, style: style as StickerStyle, created_at, stickers: nested.copies });
  }
  return { copies, leftOut };
}
