import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import { takesVotesIn, votesPerSticker } from "./rounds.ts";
import { isFacilitator, mayWrite, type RefusalCode } from "./permissions.ts";
import { type ItemNodes, sectionIdOf } from "./tree.ts";

/**
 * Votes that a user has left for this sticker, or in this section [V2; spec 5.11]; null without a limit, never below 0.
 * @param givenIn the sections in which the user gave votes; one that it lacks counts where its sticker is
 */
export function remainingVotes(
  facilitation: Facilitation,
  items: ItemNodes,
  votedIds: Iterable<string>,
  itemId: string,
  givenIn?: ReadonlyMap<string, string>,
): number | null {
  const option = facilitation.facilitator_options.votes;
  if (option === false) return null;
  const countsIn = (id: string) => givenIn?.get(id) ?? sectionIdOf(items, id);
  const section = option.item === "section" ? countsIn(itemId) : null;
  let used = 0;
  for (const id of votedIds) if (option.item === "board" || countsIn(id) === section) used += 1;
  return remainingVotesAfter(facilitation, used);
}

/** Votes that the limit leaves after `used` ones [V2; spec 11.2]; null without a limit, never below 0. */
export function remainingVotesAfter(facilitation: Facilitation, used: number): number | null {
  const option = facilitation.facilitator_options.votes;
  return option === false ? null : Math.max(0, option.limit - used);
}

/** May users vote and take votes back now? Else `board_read_only` or `voting_closed` [V3, M2; spec 5.11]. */
export function mayVoteNow(facilitation: Facilitation): RefusalCode {
  return mayWrite(facilitation) ?? (facilitation.facilitator_options.hideContent ? "voting_closed" : null);
}

/**
 * May a user add a vote?
 * @param sectionId the section of the sticker; only a round of chosen sections needs it [V8]
 * @returns else as `mayVoteNow`; `not_in_round` outside the round's sections, or `vote_limit_reached` [V2, V3]
 */
export function mayAddVote(
  facilitation: Facilitation,
  remaining: number | null,
  sectionId: string | null = null,
): RefusalCode {
  const closed = mayVoteNow(facilitation);
  if (closed !== null) return closed;
  if (!takesVotesIn(facilitation, sectionId)) return "not_in_round";
  return remaining === 0 ? "vote_limit_reached" : null;
}

/**
 * May a user who has `had` votes on a sticker have `own`, which are more? [V9] As `mayAddVote`; also
 * `vote_limit_reached` for more than the round permits on one sticker.
 * @param left votes that the limit leaves the user; null without a limit
 */
export function mayAddVotes(
  facilitation: Facilitation,
  { own, had, left }: { own: number; had: number; left: number | null },
  sectionId: string | null,
): RefusalCode {
  const fits = own <= votesPerSticker(facilitation) && (left === null || own - had <= left);
  return mayAddVote(facilitation, fits ? left : 0, sectionId);
}

/** While a limit gives votes, everybody may know how many are left for all together [V10]. */
export function tellsVotesLeft({ facilitator_options: { hideContent, votes } }: Facilitation): boolean {
  return !hideContent && votes !== false && votes.limit > 0;
}

/** The answer is a number and never names a voter [V5]. Else `facilitator_only` or `voting_closed`. */
export function mayCountVoters(facilitation: Facilitation, userId: string): RefusalCode {
  if (!isFacilitator(facilitation, userId)) return "facilitator_only";
  return facilitation.facilitator_options.hideContent ? "voting_closed" : null;
}
