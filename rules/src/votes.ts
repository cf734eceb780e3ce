import type { Facilitation } from "@retro/contract/entities";
import { isFacilitator, mayWrite, type RefusalCode } from "./permissions.ts";
import { type ItemNodes, sectionIdOf } from "./tree.ts";

/**
 * How many votes a user has left for this sticker, on the board or in the sticker's section [V2; spec 5.11].
 * @param votedIds ids of the stickers that the user has voted on
 * @returns null without a limit; never below 0
 */
export function remainingVotes(
  facilitation: Facilitation,
  items: ItemNodes,
  votedIds: Iterable<string>,
  itemId: string,
): number | null {
  const option = facilitation.facilitator_options.votes;
  if (option === false) return null;
  const section = option.item === "section" ? sectionIdOf(items, itemId) : null;
  let used = 0;
  for (const id of votedIds) if (option.item === "board" || sectionIdOf(items, id) === section) used += 1;
  return remainingVotesAfter(facilitation, used);
}

/**
 * How many votes the limit leaves [V2; spec 11.2].
 * @param used the user's votes on the board or in the section, as the limit counts them
 * @returns null without a limit; never below 0
 */
export function remainingVotesAfter(facilitation: Facilitation, used: number): number | null {
  const option = facilitation.facilitator_options.votes;
  return option === false ? null : Math.max(0, option.limit - used);
}

/**
 * May users vote and take votes back now? [V3, M2; spec 5.11]
 * @returns `board_read_only` while the board is locked, `voting_closed` while content is hidden
 */
export function mayVoteNow(facilitation: Facilitation): RefusalCode {
  return mayWrite(facilitation) ?? (facilitation.facilitator_options.hideContent ? "voting_closed" : null);
}

/**
 * May a user add a vote to a sticker? [V2, V3]
 * @param remaining the result of `remainingVotes`
 * @returns a refusal of `mayVoteNow`, or `vote_limit_reached` when no vote is left
 */
export function mayAddVote(facilitation: Facilitation, remaining: number | null): RefusalCode {
  return mayVoteNow(facilitation) ?? (remaining === 0 ? "vote_limit_reached" : null);
}

/**
 * May this user learn how many users have voted? [V5] The answer is a number and never names a voter.
 * @returns `facilitator_only`, or `voting_closed` while content is hidden
 */
export function mayCountVoters(facilitation: Facilitation, userId: string): RefusalCode {
  if (!isFacilitator(facilitation, userId)) return "facilitator_only";
  return facilitation.facilitator_options.hideContent ? "voting_closed" : null;
}
