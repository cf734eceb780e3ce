import type { StickerStyle } from "@retro/contract/entities";

/** A sticker's text and style in a dialog. */
export interface StickerDraft {
  title: string;
  style: StickerStyle;
}
