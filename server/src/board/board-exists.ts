import type { Deps } from "../deps.ts";
import { facilitationOf } from "./board-row.ts";
import { findBoard } from "./board-store.ts";
import { recordUse } from "./last-use.ts";
import { noteRestrictions } from "./whisper-restrictions.ts";

/**
 * Whether the board exists: everybody who knows its link may join it (spec 10.5). The question counts as a use of the
 * board, and loads its restrictions for whispers.
 */
export async function boardExists(deps: Deps, boardId: string): Promise<boolean> {
  const row = await findBoard(deps.store.db, boardId);
  if (!row) return false;
  noteRestrictions(boardId, row.version, facilitationOf(row));
  await recordUse(deps, row);
  return true;
}
