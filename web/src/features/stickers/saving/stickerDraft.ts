import type { StickerStyle } from "@retro/contract/entities";
import { createId } from "../../../board-state/commands/createId.ts";
import type { DraftCommand, Drafts } from "../../../board-state/drafts/drafts.ts";

/** A sticker's text and style in a dialog. */
export interface StickerDraft {
  title: string;
  style: StickerStyle;
}

/** The command that adds a sticker to a column; as a draft, the column's unsent text. */
export function newSticker(columnId: string, { title, style }: StickerDraft): DraftCommand {
  return { type: "sticker.add", id: createId(), parent_id: columnId, title, style };
}

/** A column's unsent text; empty if there is none. */
export function columnDraft(drafts: Drafts, columnId: string): StickerDraft {
  return stickerDraftOf(drafts.get(columnId));
}

export function stickerDraftOf(kept: DraftCommand | null): StickerDraft {
  return kept?.type === "sticker.add"
    ? { title: kept.title, style: kept.style ?? {} }
    : { title: "", style: {} };
}
