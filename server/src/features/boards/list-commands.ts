import { openBoard, requireAccess } from "../../board/turn/board-access.ts";
import { findBoard } from "../../board/parts/board-store.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../http/errors/app-error.ts";
import { setRemoved } from "./list-store.ts";
import { recordVisit } from "./store.ts";

type Needs = Pick<Deps, "database" | "clock">;

/**
 * The board, and the lists of other users, stay as they are [B1].
 * @throws AppError 404 for an unknown board and for one in the bin, or as `openBoard`
 */
export async function removeFromList(deps: Needs, userId: string, boardId: string): Promise<void> {
  await requireBoard(deps, boardId, userId);
  const removed = await setRemoved(deps.database.db, userId, boardId, deps.clock());
  if (!removed) await openBoard(deps.database.db, boardId, userId);
}

/** At its former place [B1]; a board that the user has not opened yet comes first. */
export async function putBackOnList(deps: Needs, userId: string, boardId: string): Promise<void> {
  await requireBoard(deps, boardId, userId);
  if (await setRemoved(deps.database.db, userId, boardId, null)) return;
  await openBoard(deps.database.db, boardId, userId);
  await recordVisit(deps.database.db, userId, boardId, deps.clock());
}

/** A user's own list can be changed without the board's passphrase. */
async function requireBoard({ database }: Needs, boardId: string, userId: string): Promise<void> {
  const board = await findBoard(database.db, boardId);
  if (board === undefined) throw notFound();
  await requireAccess(database.db, { ...board, passphrase_hash: null }, userId);
}
