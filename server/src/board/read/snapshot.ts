import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import type { RetroDatabase } from "../../db/database.ts";
import type { Db } from "../../deps.ts";
import { facilitationOf } from "../parts/board-row.ts";
import { openBoard } from "../turn/board-access.ts";
import type { BoardRow } from "../parts/board-store.ts";

/** Takes the version before the read and the options after it: no text hidden in between leaks [M4, M5]. */
export async function readSnapshot<T>(
  deps: { database: Pick<RetroDatabase, "db"> },
  boardId: string,
  userId: string,
  read: (db: Db, board: BoardRow) => Promise<T>,
): Promise<{ value: T; board: BoardRow; version: number; facilitation: Facilitation }> {
  const db = deps.database.db;
  const before = await openBoard(db, boardId, userId);
  const value = await read(db, before);
  const after = await openBoard(db, boardId, userId);
  return { value, board: after, version: before.version, facilitation: facilitationOf(after) };
}

export interface BoardState {
  board: BoardRow;
  facilitation: Facilitation;
}

export async function openBoardState(
  deps: { database: Pick<RetroDatabase, "db"> },
  boardId: string,
  userId: string,
): Promise<BoardState> {
  const board = await openBoard(deps.database.db, boardId, userId);
  return { board, facilitation: facilitationOf(board) };
}
