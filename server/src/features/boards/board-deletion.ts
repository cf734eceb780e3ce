import { channels, eventNames } from "@retro/contract/events";
import { limits } from "@retro/contract/limits";
import type { Deps } from "../../deps.ts";
import { findBoard } from "../../board/parts/board-store.ts";
import { useIntervalMs } from "../../board/turn/last-use.ts";
import { announceToSpace } from "../../board/turn/space-events.ts";
import { deleteBoardRow, deleteChanges, quietBoards } from "./retention-store.ts";
import type { DeletionCondition, UsePosition } from "./retention-store.ts";

type Needs = Pick<Deps, "database" | "transport" | "log">;

export async function deleteBoard(
  deps: Needs,
  boardId: string,
  condition?: DeletionCondition,
): Promise<number | null> {
  const deleted = await deps.database.transaction((trx) => deleteBoardRow(trx, boardId, condition));
  if (deleted === undefined) return null;
  const version = deleted.version + 1;
  announceVersion(deps, boardId, version);
  if (deleted.space_id !== null) announceToSpace(deps, deleted.space_id);
  return version;
}

export async function describeBoard(deps: Pick<Deps, "database">, boardId: string) {
  return findBoard(deps.database.db, boardId);
}

export function announceVersion(deps: Pick<Deps, "transport">, boardId: string, version: number): void {
  deps.transport.broadcast(channels.presence(boardId), eventNames.items, { version, fetch: true });
}

export async function deleteQuietChanges(
  deps: Pick<Deps, "database" | "clock">,
  position: UsePosition,
  most: number,
): Promise<{ deleted: number; next: UsePosition | null }> {
  const before = deps.clock() - limits.keptDays.changeLog * 86_400_000 - useIntervalMs;
  const boards = await quietBoards(deps.database.db, { after: position, before, most });
  let deleted = 0;
  for (const { id } of boards) deleted += await deleteChanges(deps.database.db, id);
  return { deleted, next: boards.at(-1) ?? null };
}
