import type { FastifyInstance } from "fastify";
import type { ChangeMeta } from "@retro/contract/changes";
import type { Board } from "@retro/contract/boards";
import { limits } from "@retro/contract/limits";
import { withLock, withBoardBinned } from "@retro/rules/facilitation";
import { mayManageBoard } from "@retro/rules/permissions";
import { runAfterCommit } from "../../after-commit.ts";
import { lastUseWrite } from "../../board/parts/board-store.ts";
import { type BoardCall, systemCaller } from "../../board/turn/caller.ts";
import { endBoardSubscriptions } from "../../board/turn/other-nodes.ts";
import { mayRestore } from "../../board/turn/board-access.ts";
import { announceToSpace } from "../../board/turn/space-events.ts";
import { isKeyOfSpace } from "../../board/turn/space-store.ts";
import { takeTurn, type Turn, type TurnOptions } from "../../board/turn/turn.ts";
import type { Deps } from "../../deps.ts";
import { notFound, requireAllowed } from "../../http/errors/app-error.ts";
import type { TaskRows } from "../../jobs/task-rows.ts";
import { announceVersion, deleteBoard } from "./board-deletion.ts";
import { presentInTurn } from "./commands.ts";
import * as store from "./store.ts";

/** Works on a locked board, because it leaves the content alone [M1, M2]. */
export async function manage<T>(
  { deps, boardId, caller }: BoardCall,
  work: (turn: Turn) => Promise<T>,
  options: Pick<TurnOptions, "checksAccess"> = {},
) {
  const { value, meta } = await takeTurn(
    deps,
    boardId,
    caller,
    async (turn) => {
      if (!turn.isRepeat) requireAllowed(mayManageBoard(turn.facilitation, caller.userId));
      return { result: await work(turn), spaceId: turn.board.space_id };
    },
    { evenIfLocked: true, ...options },
  );
  if (value.spaceId !== null) announceToSpace(deps, value.spaceId, caller.connection);
  return { value: value.result, meta };
}

/**
 * While a board is locked, every change of it is refused [M2].
 * @throws AppError 403 `board_locked` for everyone but the facilitator while there is one, 404
 */
export async function lockBoard(
  { deps, boardId, caller }: BoardCall,
  locked: boolean,
): Promise<{ value: Board; meta: ChangeMeta }> {
  return manage({ deps, boardId, caller }, async (turn) => {
    if (turn.isRepeat) return presentInTurn(turn);
    turn.setFacilitation(withLock(turn.facilitation, locked));
    const board = await presentInTurn(turn, { locked: locked ? 1 : 0 });
    turn.event = { kind: "board", board };
    return board;
  });
}

/** Lists show an archived board separately, and nothing else changes [M3]. */
export async function archiveBoard(
  { deps, boardId, caller }: BoardCall,
  archived: boolean,
): Promise<ChangeMeta> {
  const { meta } = await manage({ deps, boardId, caller }, async (turn) => {
    if (turn.isRepeat || (turn.board.archived_at !== null) === archived) return;
    turn.writeLater(store.archiveWrite(turn.db, boardId, archived ? turn.now : null));
    turn.record({ type: "tick" });
  });
  return meta;
}

/**
 * Every call answers 404 until the board is restored; after 30 days it is deleted [M4].
 * A facilitator who keeps the seat cannot withhold the board: the bin asks only who may open it.
 * @throws as `lockBoard`
 */
export async function binBoard({ deps, boardId, caller }: BoardCall): Promise<void> {
  const { meta } = await manage({ deps, boardId, caller }, async (turn) => {
    turn.writeLater(store.binWrite(turn.db, boardId, { at: turn.now, by: caller.userId }));
    turn.setFacilitation(withBoardBinned(turn.facilitation));
    turn.record({ type: "tick" });
  });
  runAfterCommit(deps.log, "end the subscriptions to a board in the bin", () => {
    announceVersion(deps, boardId, meta.version + 1);
    endBoardSubscriptions(deps, boardId, null);
  });
}

/** Without `seats` on the command line, where no server runs. */
export type RestoreDeps = Deps & { seats?: Pick<FastifyInstance["seats"], "recordSeen"> };

/**
 * Takes a board out of the bin [M4]; `inSpace`: a space that it must be in.
 * @throws AppError 404 unless the caller may, and the board has been in the bin for less than 30 days
 */
export async function restoreBoard(
  { deps, boardId, caller }: BoardCall<RestoreDeps>,
  inSpace?: string,
): Promise<void> {
  const work = async (turn: Turn): Promise<string | null> => {
    const { db, board, now } = turn;
    if (board.deleted_at === null || now - board.deleted_at >= limits.binMs) throw notFound();
    if (inSpace !== undefined && board.space_id !== inSpace) throw notFound();
    const mayAlways =
      caller === systemCaller || (await isKeyOfSpace(db, board.space_id, caller.spaceKey ?? null));
    if (!mayAlways && !(await mayRestore(db, board, caller.userId))) throw notFound();
    turn.writeLater(store.binWrite(db, boardId, null));
    // Their two minutes begin now [S2]: nobody else sits down with the board's return.
    const { facilitator_id } = turn.facilitation;
    if (facilitator_id !== null) deps.seats?.recordSeen(boardId, facilitator_id);
    // Otherwise housekeeping would put an unused board into the bin again.
    turn.writeLater(lastUseWrite(db, boardId, now));
    turn.record({ type: "tick" });
    return board.space_id;
  };
  const { value: spaceId } = await takeTurn(deps, boardId, caller, work, {
    evenIfLocked: true,
    checksAccess: true,
  });
  if (spaceId !== null) announceToSpace(deps, spaceId, caller.connection);
}

export async function emptyBin(
  deps: Pick<Deps, "database" | "transport" | "log" | "clock">,
  most: number,
  rows: TaskRows,
): Promise<{ done: number; more: boolean }> {
  const before = deps.clock() - limits.binMs;
  const read = (count: number) => store.boardsInBinSince(deps.database.db, before, count);
  // The deletion checks the bin again: a user may have restored the board at the last moment.
  const work = async (id: string) => (await deleteBoard(deps, id, { binnedSince: before })) !== null;
  return rows.each(most, read, String, work);
}
