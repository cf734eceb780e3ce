import type { Item } from "@retro/contract/entities";
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
    /** Drops the texts that this user may no longer see (rule H6), and those of deleted stickers. */
    scrub(items: ReadonlyMap<string, Item>): void {
      for (const id of drafts.keys()) if (items.get(id)?.hidden !== false) drafts.delete(id);
    },
  };
}
export type EditDrafts = ReturnType<typeof createEditDrafts>;
