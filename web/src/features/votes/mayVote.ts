import { limits } from "@retro/contract/limits";
import type { MessageKey } from "@retro/contract/messages/catalogue";
import { type BoardView, ownVotesOf } from "@retro/rules/apply-change";
import type { RefusalCode } from "@retro/rules/permissions";
import { presentRound } from "@retro/rules/rounds";
import { sectionIdOf } from "@retro/rules/tree";
import { mayAddVote, mayVoteNow, remainingVotes } from "@retro/rules/votes";
import type { BoardStore } from "../../board-state/boardStore.ts";
import type { Translate } from "../../i18n/useT.ts";
import { toast } from "../../ui/toasts/toast.ts";

export interface VoteProps {
  itemId: string;
  /** The votes of the whole group, on the head of a closed one; null while concealed. */
  groupVotes?: number | null | undefined;
  tabIndex?: 0 | -1;
}

/** Votes that the user has left for a sticker, or a section; null without a limit [V2, V9]. */
export function votesLeftFor(view: BoardView, id: string): number | null {
  if (view.facilitation.facilitator_options.votes === false) return null;
  return remainingVotes(view.facilitation, view.items, ownVotesOf(view), id, view.voteSections);
}

export function mayAnybodyVote({ facilitation }: BoardView): boolean {
  const limit = facilitation.facilitator_options.votes;
  return mayVoteNow(facilitation) === null && (limit === false || limit.limit > 0);
}

/** Why the user may not put one more vote on a sticker. */
export function additionRefusal(view: BoardView, id: string): MessageKey | null {
  const { facilitation, items } = view;
  return reasonOf(view, mayAddVote(facilitation, votesLeftFor(view, id), sectionIdOf(items, id)));
}

export function reasonOf({ facilitation }: BoardView, refusal: RefusalCode): MessageKey | null {
  const limit = facilitation.facilitator_options.votes;
  if (refusal === null) return null;
  const inSection = limit !== false && limit.item === "section" && limit.limit > 0;
  return refusal === "vote_limit_reached" && inSection ? "votes.noneLeftSection" : `error.${refusal}`;
}

/** Says for a moment how many votes the user has left after a press. */
export function showVotesLeft(store: BoardStore, itemId: string, t: Translate): void {
  const { view } = store.getState();
  if (view === null) return;
  const option = view.facilitation.facilitator_options.votes;
  const left = votesLeftFor(view, itemId);
  if (option === false || left === null) return;
  toast({
    message: t(option.item === "section" ? "votes.remainingSection" : "votes.remaining", { count: left }),
    duration: limits.voteToastMs,
  });
}

/** Of a vote that is given now [V8]. */
export function roundNow(store: BoardStore): { round?: number } {
  const { view } = store.getState();
  return view?.facilitation.rounds === undefined ? {} : { round: presentRound(view.facilitation) };
}
