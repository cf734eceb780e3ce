import { createContext, use } from "react";
import type { ComponentType } from "react";
import type { StickerDraft } from "./saving/stickerDraft.ts";

/**
 * The actions on stickers and sections for all components of the board. The object stays the same for the
 * board.
 */
export interface StickerActions {
  /** Opens New Sticker for this column, with its unsent text. */
  add: (columnId: string) => void;
  /** Opens New Sticker for the section's column with the fewest stickers. */
  addToSection: (sectionId: string) => void;
  /** Adds stickers to the end of a column, shown at once. */
  addAll: (columnId: string, drafts: readonly StickerDraft[]) => void;
  /** Opens the composer in this column. */
  compose: (columnId: string) => void;
  edit: (id: string) => void;
  /** Hides the sticker at once; the deletion is sent when its toast ends without Undo. */
  remove: (id: string) => void;
  openMenu: (id: string, anchor: HTMLElement) => void;
  openSectionMenu: (id: string, anchor: HTMLElement) => void;
}

/** Components of other features that a sticker or a section renders. */
export interface StickerParts {
  /** The vote button; `groupVotes` on the head of a closed group, null while counts are concealed. */
  Vote: ComponentType<{ itemId: string; groupVotes?: number | null | undefined; tabIndex: 0 | -1 }>;
  /** The votes that the user has left in a section. */
  SectionVotesLeft: ComponentType<{ sectionId: string }>;
  /** What a section without stickers shows. */
  Empty: ComponentType<{ title: string }>;
  /** Opens the actions with the sticker's text as the next action; `opener` gets the focus back. */
  makeAction: (stickerId: string, opener: HTMLElement | null) => void;
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
