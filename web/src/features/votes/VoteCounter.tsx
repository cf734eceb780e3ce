import "./vote-counter.css";
import type { MessageKey } from "@retro/contract/messages/catalogue";
import { type BoardView, ownVotesOn } from "@retro/rules/apply-change";
import { votesPerSticker } from "@retro/rules/rounds";
import { mayVoteNow } from "@retro/rules/votes";
import { useBoardStore, useItemParts } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { announce, announceOnce } from "../../ui/focus/announce.ts";
import { tip } from "../../ui/tooltips/tip.ts";
import { toastError } from "../../ui/toasts/toast.ts";
import { additionRefusal, reasonOf, roundNow, showVotesLeft, type VoteProps } from "./mayVote.ts";

/** No vote to take back, and the most on one sticker, show a message like a refusal of the rules. */
function refusalsOf(
  view: BoardView | null,
  id: string,
): { less: MessageKey | null; more: MessageKey | null } {
  if (view === null) return { less: null, more: null };
  const own = ownVotesOn(view, id);
  return {
    less: reasonOf(view, mayVoteNow(view.facilitation)) ?? (own === 0 ? "votes.noneHere" : null),
    more: own >= votesPerSticker(view.facilitation) ? "votes.mostHere" : additionRefusal(view, id),
  };
}

/** "− 2 +": the user's own votes on a sticker, beside all of them, in a round that permits several [V9]. */
export function VoteCounter({ itemId, groupVotes, tabIndex = 0 }: VoteProps) {
  const t = useT();
  const store = useBoardStore();
  const { all, own, most, less, more } = useItemParts(itemId, ({ view }) => ({
    all: view?.items.get(itemId)?.votes ?? null,
    own: view === null ? 0 : ownVotesOn(view, itemId),
    most: view === null ? 1 : votesPerSticker(view.facilitation),
    ...refusalsOf(view, itemId),
  }));
  const count = groupVotes === undefined ? all : groupVotes;
  const votes = count === null ? [] : [t("votes.votes", { count })];
  const ownVotes = t("votes.ownOf", { count: own, most });
  const label =
    count !== null && groupVotes !== undefined
      ? `${t("votes.inGroup", { count })}, ${ownVotes}`
      : `${t("votes.vote")}: ${[...votes, ownVotes].join(", ")}`;
  const set = (next: number, refusal: MessageKey | null) => {
    if (refusal !== null) {
      announceOnce(t(refusal, { count: most }));
      return;
    }
    store
      .send({ type: "vote", id: itemId, voted: next > 0, count: next, ...roundNow(store) })
      .catch(toastError);
    announce(t("votes.ownOf", { count: next, most }));
    showVotesLeft(store, itemId, t);
  };
  const press = (name: string, next: number, refusal: MessageKey | null) => {
    const reason = refusal === null ? null : t(refusal, { count: most });
    return {
      type: "button" as const,
      tabIndex,
      "aria-label": reason === null ? name : `${name}. ${reason}`,
      "aria-disabled": reason === null ? undefined : true,
      ...tip(reason ?? name, { tap: reason !== null }),
      onClick: () => set(next, refusal),
    };
  };
  return (
    <span className="vote-counter" role="group" aria-label={label} data-mine={own > 0 ? "" : undefined}>
      {count !== null && (
        <span className="vote-sum" aria-hidden>
          <svg viewBox="0 0 24 24">
            <path d="M7 11v9H4v-9zM7 11l4-8a2.5 2.5 0 0 1 2.5 2.5V9h5a2 2 0 0 1 2 2.3l-1.2 7A2 2 0 0 1 17.300 20H7" />
          </svg>
          {count}
        </span>
      )}
      <button className="vote-less" {...press(t("votes.takeOne"), own - 1, less)}>
        <svg viewBox="0 0 24 24" aria-hidden>
          <path d="M6 12h12" />
        </svg>
      </button>
      <span className="vote-own" aria-hidden>
        {own}
      </span>
      <button className="vote-more" {...press(t("votes.addOne"), own + 1, more)}>
        <svg viewBox="0 0 24 24" aria-hidden>
          <path d="M6 12h12M12 6v12" />
        </svg>
      </button>
    </span>
  );
}
