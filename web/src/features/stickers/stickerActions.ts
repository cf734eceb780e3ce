import { createContext, use } from "react";
import type { ComponentType } from "react";

/** What can be done with stickers and sections from anywhere on the board. The object stays the same while the board does. */
export interface StickerActions {
  /** Opens New Sticker for this column. */
  add: (columnId: string) => void;
  /** Opens New Sticker for the section's emptiest column. */
  addToSection: (sectionId: string) => void;
  edit: (id: string) => void;
  /** Hides at once; sent when its toast goes without Undo. */
  remove: (id: string) => void;
  openMenu: (id: string, anchor: HTMLElement) => void;
  openSectionMenu: (id: string, anchor: HTMLElement) => void;
}

/** What other features lend to a sticker. */
export interface StickerParts {
  /** The vote pill. */
  Vote: ComponentType<{ itemId: string }>;
}

export const StickerActionsContext = createContext<StickerActions | null>(null);
export const StickerPartsContext = createContext<StickerParts | null>(null);

/** @throws Error outside of a board */
export function useStickerActions(): StickerActions {
  const actions = use(StickerActionsContext);
  if (actions === null) throw new Error("useStickerActions() outside of a board");
  return actions;
}

/** @throws Error outside of a board */
export function useStickerParts(): StickerParts {
  const parts = use(StickerPartsContext);
  if (parts === null) throw new Error("useStickerParts() outside of a board");
  return parts;
}
