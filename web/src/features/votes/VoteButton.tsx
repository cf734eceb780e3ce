import "./votes.css";
import type { MessageKey } from "@retro/contract/messages/catalogue";
import type { BoardView } from "@retro/rules/apply-change";
import { votesPerSticker } from "@retro/rules/rounds";
import { mayVoteNow } from "@retro/rules/votes";
import { useItemParts, useBoardStore } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { announceOnce } from "../../ui/focus/announce.ts";
import { lazyPart } from "../../ui/loading/lazy.tsx";
import { toastError } from "../../ui/toasts/toast.ts";
import { tip } from "../../ui/tooltips/tip.ts";
import {
  additionRefusal,
  mayAnybodyVote,
  reasonOf,
  roundNow,
  showVotesLeft,
  type VoteProps,
} from "./mayVote.ts";

/** Loaded with the first round that permits several votes on one sticker. */
const VoteCounter = lazyPart(() => import("./VoteCounter.tsx"), "VoteCounter", {
  silent: true,
  plain: true,
  prefetch: false,
  fallback: <span className="vote" />,
});

/** At the limit a vote can still be taken back. */
function voteRefusal(view: BoardView | null, id: string): MessageKey | null {
  if (view === null) return null;
  return view.votedIds.has(id) ? reasonOf(view, mayVoteNow(view.facilitation)) : additionRefusal(view, id);
}

/**
 * While a vote is refused, the button keeps its events, so that a press shows the reason (spec 5.11 and 8.8).
 */
export function VoteButton(props: VoteProps) {
  const { itemId, groupVotes, tabIndex = 0 } = props;
  const t = useT();
  const store = useBoardStore();
  const { several, own, mine, refusal, closed } = useItemParts(itemId, ({ view }) => ({
    several: view !== null && votesPerSticker(view.facilitation) > 1,
    own: view?.items.get(itemId)?.votes ?? null,
    mine: view?.votedIds.has(itemId) ?? false,
    refusal: voteRefusal(view, itemId),
    closed: view !== null && !mayAnybodyVote(view),
  }));
  if (several) return <VoteCounter {...props} />;
  const count = groupVotes === undefined ? own : groupVotes;
  const vote = t("votes.vote");
  const ofOne = count === null ? vote : `${vote}: ${t("votes.votes", { count })}`;
  const label = count !== null && groupVotes !== undefined ? t("votes.inGroup", { count }) : ofOne;
  const reason = refusal === null ? null : t(refusal);

  const toggle = () => {
    if (reason !== null) {
      announceOnce(reason);
      return;
    }
    store.send({ type: "vote", id: itemId, voted: !mine, ...roundNow(store) }).catch(toastError);
    showVotesLeft(store, itemId, t);
  };

  return (
    <button
      type="button"
      className="vote"
      tabIndex={tabIndex}
      aria-pressed={mine}
      aria-label={reason === null ? label : `${label}. ${reason}`}
      aria-disabled={reason === null ? undefined : true}
      data-closed={closed && (count ?? 0) === 0 ? "" : undefined}
      {...tip(reason ?? t("votes.vote"), { tap: reason !== null })}
      onClick={toggle}
    >
      <svg viewBox="0 0 24 24" aria-hidden>
        <path d="M12 20V5M5.500 11 12 4.500l6.500 6.500" />
      </svg>
      {count !== null && <span>{count}</span>}
    </button>
  );
}
