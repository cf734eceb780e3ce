import type { Deps } from "../../deps.ts";
import { openBoard } from "./board-access.ts";
import { facilitationOf } from "../parts/board-row.ts";
import { recordUse } from "./last-use.ts";
import { recordRestrictions } from "./whisper-restrictions.ts";

/** Everybody with the link may join a board (spec 10.5), with its passphrase if it has one [M5]. */
export async function requireJoin(deps: Deps, boardId: string, userId: string): Promise<void> {
  const row = await openBoard(deps.database.db, boardId, userId);
  recordRestrictions(boardId, row.version, facilitationOf(row));
  await recordUse(deps, row);
}
