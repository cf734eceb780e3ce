import type { Facilitation } from "@retro/contract/entities";
import type { Store } from "../db/store.ts";
import type { Db } from "../deps.ts";
import { notFound } from "../http/app-error.ts";
import type { Limits } from "../limits/limits.ts";
import { itemCount } from "./capacity.ts";
import { facilitationOf } from "./board-row.ts";
import type { BoardRow } from "./board-store.ts";
import { findBoard } from "./board-store.ts";

/**
 * Reads from a board outside a turn. The version is the one from before the read: what changes during the read arrives again
 * as a change. The facilitation is the one from after the read: what becomes hidden during the read is presented as hidden.
 * @param read gets the board's row as it is before the read
 * @returns what `read` returned, the row after the read, and that version and facilitation
 * @throws AppError 404 for an unknown board
 */
export async function readSnapshot<T>(
  deps: { store: Pick<Store, "db">; limits?: Pick<Limits, "noteBoardSize"> },
  boardId: string,
  read: (db: Db, board: BoardRow) => Promise<T>,
): Promise<{ value: T; board: BoardRow; version: number; facilitation: Facilitation }> {
  const db = deps.store.db;
  const before = await findBoard(db, boardId);
  if (!before) throw notFound();
  deps.limits?.noteBoardSize(boardId, itemCount(before));
  const value = await read(db, before);
  const after = await findBoard(db, boardId);
  if (!after) throw notFound();
  return { value, board: after, version: before.version, facilitation: facilitationOf(after) };
}

/** A board's row, and the facilitation in it. */
export interface BoardState {
  board: BoardRow;
  facilitation: Facilitation;
}

/** Reads a board's row; undefined for an unknown board. */
export async function findBoardState(
  deps: { store: Pick<Store, "db"> },
  boardId: string,
): Promise<BoardState | undefined> {
  const board = await findBoard(deps.store.db, boardId);
  return board && { board, facilitation: facilitationOf(board) };
}
