import "./votes.css";
import { limits } from "@retro/contract/limits";
import type { MessageKey } from "@retro/contract/messages/catalogue";
import type { BoardView } from "@retro/rules/apply-change";
import { sectionIdOf } from "@retro/rules/tree";
import { mayAddVote, mayVoteNow, remainingVotes } from "@retro/rules/votes";
import { useItemParts, useBoardStore } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { announce } from "../../ui/focus/announce.ts";
import { tip } from "../../ui/tooltips/tip.ts";
import { toast, toastError } from "../../ui/toasts/toast.ts";

/** At the limit a vote can still be taken back. */
function voteRefusal(view: BoardView | null, id: string): MessageKey | null {
  if (view === null) return null;
  const { facilitation, items, votedIds } = view;
  const limit = facilitation.facilitator_options.votes;
  const refusal = votedIds.has(id)
    ? mayVoteNow(facilitation)
    : mayAddVote(facilitation, remainingVotes(facilitation, items, votedIds, id), sectionIdOf(items, id));
  if (refusal === null) return null;
  const inSection = limit !== false && limit.item === "section" && limit.limit > 0;
  return refusal === "vote_limit_reached" && inSection ? "votes.noneLeftSection" : `error.${refusal}`;
}

interface Props {
  itemId: string;
  /** The votes of the whole group, on the head of a closed one; null while concealed. */
  groupVotes?: number | null | undefined;
  tabIndex?: 0 | -1;
}

/** While a vote is refused, the button keeps its events, so that a press says why (spec 5.11 and 8.8). */
export function VoteButton({ itemId, groupVotes, tabIndex = 0 }: Props) {
  const t = useT();
  const store = useBoardStore();
  const { own, mine, refusal } = useItemParts(itemId, ({ view }) => ({
    own: view?.items.get(itemId)?.votes ?? null,
    mine: view?.votedIds.has(itemId) ?? false,
    refusal: voteRefusal(view, itemId),
  }));
  const count = groupVotes === undefined ? own : groupVotes;
  const votes =
    count === null ? "" : `: ${t(groupVotes === undefined ? "votes.votes" : "votes.inGroup", { count })}`;
  const label = `${t("votes.vote")}${votes}`;
  const reason = refusal === null ? null : t(refusal);

  const toggle = () => {
    if (reason !== null) {
      announce(reason);
      return;
    }
    store.send({ type: "vote", id: itemId, voted: !mine }).catch(toastError);
    const { view } = store.getState();
    if (view === null) return;
    const option = view.facilitation.facilitator_options.votes;
    const left = remainingVotes(view.facilitation, view.items, view.votedIds, itemId);
    if (option === false || left === null) return;
    toast({
      message: t(option.item === "section" ? "votes.remainingSection" : "votes.remaining", { count: left }),
      duration: limits.voteToastMs,
    });
  };

  return (
    <button
      type="button"
      className="vote"
      tabIndex={tabIndex}
      aria-pressed={mine}
      aria-label={reason === null ? label : `${label}. ${reason}`}
      aria-disabled={reason === null ? undefined : true}
      {...tip(reason ?? t("votes.vote"), { tap: reason !== null })}
      onClick={toggle}
    >
      <svg viewBox="0 0 24 24" aria-hidden>
        <path d="M7 11v9H4v-9zM7 11l4-8a2.5 2.5 0 0 1 2.5 2.5V9h5a2 2 0 0 1 2 2.3l-1.2 7A2 2 0 0 1 17.300 20H7" />
      </svg>
      {count !== null && <span>{count}</span>}
    </button>
  );
}
