import type { SessionState } from "@retro/contract/entities";
import type { Refusal } from "./gates.ts";
import { type Nodes, sectionOf } from "./tree.ts";

/**
 * How many votes a user has left for this sticker [V2]: over the board, or over the sticker's section.
 * @param mine ids of the stickers the user has voted on
 * @returns null where there is no limit; never below 0
 */
export function remainingVotes(
  session: SessionState,
  items: Nodes,
  mine: Iterable<string>,
  itemId: string,
): number | null {
  const option = session.facilitator_options.votes;
  if (option === false) return null;
  const section = option.item === "section" ? sectionOf(items, itemId) : null;
  let used = 0;
  for (const id of mine) if (option.item === "board" || sectionOf(items, id) === section) used += 1;
  return votesLeft(session, used);
}

/**
 * How many votes the limit leaves [V2].
 * @param used votes that the user has put on the board, or in the section, whichever the limit is for
 * @returns null where there is no limit; never below 0
 */
export function votesLeft(session: SessionState, used: number): number | null {
  const option = session.facilitator_options.votes;
  return option === false ? null : Math.max(0, option.limit - used);
}

/** May votes change at all now? [V3] Voting is off while content is hidden. */
export function mayVoteNow(session: SessionState): Refusal {
  return session.facilitator_options.hideContent ? "voting_closed" : null;
}

/** May this user put a vote on a sticker they have not voted on? */
export function mayAddVote(session: SessionState, remaining: number | null): Refusal {
  return mayVoteNow(session) ?? (remaining === 0 ? "vote_limit_reached" : null);
}
