import type { Facilitation } from "@retro/contract/entities";
import { type BoardView, isMissingVisibleText } from "@retro/rules/apply-change";
import { seesCounts } from "@retro/rules/permissions";

/**
 * Finds out whether the view lacks a text, a count or an author that its user may see: an event on the user's
 * channel was lost, or a restriction was set and removed between two answers.
 */
export interface MissingDataCheck {
  isMissing: (view: BoardView) => boolean;
  /**
   * The items were loaded now: stickers without an author have none (they were imported), until the
   * facilitation changes.
   */
  itemsLoaded: (view: BoardView) => void;
}

export function createMissingDataCheck(): MissingDataCheck {
  let withoutAuthor: ReadonlySet<string> = new Set();
  let loadedUnder: Facilitation | null = null;
  return {
    isMissing(view) {
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
    itemsLoaded(view) {
      loadedUnder = view.facilitation;
      withoutAuthor = new Set(
        [...view.items.values()].filter((item) => item.user_id === null).map((item) => item.id),
      );
    },
  };
}
