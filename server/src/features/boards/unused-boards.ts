import { channels } from "@retro/contract/events";
import { withBoardBinned } from "@retro/rules/facilitation";
import { lastUseWrite } from "../../board/parts/board-store.ts";
import { systemCaller } from "../../board/turn/caller.ts";
import { useIntervalMs } from "../../board/turn/last-use.ts";
import { announceToSpace } from "../../board/turn/space-events.ts";
import { takeTurn, type Turn } from "../../board/turn/turn.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors/app-error.ts";
import type { TaskRows } from "../../jobs/task-rows.ts";
import { unusedBoards } from "./retention-store.ts";
import { binWrite } from "./store.ts";

/** The longest unused first, without boards with a user on them [P7]. The bin deletes them [M4]. */
export async function binUnusedBoards(
  deps: Deps,
  days: number,
  most: number,
  rows: TaskRows,
): Promise<{ done: number; more: boolean }> {
  const now = deps.clock();
  const before = now - days * 86_400_000 - useIntervalMs;
  const read = (count: number) => unusedBoards(deps.database.db, before, count);
  return rows.each(most, read, String, async (id) => {
    const present = await deps.presence.members(channels.presence(id));
    if (present.length === 0) return binIfUnused(deps, id, before);
    // Counts as a use: otherwise every run would look at this board again.
    await deps.database.db.executeQuery(lastUseWrite(deps.database.db, id, now));
    return false;
  });
}

async function binIfUnused(deps: Deps, boardId: string, before: number): Promise<boolean> {
  const work = async (turn: Turn): Promise<string | null> => {
    const { db, board, now } = turn;
    if (board.deleted_at !== null || board.last_used_at === null || board.last_used_at >= before) return null;
    turn.writeLater(binWrite(db, boardId, { at: now, by: null }));
    turn.setFacilitation(withBoardBinned(turn.facilitation));
    turn.record({ type: "tick" });
    return board.space_id;
  };
  try {
    const { value: spaceId, meta } = await takeTurn(deps, boardId, systemCaller, work);
    if (spaceId !== null) announceToSpace(deps, spaceId);
    return meta.changes.length > 0;
  } catch (error) {
    if (error instanceof AppError && error.statusCode === 404) return false;
    throw error;
  }
}
