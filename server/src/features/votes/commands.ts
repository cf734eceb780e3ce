import { randomUUID } from "node:crypto";
import type { ChangeMeta } from "@retro/contract/changes";
import type { Item } from "@retro/contract/entities";
import { mayFacilitate, seesCounts } from "@retro/rules/gates";
import { mayAddVote, mayVoteNow, votesLeft } from "@retro/rules/votes";
import type { Deps } from "../../deps.ts";
import { notFound, refuse } from "../../http/app-error.ts";
import type { Caller } from "../boards/caller.ts";
import { takeTurn, type Turn } from "../boards/turn.ts";
import { loadItem } from "../stickers/load.ts";
import * as store from "./store.ts";

export interface VoteAnswer {
  item_id: string;
  /** Null while counts are concealed from the caller. */
  votes: number | null;
  voted: boolean;
  /** Null without a limit. */
  remaining: number | null;
}

/**
 * Puts the caller's vote on a sticker, or takes it back; repeating either is harmless. The board's turn makes the limit hold
 * under concurrency: of two tabs racing for the last vote one wins.
 * @throws AppError 403 `vote_limit_reached` or `voting_closed`, 404
 */
export async function setVote(
  deps: Deps,
  boardId: string,
  caller: Caller,
  itemId: string,
  voted: boolean,
): Promise<{ value: VoteAnswer; meta: ChangeMeta }> {
  return takeTurn(deps, boardId, caller, async (turn) => {
    const item = await loadItem(turn.db, boardId, itemId);
    if (item?.kind !== "sticker") throw notFound();
    const had = await store.hasVoted(turn.db, itemId, caller.userId);
    const used = await countUsed(turn, itemId);
    const left = votesLeft(turn.session, used);
    if (had === voted) {
      refuse(mayVoteNow(turn.session));
      return answer(turn, item, voted, item.votes ?? 0, left);
    }
    refuse(voted ? mayAddVote(turn.session, left) : mayVoteNow(turn.session));
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
    return answer(turn, item, voted, votes, votesLeft(turn.session, used + (voted ? 1 : -1)));
  });
}

/** The caller's votes that count towards the limit for this sticker; 0 without a limit. */
async function countUsed({ db, board, session, caller }: Turn, itemId: string): Promise<number> {
  const limit = session.facilitator_options.votes;
  if (limit === false) return 0;
  return limit.item === "board"
    ? store.countOnBoard(db, board.id, caller.userId)
    : store.countInSection(db, board.id, caller.userId, itemId);
}

function answer(turn: Turn, item: Item, voted: boolean, votes: number, remaining: number | null): VoteAnswer {
  return {
    item_id: item.id,
    votes: seesCounts(turn.session, turn.caller.userId) ? votes : null,
    voted,
    remaining,
  };
}

/**
 * Takes all votes of a board back: the facilitator's.
 * @throws AppError 403 `facilitator_only`
 */
export async function resetVotes(
  deps: Deps,
  boardId: string,
  caller: Caller,
): Promise<{ value: null; meta: ChangeMeta }> {
  return takeTurn(deps, boardId, caller, async (turn) => {
    refuse(mayFacilitate(turn.session, caller.userId));
    if (await store.deleteVotes(turn.db, boardId)) turn.record({ type: "votes.reset" });
    return null;
  });
}
