import type { Deps } from "../../deps.ts";
import type { BoardRow } from "../parts/board-store.ts";
import { lastUseWrite } from "../parts/board-store.ts";

/** The last use is written at most once a day: otherwise every read would cost a write. Retention adds this delay. */
export const useIntervalMs = 86_400_000;

/** Whether the stored last use is old enough to be written again. */
export function isUseDue(board: Pick<BoardRow, "last_used_at">, now: number): boolean {
  return board.last_used_at === null || now - board.last_used_at >= useIntervalMs;
}

/** Stores that the board is being read. Never rejects: a reader gets the board even if the write fails. */
export async function recordUse(
  deps: Pick<Deps, "store" | "clock" | "log">,
  board: Pick<BoardRow, "id" | "last_used_at">,
): Promise<void> {
  const now = deps.clock();
  if (!isUseDue(board, now)) return;
  try {
    await deps.store.db.executeQuery(lastUseWrite(deps.store.db, board.id, now));
  } catch (error) {
    deps.log.warn({ err: error }, "the last use of a board could not be noted; the next read notes it");
  }
}
