import type { StickerStyle } from "@retro/contract/entities";

/** A sticker's text and look, as a dialog holds them. */
export interface StickerDraft {
  title: string;
  style: StickerStyle;
}
