import type { Board, User } from "@retro/contract/entities";
import type { Db } from "../../deps.ts";
import { plantStickers, type NewSticker } from "../stickers/import.ts";
import type { NewSection } from "../stickers/sections.ts";
import { insertBoard } from "./commands.ts";
import { addCounts } from "./store.ts";

/** A section to bring in with the stickers of its columns. */
export type FilledSection = NewSection & { columns: readonly (readonly NewSticker[])[] };

/** Writes a new board with everything on it, in the transaction at hand; nobody can be looking at it yet, so nobody is told. */
export async function insertFilledBoard(
  db: Db,
  user: User,
  board: { title: string; description: string; sections: readonly FilledSection[] },
  now: number,
): Promise<Board> {
  const made = await insertBoard(db, user, board, now);
  const count = await plantStickers(
    db,
    made.id,
    board.sections.map(({ columns }) => columns),
  );
  if (count > 0) await addCounts(db, made.id, 0, count);
  return made;
}
