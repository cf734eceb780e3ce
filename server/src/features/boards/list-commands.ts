import { findBoard } from "../../board/board-store.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../http/app-error.ts";
import { setRemoved } from "./list-store.ts";
import { recordVisit } from "./store.ts";

type Needs = Pick<Deps, "store" | "clock">;

/**
 * Removes a board from a user's list (B1). The board, and the lists of other users, stay as they are.
 * @throws AppError 404 for an unknown board
 */
export async function removeFromList(deps: Needs, userId: string, boardId: string): Promise<void> {
  const removed = await setRemoved(deps.store.db, userId, boardId, deps.clock());
  if (!removed) await requireBoard(deps, boardId);
}

/**
 * Puts a board back into a user's list, at its former place (B1); a board that the user has not opened yet comes first.
 * @throws AppError 404 for an unknown board
 */
export async function putBackOnList(deps: Needs, userId: string, boardId: string): Promise<void> {
  if (await setRemoved(deps.store.db, userId, boardId, null)) return;
  await requireBoard(deps, boardId);
  await recordVisit(deps.store.db, userId, boardId, deps.clock());
}

async function requireBoard({ store }: Needs, boardId: string): Promise<void> {
  if ((await findBoard(store.db, boardId)) === undefined) throw notFound();
}
