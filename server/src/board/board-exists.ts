import type { Deps } from "../deps.ts";
import { facilitationOf } from "./board-row.ts";
import { findBoard } from "./board-store.ts";
import { recordUse } from "./last-use.ts";
import { noteRestrictions } from "./whisper-restrictions.ts";

/** Does the board exist? Everybody who knows its link may join it. Asking counts as a use of it. */
export async function boardExists(deps: Deps, boardId: string): Promise<boolean> {
  const row = await findBoard(deps.store.db, boardId);
  if (!row) return false;
  noteRestrictions(boardId, row.version, facilitationOf(row));
  await recordUse(deps, row);
  return true;
}
