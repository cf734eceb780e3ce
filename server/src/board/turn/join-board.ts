import type { Deps } from "../../deps.ts";
import { openBoard } from "./board-access.ts";
import { facilitationOf } from "../parts/board-row.ts";
import { recordUse } from "./last-use.ts";
import { noteRestrictions } from "./whisper-restrictions.ts";

/**
 * Checks that a user may join a board: everybody who knows its link may (spec 10.5), with its passphrase if
 * it has one [M5]. The question counts as a use of the board, and loads its restrictions for whispers.
 */
export async function requireJoin(deps: Deps, boardId: string, userId: string): Promise<void> {
  const row = await openBoard(deps.database.db, boardId, userId);
  noteRestrictions(boardId, row.version, facilitationOf(row));
  await recordUse(deps, row);
}
