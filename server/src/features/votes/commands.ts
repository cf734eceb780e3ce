import { randomUUID } from "node:crypto";
import type { ChangeMeta } from "@retro/contract/changes";
import type { Item } from "@retro/contract/entities";
import { mayFacilitate, seesCounts } from "@retro/rules/permissions";
import { takesVotesIn } from "@retro/rules/rounds";
import { mayAddVotes, mayVoteNow, remainingVotesAfter } from "@retro/rules/votes";
import type { Deps } from "../../deps.ts";
import { notFound, requireAllowed } from "../../http/errors/app-error.ts";
import type { Caller } from "../../board/turn/caller.ts";
import { takeTurn, type Turn } from "../../board/turn/turn.ts";
import { findRow } from "../../board/parts/item-store.ts";
import { loadItem } from "../../board/parts/load-items.ts";
import * as store from "./store.ts";

export interface VoteResponse {
  item_id: string;
  votes: number | null;
  voted: boolean;
  count?: number;
  remaining: number | null;
}

/**
 * Sets how many votes the caller has on a sticker; repeating it is harmless (V1 to V3, V9; spec 10.3). Turns are
 * serial, so that the limit holds for two tabs.
 * @param wanted of the votes that the caller has there now
 * @throws AppError 403 `vote_limit_reached`, `voting_closed` or `not_in_round`, 404
 */
export async function setVotes(
  deps: Deps,
  boardId: string,
  caller: Caller,
  itemId: string,
  wanted: (had: number) => number,
): Promise<{ value: VoteResponse; meta: ChangeMeta }> {
  return takeTurn(deps, boardId, caller, async (turn) => {
    const item = await loadItem(turn.db, boardId, itemId);
    if (item?.kind !== "sticker") throw notFound();
    const had = await store.countOwn(turn.db, itemId, caller.userId);
    const own = wanted(had);
    const used = await countUsedVotes(turn, caller.userId, itemId);
    const left = remainingVotesAfter(turn.facilitation, used);
    requireAllowed(
      own > had
        ? mayAddVotes(turn.facilitation, { own, had, left }, await sectionOfRound(turn, item))
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
      });
      turn.record({ type: "vote", item_id: itemId, user_id: caller.userId, own, votes });
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

/** Only a round of chosen sections asks for the section of a sticker. */
async function sectionOfRound({ db, board, facilitation }: Turn, item: Item): Promise<string | null> {
  if (takesVotesIn(facilitation, null)) return null;
  let at: { id: string; parent_id: string | null } | undefined = item;
  while (at?.parent_id) at = await findRow(db, board.id, at.parent_id);
  return at?.id ?? null;
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
