import { openBoard, requireAccess } from "../../board/turn/board-access.ts";
import { findBoard } from "../../board/parts/board-store.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../http/errors/app-error.ts";
import { setRemoved } from "./list-store.ts";
import { recordVisit } from "./store.ts";

type Needs = Pick<Deps, "store" | "clock">;

/**
 * Removes a board from a user's list [B1]. The board, and the lists of other users, stay as they are.
 * @throws AppError 404 for an unknown board and for one in the bin; a board that the user has not opened: as `openBoard`
 */
export async function removeFromList(deps: Needs, userId: string, boardId: string): Promise<void> {
  await requireBoard(deps, boardId, userId);
  const removed = await setRemoved(deps.store.db, userId, boardId, deps.clock());
  if (!removed) await openBoard(deps.store.db, boardId, userId);
}

/**
 * Puts a board back into a user's list, at its former place [B1]; a board that the user has not opened yet comes first.
 * @throws AppError as `removeFromList`
 */
export async function putBackOnList(deps: Needs, userId: string, boardId: string): Promise<void> {
  await requireBoard(deps, boardId, userId);
  if (await setRemoved(deps.store.db, userId, boardId, null)) return;
  await openBoard(deps.store.db, boardId, userId);
  await recordVisit(deps.store.db, userId, boardId, deps.clock());
}

/** A user's own list can be changed without the board's passphrase. */
async function requireBoard({ store }: Needs, boardId: string, userId: string): Promise<void> {
  const board = await findBoard(store.db, boardId);
  if (board === undefined) throw notFound();
  await requireAccess(store.db, { ...board, passphrase_hash: null }, userId);
}
