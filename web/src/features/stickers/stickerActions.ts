import { createContext, use } from "react";
import type { ComponentType } from "react";
import type { BoardStore } from "../../board-state/boardStore.ts";
import type { StickerDraft } from "./saving/stickerDraft.ts";

/** The object stays the same for the board. */
export interface StickerActions {
  add: (columnId: string) => void;
  addToSection: (sectionId: string) => void;
  addAll: (columnId: string, drafts: readonly StickerDraft[]) => void;
  /** To the columns of a section that keep it even [L2]. */
  addEvenly: (sectionId: string, drafts: readonly StickerDraft[]) => void;
  compose: (columnId: string) => void;
  /** Where the section stays even, or where its writer has left a text. */
  composeIn: (sectionId: string) => void;
  edit: (id: string) => void;
  /** Hides the sticker at once; the deletion is sent when its toast ends without Undo. */
  remove: (id: string) => void;
  openMenu: (id: string, anchor: HTMLElement) => void;
  openSectionMenu: (id: string, anchor: HTMLElement) => void;
}

export interface StickerParts {
  /** The vote button; `groupVotes` on the head of a closed group, null while counts are concealed. */
  Vote: ComponentType<{ itemId: string; groupVotes?: number | null | undefined; tabIndex: 0 | -1 }>;
  SectionVotesLeft: ComponentType<{ sectionId: string }>;
  Empty: ComponentType<{ title: string }>;
  /** The actions of the board, in their section [D6]. */
  Actions: ComponentType<{ onShow: (stickerId: string) => void }>;
  makeAction: (stickerId: string, opener: HTMLElement | null) => void;
  /** Without a question; for a sticker that is dropped on the section for actions. */
  addActionFrom: (store: BoardStore, stickerId: string) => void;
}

export const StickerActionsContext = createContext<StickerActions | null>(null);
export const StickerPartsContext = createContext<StickerParts | null>(null);

export function useStickerActions(): StickerActions {
  const actions = use(StickerActionsContext);
  if (actions === null) throw new Error("useStickerActions() outside of a board");
  return actions;
}

export function useStickerParts(): StickerParts {
  const parts = use(StickerPartsContext);
  if (parts === null) throw new Error("useStickerParts() outside of a board");
  return parts;
}
