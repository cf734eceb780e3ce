import type { BinnedBoard } from "@retro/contract/entities";
import { limits } from "@retro/contract/limits";
import type { Db } from "../deps.ts";
import { AppError, notFound } from "../http/app-error.ts";
import { type BoardRow, findBoard } from "./board-store.ts";
import { hasPass } from "./pass-store.ts";

/** What decides who may open a board. */
type Access = Pick<BoardRow, "id" | "deleted_at" | "deleted_by" | "passphrase_hash">;

/**
 * Checks whether a user may open a board: it is not in the bin [M4], and the user has given its passphrase if it has one [M5]. Costs a
 * query only for a board with a passphrase.
 * @throws AppError 404 `board_in_bin`, 403 `passphrase_required`
 */
export async function requireAccess(db: Db, board: Access, userId: string): Promise<void> {
  if (board.deleted_at !== null) throw inBin(board, board.deleted_at, userId);
  if (board.passphrase_hash !== null && !(await hasPass(db, board.id, userId)))
    throw new AppError(403, "passphrase_required");
}

function inBin(board: Access, since: number, userId: string): AppError {
  const data: BinnedBoard = {
    may_restore: board.deleted_by === userId,
    bin_until: new Date(since + limits.binMs).toISOString(),
  };
  return new AppError(404, "board_in_bin", { data });
}

/**
 * Finds a board that a user opens.
 * @throws AppError 404 for an unknown board and for one in the bin, 403 `passphrase_required`
 */
export async function openBoard(db: Db, boardId: string, userId: string): Promise<BoardRow> {
  const board = await findBoard(db, boardId);
  if (board === undefined) throw notFound();
  await requireAccess(db, board, userId);
  return board;
}
