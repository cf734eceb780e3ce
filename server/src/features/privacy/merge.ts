import type { Deps } from "../../deps.ts";
import type { TaskRows } from "../../jobs/task-rows.ts";
import { eraseFromDeleted } from "../../board/parts/deletion-store.ts";
import { replaceOnBoard } from "./erase.ts";
import * as erasures from "./erasure-store.ts";
import * as store from "./inheritance-store.ts";

/** In the transaction that ends the guest's sessions: afterwards nobody can act as the guest. */
export { insertMerge as beginMerge } from "./inheritance-store.ts";

/**
 * Gives everything of a guest to the person that the guest has signed in as [I1], board by board, and deletes
 * the guest. Every step can be repeated.
 */
export async function finishMerge(
  deps: Deps,
  { user_id: userId, into_id: heir }: store.Merge,
): Promise<void> {
  const { database } = deps;
  await database.transaction((trx) => store.inheritUser(trx, userId, heir));
  const boards = new Set([
    ...(await erasures.findFacilitatedBoards(database.db, userId)),
    ...(await erasures.findBoardsOfUser(database.db, userId)),
  ]);
  for (const boardId of boards) await replaceOnBoard(deps, boardId, { userId, heir });
  await database.transaction(async (trx) => {
    // Votes of both on one deleted sticker stay counted, and a reaction on one goes.
    await eraseFromDeleted(trx, userId);
    await erasures.deleteUser(trx, userId);
  });
}

/** Merges that began more than a minute ago, and were interrupted. @returns as `eraseInactiveVisitors` */
export async function resumeMerges(
  deps: Deps,
  most: number,
  rows: TaskRows,
): Promise<{ done: number; more: boolean }> {
  const before = deps.clock() - 60_000;
  const read = (count: number) => store.pendingMerges(deps.database.db, before, count);
  const idOf = ({ user_id }: store.Merge) => user_id;
  return rows.each(most, read, idOf, async (merge) => {
    await finishMerge(deps, merge);
    return true;
  });
}
