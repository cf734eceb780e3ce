import type { Deps } from "../deps.ts";
import type { BoardRow } from "./board-store.ts";
import { saveLastUse } from "./board-store.ts";

/** The last use is written at most this often, or every read would cost a write. Retention allows for it. */
export const useIntervalMs = 86_400_000;

/** Is the noted last use so old that this use must be noted? */
export function isUseDue(board: Pick<BoardRow, "last_used_at">, now: number): boolean {
  return board.last_used_at === null || now - board.last_used_at >= useIntervalMs;
}

/** Notes that somebody reads the board. Never fails: the reader gets the board whether or not the note can be written. */
export async function recordUse(
  deps: Pick<Deps, "store" | "clock" | "log">,
  board: Pick<BoardRow, "id" | "last_used_at">,
): Promise<void> {
  const now = deps.clock();
  if (!isUseDue(board, now)) return;
  try {
    await saveLastUse(deps.store.db, board.id, now);
  } catch (error) {
    deps.log.warn({ err: error }, "the last use of a board could not be noted; the next read notes it");
  }
}
