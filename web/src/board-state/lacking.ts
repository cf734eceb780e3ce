import type { SessionState } from "@retro/contract/entities";
import { type BoardView, lacksOwnText } from "@retro/rules/apply";
import { seesCounts } from "@retro/rules/gates";

/**
 * Does the view lack what its user may see: a text, a count, an author? News was lost on the user's own channel, or a restriction came and
 * went between two answers.
 */
export interface Lacking {
  in: (view: BoardView) => boolean;
  /** The items were loaded just now: who still has no author has none (an imported sticker), until the session changes. */
  loaded: (view: BoardView) => void;
}

export function createLacking(): Lacking {
  let authorless: ReadonlySet<string> = new Set();
  let under: SessionState | null = null;
  return {
    in(view) {
      const counts = seesCounts(view.session, view.me);
      const authors = view.session.facilitator_options.avatars !== "hide";
      const excused = view.session === under ? authorless : new Set();
      for (const item of view.items.values()) {
        if (item.kind !== "sticker") continue;
        if (counts && item.votes === null) return true;
        if (authors && item.user_id === null && !excused.has(item.id)) return true;
      }
      return lacksOwnText(view);
    },
    loaded(view) {
      under = view.session;
      authorless = new Set(
        [...view.items.values()].filter((item) => item.user_id === null).map((item) => item.id),
      );
    },
  };
}
