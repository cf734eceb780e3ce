import { isDeepStrictEqual } from "node:util";
import type { ChangeMeta } from "@retro/contract/changes";
import type { Item } from "@retro/contract/items";
import type { OpenRound } from "@retro/contract/facilitation/rounds";
import { mayFacilitate } from "@retro/rules/permissions";
import {
  isRoundsFull,
  openRoundOf,
  presentRound,
  withoutOpenRound,
  withResults,
  withRoundClosed,
  withRoundOpened,
} from "@retro/rules/rounds";
import type { Deps } from "../../deps.ts";
import { AppError, fieldError, requireAllowed } from "../../http/errors/app-error.ts";
import { roundsWrite } from "../../board/parts/item-store.ts";
import { loadItems } from "../../board/parts/load-items.ts";
import type { Caller } from "../../board/turn/caller.ts";
import { takeTurn, type Turn } from "../../board/turn/turn.ts";
import { deleteVotes } from "./store.ts";

/**
 * Opens a round of votes [V8]. The votes that the board has become a closed round; an open round without votes
 * gives way, so that a repeated press is harmless.
 * @throws AppError 403 `facilitator_only` or `rounds_full`, 404, 422 on `sections`
 */
export async function openRound(
  deps: Deps,
  boardId: string,
  caller: Caller,
  opened: OpenRound,
): Promise<ChangeMeta> {
  const { meta } = await takeTurn(deps, boardId, caller, async (turn) => {
    if (turn.isRepeat) return;
    requireAllowed(mayFacilitate(turn.facilitation, caller.userId));
    const items = await loadItems(turn.db, boardId);
    const sections = new Set(items.flatMap(({ id, kind }) => (kind === "section" ? [id] : [])));
    if (opened.sections?.some((id) => !sections.has(id))) throw fieldError("sections", "validation.invalid");
    if (items.some(({ votes }) => votes)) await closePresent(turn, items);
    const before = withoutOpenRound(turn.facilitation);
    if (isRoundsFull(before)) throw new AppError(403, "rounds_full");
    const next = withRoundOpened(before, opened);
    // A repeated press records nothing [Y4].
    if (!isDeepStrictEqual(next, turn.facilitation)) turn.setFacilitation(next);
  });
  return meta;
}

/**
 * Closes the present round: its results stay with the stickers, without the voters [V8]. Without an open round
 * and without votes there is nothing to close.
 * @throws AppError 403 `facilitator_only` or `rounds_full`, 404
 */
export async function closeRound(deps: Deps, boardId: string, caller: Caller): Promise<ChangeMeta> {
  const { meta } = await takeTurn(deps, boardId, caller, async (turn) => {
    if (turn.isRepeat) return;
    requireAllowed(mayFacilitate(turn.facilitation, caller.userId));
    const items = await loadItems(turn.db, boardId);
    if (openRoundOf(turn.facilitation) !== null || items.some(({ votes }) => votes))
      await closePresent(turn, items);
  });
  return meta;
}

async function closePresent(turn: Turn, items: readonly Item[]): Promise<void> {
  const { db, board, facilitation } = turn;
  if (isRoundsFull(withoutOpenRound(facilitation))) throw new AppError(403, "rounds_full");
  const round = presentRound(facilitation);
  const voted = items.filter(({ votes }) => votes);
  turn.chargeItems(voted.length);
  for (const item of voted) {
    const rounds = withResults(item, round);
    turn.writeLater(roundsWrite(db, item.id, rounds));
    // The log notes it like a reaction: it refuses no deletion and no edit of the sticker [T12].
    turn.record({ type: "item.put", item: { ...item, votes: 0, rounds }, reactor: turn.caller.userId });
  }
  if (await deleteVotes(db, board.id)) turn.record({ type: "votes.reset" });
  turn.setFacilitation(withRoundClosed(facilitation, turn.now));
}
