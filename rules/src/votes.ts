import type { Facilitation } from "@retro/contract/entities";
import type { RefusalCode } from "./permissions.ts";
import { type ItemNodes, sectionIdOf } from "./tree.ts";

/**
 * How many votes a user has left for this sticker [V2]: over the board, or over the sticker's section.
 * @param mine ids of the stickers the user has voted on
 * @returns null where there is no limit; never below 0
 */
export function remainingVotes(
  facilitation: Facilitation,
  items: ItemNodes,
  mine: Iterable<string>,
  itemId: string,
): number | null {
  const option = facilitation.facilitator_options.votes;
  if (option === false) return null;
  const section = option.item === "section" ? sectionIdOf(items, itemId) : null;
  let used = 0;
  for (const id of mine) if (option.item === "board" || sectionIdOf(items, id) === section) used += 1;
  return remainingVotesAfter(facilitation, used);
}

/**
 * How many votes the limit leaves [V2].
 * @param used votes that the user has put on the board, or in the section, whichever the limit is for
 * @returns null where there is no limit; never below 0
 */
export function remainingVotesAfter(facilitation: Facilitation, used: number): number | null {
  const option = facilitation.facilitator_options.votes;
  return option === false ? null : Math.max(0, option.limit - used);
}

/** May votes change at all now? [V3] Voting is off while content is hidden. */
export function mayVoteNow(facilitation: Facilitation): RefusalCode {
  return facilitation.facilitator_options.hideContent ? "voting_closed" : null;
}

/** May this user put a vote on a sticker they have not voted on? */
export function mayAddVote(facilitation: Facilitation, remaining: number | null): RefusalCode {
  return mayVoteNow(facilitation) ?? (remaining === 0 ? "vote_limit_reached" : null);
}
