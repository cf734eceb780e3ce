import { randomUUID } from "node:crypto";
import type { ChangeMeta } from "@retro/contract/changes";
import { mayFacilitate, seesCounts } from "@retro/rules/permissions";
import { mayAddVotes, mayVoteNow, remainingVotesAfter } from "@retro/rules/votes";
import type { Deps } from "../../deps.ts";
import { notFound, requireAllowed } from "../../http/errors/app-error.ts";
import type { Caller } from "../../board/turn/caller.ts";
import { takeTurn, type Turn } from "../../board/turn/turn.ts";
import { loadItem } from "../../board/parts/load-items.ts";
import { countPresent } from "./count-voters.ts";
import * as store from "./store.ts";

export interface VoteResponse {
  item_id: string;
  votes: number | null;
  voted: boolean;
  count?: number;
  remaining: number | null;
}

/**
 * Sets how many votes the caller has on a sticker; repeating it is harmless (V1 to V3, V9; spec 10.3). Turns
 * are serial, so that the limit holds for two tabs.
 * @param wanted computes the new number of the caller's votes there from the present one
 * @throws AppError 403 `vote_limit_reached`, `voting_closed` or `not_in_round`, 404
 */
export async function setVotes(
  deps: Deps,
  boardId: string,
  caller: Caller,
  itemId: string,
  wanted: (had: number) => number,
): Promise<{ value: VoteResponse | null; meta: ChangeMeta }> {
  return takeTurn(deps, boardId, caller, async (turn) => {
    const item = await loadItem(turn.db, boardId, itemId);
    if (item === undefined && turn.isRepeat) return null;
    if (item?.kind !== "sticker") throw notFound();
    const { had, sectionId, countsIn } = await store.findPlace(turn.db, itemId, caller.userId);
    const own = turn.isRepeat ? had : wanted(had);
    const used = await countUsedVotes(turn, caller.userId, countsIn);
    const left = remainingVotesAfter(turn.facilitation, used);
    if (!turn.isRepeat)
      requireAllowed(
        own > had
          ? mayAddVotes(turn.facilitation, { own, had, left }, sectionId)
          : mayVoteNow(turn.facilitation),
      );
    const votes = (item.votes ?? 0) + own - had;
    if (own !== had) {
      await store.saveVote(turn.db, {
        id: randomUUID(),
        board_id: boardId,
        item_id: itemId,
        user_id: caller.userId,
        created_at: turn.now,
        count: own,
        section_id: countsIn,
      });
      await countPresent(deps, turn);
      turn.writeLater(store.givenWrite(turn.db, { boardId, userId: caller.userId }, own - had));
      turn.record({
        type: "vote",
        item_id: itemId,
        user_id: caller.userId,
        own,
        votes,
        ...(countsIn !== sectionId && { section_id: countsIn }),
      });
    }
    return {
      item_id: item.id,
      votes: seesCounts(turn.facilitation, caller.userId) ? votes : null,
      voted: own > 0,
      ...(own > 1 && { count: own }),
      remaining: remainingVotesAfter(turn.facilitation, used + own - had),
    };
  });
}

/** The section in which a sticker is. */
export async function sectionOf({ db, caller }: Turn, itemId: string): Promise<string> {
  return (await store.findPlace(db, itemId, caller.userId)).sectionId;
}

/**
 * The number of a user's votes that count towards the limit [V2]; 0 without a limit.
 * @param sectionId the section in which the votes in question count
 */
export async function countUsedVotes(
  { db, board, facilitation }: Turn,
  userId: string,
  sectionId: string,
): Promise<number> {
  const limit = facilitation.facilitator_options.votes;
  if (limit === false) return 0;
  return limit.item === "board"
    ? store.countOnBoard(db, board.id, userId)
    : store.countInSection(db, board.id, userId, sectionId);
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
    if (turn.isRepeat) return null;
    requireAllowed(mayFacilitate(turn.facilitation, caller.userId));
    if (await store.deleteVotes(turn.db, boardId)) turn.record({ type: "votes.reset" });
    return null;
  });
}
