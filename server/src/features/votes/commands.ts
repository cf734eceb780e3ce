import { randomUUID } from "node:crypto";
import type { ChangeMeta } from "@retro/contract/changes";
import type { Item } from "@retro/contract/entities";
import { mayFacilitate, seesCounts } from "@retro/rules/permissions";
import { mayAddVote, mayVoteNow, remainingVotesAfter } from "@retro/rules/votes";
import type { Deps } from "../../deps.ts";
import { notFound, requireAllowed } from "../../http/errors/app-error.ts";
import type { Caller } from "../../board/turn/caller.ts";
import { takeTurn, type Turn } from "../../board/turn/turn.ts";
import { loadItem } from "../../board/parts/load-items.ts";
import * as store from "./store.ts";

export interface VoteResponse {
  item_id: string;
  votes: number | null;
  voted: boolean;
  remaining: number | null;
}

/**
 * Repeating either is harmless (V1 to V3; spec 10.3). Turns are serial, so that the limit holds for two tabs.
 * @throws AppError 403 `vote_limit_reached` or `voting_closed`, 404
 */
export async function setVote(
  deps: Deps,
  boardId: string,
  caller: Caller,
  itemId: string,
  voted: boolean,
): Promise<{ value: VoteResponse; meta: ChangeMeta }> {
  return takeTurn(deps, boardId, caller, async (turn) => {
    const item = await loadItem(turn.db, boardId, itemId);
    if (item?.kind !== "sticker") throw notFound();
    const had = await store.hasVoted(turn.db, itemId, caller.userId);
    const used = await countUsedVotes(turn, caller.userId, itemId);
    const left = remainingVotesAfter(turn.facilitation, used);
    if (had === voted) {
      requireAllowed(mayVoteNow(turn.facilitation));
      return toVoteResponse(turn, item, voted, item.votes ?? 0, left);
    }
    requireAllowed(voted ? mayAddVote(turn.facilitation, left) : mayVoteNow(turn.facilitation));
    if (voted)
      await store.insertVote(turn.db, {
        id: randomUUID(),
        board_id: boardId,
        item_id: itemId,
        user_id: caller.userId,
        created_at: turn.now,
      });
    else await store.deleteVote(turn.db, itemId, caller.userId);
    const votes = (item.votes ?? 0) + (voted ? 1 : -1);
    turn.record({ type: "vote", item_id: itemId, user_id: caller.userId, voted, votes });
    return toVoteResponse(
      turn,
      item,
      voted,
      votes,
      remainingVotesAfter(turn.facilitation, used + (voted ? 1 : -1)),
    );
  });
}

/** The number of a user's votes that count towards the limit for this sticker [V2]; 0 without a limit. */
export async function countUsedVotes(
  { db, board, facilitation }: Turn,
  userId: string,
  itemId: string,
): Promise<number> {
  const limit = facilitation.facilitator_options.votes;
  if (limit === false) return 0;
  return limit.item === "board"
    ? store.countOnBoard(db, board.id, userId)
    : store.countInSection(db, board.id, userId, itemId);
}

function toVoteResponse(
  turn: Turn,
  item: Item,
  voted: boolean,
  votes: number,
  remaining: number | null,
): VoteResponse {
  return {
    item_id: item.id,
    votes: seesCounts(turn.facilitation, turn.caller.userId) ? votes : null,
    voted,
    remaining,
  };
}

/**
 * Deletes all votes of a board; only the facilitator may (E3; spec 6.2).
 * @throws AppError 403 `facilitator_only`, 404
 */
export async function resetVotes(
  deps: Deps,
  boardId: string,
  caller: Caller,
): Promise<{ value: null; meta: ChangeMeta }> {
  return takeTurn(deps, boardId, caller, async (turn) => {
    requireAllowed(mayFacilitate(turn.facilitation, caller.userId));
    if (await store.deleteVotes(turn.db, boardId)) turn.record({ type: "votes.reset" });
    return null;
  });
}
