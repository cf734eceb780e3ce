import type { StickerStyle } from "@retro/contract/styles";
import { createId } from "../../../board-state/commands/createId.ts";
import type { DraftCommand, Drafts } from "../../../board-state/drafts/drafts.ts";

export interface StickerDraft {
  title: string;
  style: StickerStyle;
}

export function newSticker(columnId: string, { title, style }: StickerDraft): DraftCommand {
  return { type: "sticker.add", id: createId(), parent_id: columnId, title, style };
}

export function columnDraft(drafts: Drafts, columnId: string): StickerDraft {
  return stickerDraftOf(drafts.get(columnId));
}

export function stickerDraftOf(kept: DraftCommand | null): StickerDraft {
  return kept?.type === "sticker.add"
    ? { title: kept.title, style: kept.style ?? {} }
    : { title: "", style: {} };
}
