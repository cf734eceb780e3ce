import { useEffect, useState } from "react";
import { useBoardStore } from "../../board-state/hooks.ts";
import { itemIds } from "../../board-state/requests.ts";
import type { BoardState } from "../../board-state/types.ts";
import { useT } from "../../i18n/useT.ts";
import { gather, noNews } from "./news.ts";

/** Others' changes are announced at most this often, summed up. */
const everyMs = 3000;

/** How many of `ids` are not in `known`. */
const lacking = (known: ReadonlySet<string>, ids: ReadonlySet<string>) =>
  [...ids].filter((id) => !known.has(id)).length;
const idsOf = ({ members }: BoardState) => new Set(members.map(({ id }) => id));

/**
 * Tells those who do not see the board what others do on it: "3 new stickers", not each of them. Numbers only, no texts, so that nothing
 * hidden is ever said.
 */
export function Announcer() {
  const t = useT();
  const store = useBoardStore();
  const [said, setSaid] = useState("");

  useEffect(() => {
    let { view } = store.getState();
    let present: Set<string> | null = null;
    let news = noNews();
    let timer: ReturnType<typeof setTimeout> | undefined;

    const tell = () => {
      timer = undefined;
      const state = store.getState();
      const now = idsOf(state);
      const me = state.view?.me ?? "";
      // Without a connection nobody seems to be here: that is no news of them.
      const known = now.has(me) ? present : null;
      if (now.has(me)) present = now;
      const counts = [
        ["stickers.newsAdded", news.added.size],
        ["stickers.newsChanged", news.changed.size],
        ["stickers.newsMoved", news.moved.size],
        ["stickers.newsDeleted", news.deleted.size],
        ["board.newsJoined", known === null ? 0 : lacking(known, now)],
        ["board.newsLeft", known === null ? 0 : lacking(now, known)],
      ] as const;
      news = noNews();
      const parts = counts.filter(([, count]) => count > 0).map(([key, count]) => t(key, { count }));
      if (parts.length > 0) setSaid(parts.join(", "));
    };

    const soon = () => {
      timer ??= setTimeout(tell, everyMs);
    };
    let members = store.getState().members;
    soon();
    const unsubscribe = store.subscribe(() => {
      const state = store.getState();
      if (state.members !== members) {
        ({ members } = state);
        // Who comes after me is news, however soon.
        const here = idsOf(state);
        if (present === null && here.has(state.view?.me ?? "")) present = here;
        soon();
      }
      const next = state.view;
      if (next === null || next.items === view?.items) return;
      // A change that the board's version does not count is the user's own, shown ahead of its answer.
      if (view !== null && next.version !== view.version) {
        const pending = new Set(state.pending.flatMap(({ command }) => itemIds(command)));
        gather(
          news,
          view.items,
          next.items,
          (id) => pending.has(id) || (next.items.get(id)?.user_id === next.me && !view?.items.has(id)),
        );
        soon();
      }
      view = next;
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [store, t]);

  return (
    <p className="sr-only" role="status">
      {said}
    </p>
  );
}
