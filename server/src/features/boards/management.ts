import type { ChangeMeta } from "@retro/contract/changes";
import type { Board } from "@retro/contract/entities";
import { withLock } from "@retro/rules/facilitation";
import { mayManageBoard } from "@retro/rules/permissions";
import type { Caller } from "../../board/caller.ts";
import { loadSections } from "../../board/item-store.ts";
import { presentBoard } from "../../board/present-board.ts";
import { takeTurn } from "../../board/turn.ts";
import type { Deps } from "../../deps.ts";
import { requireAllowed } from "../../http/app-error.ts";

/**
 * Locks or unlocks a board: while it is locked, every change of it is refused (M2).
 * @returns the board after the turn; its version is `meta.version`
 * @throws AppError 403 `board_locked` for everyone but the facilitator while there is one, 404
 */
export async function lockBoard(
  deps: Deps,
  boardId: string,
  caller: Caller,
  locked: boolean,
): Promise<{ value: Board; meta: ChangeMeta }> {
  return takeTurn(
    deps,
    boardId,
    caller,
    async (turn) => {
      requireAllowed(mayManageBoard(turn.facilitation, caller.userId));
      turn.setFacilitation(withLock(turn.facilitation, locked));
      const sections = await loadSections(turn.db, boardId);
      const board = presentBoard({ ...turn.board, locked: locked ? 1 : 0 }, sections, turn.now);
      turn.event = { kind: "board", board };
      return board;
    },
    { evenIfLocked: true },
  );
}
