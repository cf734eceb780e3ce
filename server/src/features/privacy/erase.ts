import { channels } from "@retro/contract/events";
import { limits } from "@retro/contract/limits";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors/app-error.ts";
import type { Heritage } from "../../board/parts/heritage.ts";
import { systemCaller } from "../../board/turn/caller.ts";
import { eraseFromDeleted } from "../../board/parts/deletion-store.ts";
import { eraseFromDeletedActions, replaceInActions } from "../actions/erase.ts";
import { deleteBoard } from "../boards/board-deletion.ts";
import { takeTurn, type Turn } from "../../board/turn/turn.ts";
import { revokeAllSessions } from "../people/commands.ts";
import { deleteTokensOf } from "../tokens/commands.ts";
import { replaceAuthor } from "../stickers/authors.ts";
import { replaceReactor } from "../stickers/reactions.ts";
import type { TaskRows } from "../../jobs/task-rows.ts";
import * as store from "./erasure-store.ts";
import { inheritBoard } from "./inheritance-store.ts";

const dayMs = 86_400_000;
/** A user's last activity is stored at most daily, and a session's hourly. */
const activityDelayMs = dayMs + 3_600_000;
/** So that neither a board nor the database is blocked for long. */
const stickersAtOnce = 200;
const rowsAtOnce = 500;

export type OnBoardChanged = (boardId: string, version: number) => Promise<void>;

/**
 * Erases a visitor on their request [P6]: deletes boards that nobody else has used; on others stickers and
 * votes stay without them. Once the sessions have ended, housekeeping repeats what fails.
 * @throws AppError 403 `admin_account` for an administrator; nothing is erased then
 */
export async function eraseVisitor(deps: Deps, userId: string): Promise<void> {
  const erasure = { user_id: userId, reason: "self" } as const;
  if (!(await beginErasure(deps, erasure))) throw new AppError(403, "admin_account");
  try {
    await finishErasure(deps, erasure);
  } catch (error) {
    deps.log.error({ err: error }, "an erasure was interrupted; housekeeping finishes it within the hour");
  }
}

/** False for an administrator and for an unknown user. */
export async function erasePerson(deps: Deps, userId: string, onBoard?: OnBoardChanged): Promise<boolean> {
  const erasure = { user_id: userId, reason: "admin" } as const;
  if (!(await beginErasure(deps, erasure))) return false;
  await finishErasure(deps, erasure, onBoard);
  return true;
}

/** The boards of visitors who were last active more than `days` ago stay. */
export async function eraseInactiveVisitors(
  deps: Deps,
  days: number,
  most: number,
  rows: TaskRows,
): Promise<{ done: number; more: boolean }> {
  const now = deps.clock();
  const inactive = {
    seenBefore: now - days * dayMs - activityDelayMs,
    sessionsBefore: now - limits.sessionMs,
  };
  const read = (count: number) => store.inactiveVisitors(deps.database.db, { ...inactive, most: count });
  return rows.each(most, read, String, async (id) => {
    const erasure = { user_id: id, reason: "inactive" } as const;
    if (!(await beginErasure(deps, erasure))) return false;
    await finishErasure(deps, erasure);
    return true;
  });
}

/**
 * Finishes some interrupted erasures that began more than a minute ago. @returns as `eraseInactiveVisitors`
 */
export async function resumeErasures(
  deps: Deps,
  most: number,
  rows: TaskRows,
): Promise<{ done: number; more: boolean }> {
  const before = deps.clock() - 60_000;
  const read = (count: number) => store.pendingErasures(deps.database.db, before, count);
  const idOf = ({ user_id }: store.Erasure) => user_id;
  return rows.each(most, read, idOf, async (erasure) => {
    await finishErasure(deps, erasure);
    return true;
  });
}

async function beginErasure(deps: Deps, erasure: store.Erasure): Promise<boolean> {
  const announce = await deps.database.transaction(async (trx) => {
    if (!(await store.insertErasure(trx, erasure, deps.clock()))) return null;
    await deleteTokensOf(trx, erasure.user_id);
    return revokeAllSessions(deps, trx, erasure.user_id);
  });
  announce?.();
  return announce !== null;
}

/** Deletes everything about a user, board by board, their row last. Every step can be repeated. */
async function finishErasure(deps: Deps, erasure: store.Erasure, onBoard?: OnBoardChanged): Promise<void> {
  const { user_id: userId, reason } = erasure;
  const { db } = deps.database;
  // Before the boards, so that nobody restores a sticker with the user's id or vote after its board was done.
  await deps.database.transaction(async (trx) => {
    await eraseFromDeleted(trx, userId);
    await eraseFromDeletedActions(trx, userId);
  });
  for (const boardId of await store.findFacilitatedBoards(db, userId))
    await runServerTurn(deps, boardId, (turn) => vacateSeat(turn, userId), onBoard);
  for (const boardId of await store.findBoardsOfUser(db, userId)) {
    if (reason !== "inactive" && (await isOnlyUser(deps, boardId, userId))) {
      const version = await deleteBoard(deps, boardId);
      if (version !== null) await onBoard?.(boardId, version);
    } else await replaceOnBoard(deps, boardId, { userId, heir: null }, onBoard);
  }
  const deleteSome = (table: "logs" | "feedback" | "visits") =>
    deps.database.transaction((trx) => store.deleteRowsOf(trx, table, userId, rowsAtOnce));
  for (const table of ["logs", "feedback", "visits"] as const)
    while ((await deleteSome(table)) === rowsAtOnce);
  await deps.database.transaction((trx) => store.deleteUser(trx, userId));
}

async function isOnlyUser(deps: Deps, boardId: string, userId: string): Promise<boolean> {
  if (!(await store.isBoardOnlyOf(deps.database.db, boardId, userId))) return false;
  try {
    return (await deps.presence.members(channels.presence(boardId))).every((id) => id === userId);
  } catch (error) {
    deps.log.warn({ err: error }, "who is present could not be learnt; the board of an erased user stays");
    return false;
  }
}

async function runServerTurn<T>(
  deps: Deps,
  boardId: string,
  work: (turn: Turn) => Promise<T>,
  onBoard: OnBoardChanged | undefined,
): Promise<T | undefined> {
  try {
    const { value, meta } = await takeTurn(deps, boardId, systemCaller, work);
    if (meta.changes.length > 0) await onBoard?.(boardId, meta.version);
    return value;
  } catch (error) {
    if (error instanceof AppError && error.statusCode === 404) return undefined;
    throw error;
  }
}

/** Options and timer stay, so that nothing hidden is shown [P6]. */
async function vacateSeat(turn: Turn, userId: string): Promise<void> {
  if (turn.facilitation.facilitator_id !== userId) return;
  turn.setFacilitation({ ...turn.facilitation, facilitator_id: null });
  turn.event = { kind: "facilitation", name: "facilitator.delete" };
}

/** In several turns, so that others come in between. */
export async function replaceOnBoard(
  deps: Deps,
  boardId: string,
  heritage: Heritage,
  onBoard?: OnBoardChanged,
): Promise<void> {
  while (await runServerTurn(deps, boardId, (turn) => replaceSome(turn, heritage), onBoard));
}

async function replaceSome(turn: Turn, heritage: Heritage): Promise<boolean> {
  const stickers = await replaceAuthor(turn, heritage, stickersAtOnce);
  if (stickers === stickersAtOnce) return true;
  const actions = await replaceInActions(turn, heritage, stickersAtOnce);
  if (actions === stickersAtOnce) return true;
  const reactions = await replaceReactor(turn, heritage, stickersAtOnce);
  if (reactions === stickersAtOnce) return true;
  const { db, board } = turn;
  const { userId, heir } = heritage;
  if (heir !== null) await inheritBoard(db, board.id, userId, heir);
  // Counts of votes stay, so that clients need only the version: it grows whether they have voted or not.
  await store.anonymiseVotes(db, board.id, userId);
  if (heir !== null && turn.facilitation.facilitator_id === userId) {
    turn.setFacilitation({ ...turn.facilitation, facilitator_id: heir });
    turn.event = { kind: "facilitation", name: "facilitator.update" };
  } else if (stickers + actions + reactions === 0) turn.record({ type: "tick" });
  return false;
}
