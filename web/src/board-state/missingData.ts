import type { Facilitation } from "@retro/contract/entities";
import { type BoardView, isMissingVisibleText } from "@retro/rules/apply-change";
import { seesCounts } from "@retro/rules/permissions";

/**
 * Does the view lack what its user may see: a text, a count, an author? News was lost on the user's own channel, or a restriction came and
 * went between two answers.
 */
export interface MissingDataCheck {
  isMissing: (view: BoardView) => boolean;
  /** The items were loaded just now: who still has no author has none (an imported sticker), until the session changes. */
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
