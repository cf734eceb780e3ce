import { channels, eventNames } from "@retro/contract/events";
import type { Deps } from "../../deps.ts";
import { findBoard, lastUseWrite } from "../../board/board-store.ts";
import { useIntervalMs } from "../../board/last-use.ts";
import { announceToSpace } from "../../board/space-events.ts";
import type { TaskRows } from "../../jobs/task-rows.ts";
import { deleteBoardRow, deleteChanges, quietBoards, unusedBoards } from "./retention-store.ts";
import type { DeletionCondition, UsePosition } from "./retention-store.ts";

type Needs = Pick<Deps, "store" | "transport" | "log">;

/**
 * Deletes a board with everything on it. Its browsers get an event with a new version, fetch it, get a 404 and leave. The pages of its
 * space are told.
 * @param condition checked again in the transaction that deletes
 * @returns the version in this event; null for an unknown board, and for one that does not meet the condition
 */
export async function deleteBoard(
  deps: Needs,
  boardId: string,
  condition?: DeletionCondition,
): Promise<number | null> {
  const deleted = await deps.store.transaction((trx) => deleteBoardRow(trx, boardId, condition));
  if (deleted === undefined) return null;
  const version = deleted.version + 1;
  announceVersion(deps, boardId, version);
  if (deleted.space_id !== null) announceToSpace(deps, deleted.space_id);
  return version;
}

/** A board's row, for the command line; undefined for an unknown board. */
export async function describeBoard(deps: Pick<Deps, "store">, boardId: string) {
  return findBoard(deps.store.db, boardId);
}

/** Makes the clients of a board fetch a version: after a change by another process, and after the deletion of the board. */
export function announceVersion(deps: Pick<Deps, "transport">, boardId: string, version: number): void {
  deps.transport.broadcast(channels.presence(boardId), eventNames.items, { version, fetch: true });
}

/**
 * Deletes some of the boards that nobody has used for `days` (P7), the longest unused first, except boards with a user on them.
 * @param most the number of boards to look at
 * @returns the number of deleted boards, and whether there may be more
 * @throws when the push service does not say who is present
 */
export async function deleteUnusedBoards(
  deps: Needs & Pick<Deps, "presence" | "clock">,
  days: number,
  most: number,
  rows: TaskRows,
): Promise<{ done: number; more: boolean }> {
  const now = deps.clock();
  const before = now - days * 86_400_000 - useIntervalMs;
  const read = (count: number) => unusedBoards(deps.store.db, before, count);
  return rows.each(most, read, String, async (id) => {
    const present = await deps.presence.members(channels.presence(id));
    // The deletion checks the last use again: a user may have opened the board since.
    if (present.length === 0) return (await deleteBoard(deps, id, { unusedSince: before })) !== null;
    // Counts as a use: otherwise every run would look at this board again.
    await deps.store.db.executeQuery(lastUseWrite(deps.store.db, id, now));
    return false;
  });
}

/**
 * Deletes the change logs of some boards that nobody has used for `days` (P7).
 * @param position where the last call stopped
 * @param most the number of boards
 * @returns the number of deleted rows, and the position for the next call; null at the end
 */
export async function deleteQuietChanges(
  deps: Pick<Deps, "store" | "clock">,
  days: number,
  position: UsePosition,
  most: number,
): Promise<{ deleted: number; next: UsePosition | null }> {
  const before = deps.clock() - days * 86_400_000 - useIntervalMs;
  const boards = await quietBoards(deps.store.db, { after: position, before, most });
  let deleted = 0;
  for (const { id } of boards) deleted += await deleteChanges(deps.store.db, id);
  return { deleted, next: boards.at(-1) ?? null };
}
