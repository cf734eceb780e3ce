import type { BoardView } from "@retro/rules/apply-change";
import { isTextWithheld } from "../boardQueries.ts";
import type { StickerDraft } from "./stickerDraft.ts";

/** An edit that was left with Escape. */
export interface EditDraft extends StickerDraft {
  /** The revision that the edit began from: a save after somebody else's edit shows both texts. */
  rev: number;
}

/** Edits that were left with Escape, by sticker. In memory only, because the text may be another user's. */
export function createEditDrafts() {
  const drafts = new Map<string, EditDraft>();
  return {
    get: (id: string): EditDraft | undefined => drafts.get(id),
    set(id: string, draft: EditDraft | null): void {
      if (draft === null) drafts.delete(id);
      else drafts.set(id, draft);
    },
    /** Drops the texts that this user may no longer see [H6], and those of deleted stickers. */
    scrub(view: BoardView | null): void {
      for (const id of drafts.keys()) {
        const item = view?.items.get(id);
        if (!view || !item || isTextWithheld(view, item)) drafts.delete(id);
      }
    },
  };
}
export type EditDrafts = ReturnType<typeof createEditDrafts>;
