import type { Item } from "@retro/contract/entities";
import type { StickerDraft } from "./dialogs/stickerDraft.ts";

/** What the server had against what was typed, shown when the dialog opens again with it. */
export interface RefusalText {
  field: string | undefined;
  message: string;
}

/** The one dialog or menu that is open on the board. `entry`: the failed change that it mends. */
export type BoardDialog =
  | { kind: "new"; columnId: string; draft?: StickerDraft; refused?: RefusalText; entry?: string }
  | { kind: "edit"; id: string; draft?: StickerDraft; refused?: RefusalText; entry?: string }
  | { kind: "conflict"; id: string; mine: StickerDraft; theirs: Item; entry: string }
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
 * Offers the dialog in which the user can correct a failed change. Nothing replaces what the user is writing: while a dialog or menu is open, this
 * waits, and then a message tells of the refusal.
 * @param entry the failed change's key
 */
export type OfferCorrection = (entry: string) => void;
