import type { Item } from "@retro/contract/entities";
import type { StickerDraft } from "./saving/stickerDraft.ts";

/** The server's errors on the user's input, shown when the dialog opens again with that input. */
export interface RefusalText {
  field: string | undefined;
  message: string;
}

/**
 * The one dialog or menu that is open on the board. `entry`: the failed change that the dialog corrects;
 * `sticker`: the one that it was to add.
 */
export type BoardDialog =
  | {
      kind: "new";
      columnId: string;
      draft?: StickerDraft;
      refused?: RefusalText | undefined;
      entry?: string | undefined;
      sticker?: string;
    }
  | {
      kind: "edit";
      id: string;
      draft?: StickerDraft;
      refused?: RefusalText | undefined;
      entry?: string | undefined;
    }
  | { kind: "conflict"; id: string; mine: StickerDraft; theirs: Item; entry?: string | undefined }
  | { kind: "move"; id: string }
  | { kind: "group"; id: string }
  | { kind: "section"; id: string }
  | { kind: "delete-section"; id: string }
  | { kind: "menu"; id: string; anchor: HTMLElement }
  | { kind: "section-menu"; id: string; anchor: HTMLElement }
  | { kind: "failed"; id: string; anchor: HTMLElement };

/** Opens a dialog or menu, or closes the open one. */
export type OpenDialog = (next: BoardDialog | null) => void;
/**
 * Offers the dialog in which the user can correct a failed change. While another dialog or menu is open, it
 * waits for that one to close and then shows a message, so that it never interrupts typing.
 * @param entry the failed change's key
 */
export type OfferCorrection = (entry: string) => void;
