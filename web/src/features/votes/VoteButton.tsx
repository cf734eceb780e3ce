import "./votes.css";
import { limits } from "@retro/contract/limits";
import type { BoardView } from "@retro/rules/apply-change";
import { mayAddVote, mayVoteNow, remainingVotes } from "@retro/rules/votes";
import { useItemState, useBoardStore } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { tip } from "../../ui/tip.ts";
import { toast } from "../../ui/toast.ts";

/** Returns why the vote on this sticker cannot change now; null if it can. At the limit a vote can still be taken back. */
function voteRefusal(view: BoardView | null, id: string) {
  if (view === null || view.facilitation.facilitator_options.votes === false)
    return view === null ? null : mayVoteNow(view.facilitation);
  if (view.votedIds.has(id)) return mayVoteNow(view.facilitation);
  return mayAddVote(view.facilitation, remainingVotes(view.facilitation, view.items, view.votedIds, id));
}

/**
 * The vote button: toggles the user's vote. It shows how many votes are left while there is a limit (spec 5.11 and 8.8), and no number
 * while counts are concealed.
 */
export function VoteButton({ itemId }: { itemId: string }) {
  const t = useT();
  const store = useBoardStore();
  const count = useItemState(itemId, (state) => state.view?.items.get(itemId)?.votes ?? null);
  const mine = useItemState(itemId, (state) => state.view?.votedIds.has(itemId) ?? false);
  const refusal = useItemState(itemId, (state) => voteRefusal(state.view, itemId));
  const label = count === null ? t("votes.vote") : `${t("votes.vote")}: ${t("votes.votes", { count })}`;
  const reason = refusal === null ? null : t(`error.${refusal}`);

  const toggle = () => {
    store.send({ type: "vote", id: itemId, voted: !mine }).catch((error: unknown) => {
      toast({ kind: "error", message: error instanceof Error ? error.message : t("error.internal") });
    });
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
      aria-pressed={mine}
      aria-label={reason === null ? label : `${label}. ${reason}`}
      {...tip(reason ?? t("votes.vote"))}
      disabled={refusal !== null}
      onClick={toggle}
    >
      <svg viewBox="0 0 24 24" aria-hidden>
        <path d="M7 11v9H4v-9zM7 11l4-8a2.5 2.5 0 0 1 2.5 2.5V9h5a2 2 0 0 1 2 2.3l-1.2 7A2 2 0 0 1 17.300 20H7" />
      </svg>
      {count !== null && <span>{count}</span>}
    </button>
  );
}
