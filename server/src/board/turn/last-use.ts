import type { PendingQuery } from "../../db/engines/query-batch.ts";
import type { Db, Deps } from "../../deps.ts";
import type { BoardRow } from "../parts/board-store.ts";
import { firstVisitWrite, lastUseWrite } from "../parts/board-store.ts";

/** The last use is written at most once a day: otherwise every read would cost a write. */
export const useIntervalMs = 86_400_000;

/** They fail for an erased user. An erasure finds the boards of its user by the visits. */
export function lastUseWrites(db: Db, board: BoardRow, userId: string, now: number): PendingQuery[] {
  const visit = firstVisitWrite(db, { userId, boardId: board.id, now });
  return isUseDue(board, now) ? [visit, lastUseWrite(db, board.id, now)] : [visit];
}

function isUseDue(board: Pick<BoardRow, "last_used_at">, now: number): boolean {
  return board.last_used_at === null || now - board.last_used_at >= useIntervalMs;
}

export async function recordUse(
  deps: Pick<Deps, "database" | "clock" | "log">,
  board: Pick<BoardRow, "id" | "last_used_at">,
): Promise<void> {
  const now = deps.clock();
  if (!isUseDue(board, now)) return;
  try {
    await deps.database.db.executeQuery(lastUseWrite(deps.database.db, board.id, now));
  } catch (error) {
    deps.log.warn({ err: error }, "the last use of a board could not be noted; the next read notes it");
  }
}
