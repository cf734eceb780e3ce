import type { Item } from "@retro/contract/items";
import type { StickerDraft } from "./saving/stickerDraft.ts";

interface RefusalText {
  field: string | undefined;
  message: string;
}

/** `entry`: the failed change that the dialog corrects; `sticker`: the one that it was to add. */
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
  | { kind: "reactions"; id: string; anchor: HTMLElement }
  | { kind: "section-menu"; id: string; anchor: HTMLElement }
  | { kind: "failed"; id: string; anchor: HTMLElement };

export type OpenDialog = (next: BoardDialog | null) => void;
/** While another dialog or menu is open, it waits and then shows a message: it never interrupts typing. */
export type OfferCorrection = (entry: string) => void;
