import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import { type BoardView, isMissingVisibleText } from "@retro/rules/apply-change";
import { seesCounts } from "@retro/rules/permissions";

/** Finds what its user may see and the view lacks: an event was lost, or a restriction came and went. */
export function createMissingDataCheck() {
  let withoutAuthor: ReadonlySet<string> = new Set();
  let loadedUnder: Facilitation | null = null;
  return {
    isMissing(view: BoardView): boolean {
      const counts = seesCounts(view.facilitation, view.userId);
      const authors = view.facilitation.facilitator_options.avatars !== "hide";
      const knownWithoutAuthor = view.facilitation === loadedUnder ? withoutAuthor : new Set();
      for (const item of view.items.values()) {
        if (item.kind !== "sticker") continue;
        if (counts && item.votes === null) return true;
        if (authors && item.user_id === null && !knownWithoutAuthor.has(item.id)) return true;
      }
      return isMissingVisibleText(view);
    },
    /** Stickers without an author after a load have none, until the facilitation changes. */
    itemsLoaded(view: BoardView): void {
      loadedUnder = view.facilitation;
      withoutAuthor = new Set(
        [...view.items.values()].filter((item) => item.user_id === null).map((item) => item.id),
      );
    },
  };
}
