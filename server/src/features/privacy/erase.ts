import { channels } from "@retro/contract/events";
import { limits } from "@retro/contract/limits";
import { emptyFacilitation } from "@retro/rules/facilitation";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/app-error.ts";
import { systemCaller } from "../../board/caller.ts";
import { deleteBoard } from "../boards/board-deletion.ts";
import { takeTurn, type Turn } from "../../board/turn.ts";
import { revokeAllSessions } from "../people/commands.ts";
import { removeAuthor } from "../stickers/authors.ts";
import * as store from "./erasure-store.ts";

const dayMs = 86_400_000;
/** Activity is noted at most daily for a user and hourly for a session. */
const activityDelayMs = dayMs + 3_600_000;
/** Stickers in one version, and rows in one statement: none may hold a board or the database for long. */
const stickersAtOnce = 200;
const rowsAtOnce = 500;

/** Called for every board that an erasure changed or deleted: for a process whose broadcasts reach nobody. */
export type OnBoardChanged = (boardId: string, version: number) => Promise<void>;

/**
 * Erases a visitor at their own wish: ends the sessions, then deletes everything about them. Boards that nobody else has used go;
 * elsewhere the stickers stay without an author and the votes stay counted without a voter. A held seat is left as exit does it.
 * Once the sessions have ended the erasure is certain: what fails after that is done again by housekeeping.
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

/**
 * Erases a visitor at an administrator's wish. Unlike `eraseVisitor` it only empties a held seat: options and timer stay, so that
 * deleting the facilitator reveals no hidden text.
 * @returns false for an administrator, and when there is no such user
 */
export async function erasePerson(deps: Deps, userId: string, onBoard?: OnBoardChanged): Promise<boolean> {
  const erasure = { user_id: userId, reason: "admin" } as const;
  if (!(await beginErasure(deps, erasure))) return false;
  await finishErasure(deps, erasure, onBoard);
  return true;
}

/**
 * Erases some visitors who were last active more than `days` ago; their boards stay.
 * @returns the number erased, and whether there may be more
 */
export async function eraseInactiveVisitors(
  deps: Deps,
  days: number,
  most: number,
): Promise<{ deleted: number; more: boolean }> {
  const now = deps.clock();
  const ids = await store.inactiveVisitors(deps.store.db, {
    seenBefore: now - days * dayMs - activityDelayMs,
    sessionsBefore: now - limits.sessionMs,
    most,
  });
  for (const id of ids) {
    const erasure = { user_id: id, reason: "inactive" } as const;
    if (await beginErasure(deps, erasure)) await finishErasure(deps, erasure);
  }
  return { deleted: ids.length, more: ids.length === most };
}

/** Finishes erasures that were begun more than a minute ago and were interrupted. @returns how many */
export async function resumeErasures(deps: Deps, most: number): Promise<number> {
  const pending = await store.pendingErasures(deps.store.db, deps.clock() - 60_000, most);
  for (const erasure of pending) await finishErasure(deps, erasure);
  return pending.length;
}

/** Ends the visitor's sessions and notes the erasure, in one transaction. False when there is no such visitor. */
async function beginErasure(deps: Deps, erasure: store.Erasure): Promise<boolean> {
  const announce = await deps.store.transaction(async (trx) => {
    if (!(await store.insertErasure(trx, erasure, deps.clock()))) return null;
    return revokeAllSessions(deps, trx, erasure.user_id);
  });
  announce?.();
  return announce !== null;
}

/** Deletes everything about a user, board by board; each step may be repeated. The user's row goes last. */
async function finishErasure(deps: Deps, erasure: store.Erasure, onBoard?: OnBoardChanged): Promise<void> {
  const { user_id: userId, reason } = erasure;
  const { db } = deps.store;
  for (const boardId of await store.findFacilitatedBoards(db, userId))
    await runServerTurn(deps, boardId, (turn) => vacateSeat(turn, erasure), onBoard);
  for (const boardId of await store.findBoardsOfUser(db, userId)) {
    if (reason !== "inactive" && (await isOnlyUser(deps, boardId, userId))) {
      const version = await deleteBoard(deps, boardId);
      if (version !== null) await onBoard?.(boardId, version);
    } else while (await runServerTurn(deps, boardId, (turn) => eraseOnBoard(turn, userId), onBoard));
  }
  const deleteSome = (table: "logs" | "feedback" | "visits") =>
    deps.store.transaction((trx) => store.deleteRowsOf(trx, table, userId, rowsAtOnce));
  for (const table of ["logs", "feedback", "visits"] as const)
    while ((await deleteSome(table)) === rowsAtOnce);
  await deps.store.transaction((trx) => store.deleteUser(trx, userId));
}

/** Did the user make the board, has nobody else used it, and is nobody else on it now? */
async function isOnlyUser(deps: Deps, boardId: string, userId: string): Promise<boolean> {
  if (!(await store.isBoardOnlyOf(deps.store.db, boardId, userId))) return false;
  try {
    return (await deps.presence.members(channels.presence(boardId))).every((id) => id === userId);
  } catch (error) {
    deps.log.warn({ err: error }, "who is present could not be learnt; the board of an erased user stays");
    return false;
  }
}

/** A turn of the server itself; undefined when the board is gone. */
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

/** Takes the user out of the facilitator's seat. */
async function vacateSeat(turn: Turn, { user_id, reason }: store.Erasure): Promise<void> {
  if (turn.facilitation.facilitator_id !== user_id) return;
  turn.setFacilitation(
    reason === "self" ? emptyFacilitation() : { ...turn.facilitation, facilitator_id: null },
  );
  turn.event = { kind: "facilitation", name: "facilitator.delete" };
}

/** Erases the user from the turn's board. @returns whether there is more to do, in another turn */
async function eraseOnBoard(turn: Turn, userId: string): Promise<boolean> {
  const stickers = await removeAuthor(turn, userId, stickersAtOnce);
  if (stickers === stickersAtOnce) return true;
  // No count changes, so that clients need only the version.
  if ((await store.anonymiseVotes(turn.db, turn.board.id, userId)) && stickers === 0)
    turn.record({ type: "tick" });
  return false;
}
