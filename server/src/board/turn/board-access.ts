import type { BinnedBoard, PassphraseRefusal } from "@retro/contract/boards";
import { limits } from "@retro/contract/limits";
import type { Db } from "../../deps.ts";
import { AppError, notFound } from "../../http/errors/app-error.ts";
import { type BoardRow, findBoard } from "../parts/board-store.ts";
import { mayOpenWithoutPassphrase } from "./custody.ts";
import { hasPass, passphraseSetter } from "./pass-store.ts";

type Access = Pick<
  BoardRow,
  | "id"
  | "creator_id"
  | "deleted_at"
  | "deleted_by"
  | "passphrase_hash"
  | "passphrase_set_at"
  | "passphrase_space_id"
  | "space_id"
>;

export async function requireAccess(db: Db, board: Access, userId: string): Promise<void> {
  if (board.deleted_at !== null) throw await inBin(db, board, board.deleted_at, userId);
  if (!(await isUnlockedFor(db, board, userId))) throw await passphraseRequired(db, board, userId);
}

async function isUnlockedFor(db: Db, board: Access, userId: string): Promise<boolean> {
  return board.passphrase_hash === null || (await hasPass(db, board.id, userId));
}

async function passphraseRequired(db: Db, board: Access, userId: string): Promise<AppError> {
  const setter = await passphraseSetter(db, board.id, userId);
  const data: PassphraseRefusal = {
    may_remove: await mayOpenWithoutPassphrase(db, board, { userId, connection: undefined }),
    ...(setter !== undefined && { set_by: setter }),
  };
  return new AppError(403, "passphrase_required", { data });
}

async function inBin(db: Db, board: Access, since: number, userId: string): Promise<AppError> {
  const data: BinnedBoard = {
    may_restore: await mayRestore(db, board, userId),
    bin_until: new Date(since + limits.binMs).toISOString(),
  };
  return new AppError(404, "board_in_bin", { data });
}

/** Without the space's key: the creator, whoever binned it, and all with its passphrase, if it has one [M4]. */
export async function mayRestore(db: Db, board: Access, userId: string): Promise<boolean> {
  if (board.creator_id === userId || board.deleted_by === userId) return true;
  return isUnlockedFor(db, board, userId);
}

export async function openBoard(db: Db, boardId: string, userId: string): Promise<BoardRow> {
  const board = await findBoard(db, boardId);
  if (board === undefined) throw notFound();
  await requireAccess(db, board, userId);
  return board;
}
