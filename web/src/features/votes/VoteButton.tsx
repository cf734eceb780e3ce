import "./votes.css";
import { limits } from "@retro/contract/limits";
import type { BoardView } from "@retro/rules/apply";
import { mayAddVote, mayVoteNow, remainingVotes } from "@retro/rules/votes";
import { useItemState, useBoardStore } from "../../board-state/hooks.ts";
import { useT } from "../../i18n/useT.ts";
import { tip } from "../../ui/tip.ts";
import { toast } from "../../ui/toast.ts";

/** Why the vote on this sticker cannot change now; null when it can. A vote once given can be taken back at the limit. */
function refusal(view: BoardView | null, id: string) {
  if (view === null || view.session.facilitator_options.votes === false)
    return view === null ? null : mayVoteNow(view.session);
  if (view.mine.has(id)) return mayVoteNow(view.session);
  return mayAddVote(view.session, remainingVotes(view.session, view.items, view.mine, id));
}

/**
 * The vote pill: toggles the user's vote at once; says how many are left while there is a limit (spec 5.11
 * and 8.8). A concealed count shows no number.
 */
export function VoteButton({ itemId }: { itemId: string }) {
  const t = useT();
  const store = useBoardStore();
  const count = useItemState(itemId, (state) => state.view?.items.get(itemId)?.votes ?? null);
  const mine = useItemState(itemId, (state) => state.view?.mine.has(itemId) ?? false);
  const refused = useItemState(itemId, (state) => refusal(state.view, itemId));
  const words = count === null ? t("votes.vote") : `${t("votes.vote")}: ${t("votes.votes", { count })}`;
  const reason = refused === null ? null : t(`error.${refused}`);

  const toggle = () => {
    store.send({ type: "vote", id: itemId, voted: !mine }).catch((error: unknown) => {
      toast({ kind: "error", message: error instanceof Error ? error.message : t("error.internal") });
    });
    const { view } = store.getState();
    if (view === null) return;
    const option = view.session.facilitator_options.votes;
    const left = remainingVotes(view.session, view.items, view.mine, itemId);
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
      aria-label={reason === null ? words : `${words}. ${reason}`}
      {...tip(reason ?? t("votes.vote"))}
      disabled={refused !== null}
      onClick={toggle}
    >
      <svg viewBox="0 0 24 24" aria-hidden>
        <path d="M7 11v9H4v-9zM7 11l4-8a2.5 2.5 0 0 1 2.5 2.5V9h5a2 2 0 0 1 2 2.3l-1.2 7A2 2 0 0 1 17.300 20H7" />
      </svg>
      {count !== null && <span>{count}</span>}
    </button>
  );
}
