import { setImmediate as nextLoopTurn } from "node:timers/promises";
import type { Board, User } from "@retro/contract/entities";
import { addCounts } from "../../board/board-store.ts";
import { deleteState, readStateKeys, writeState } from "../../db/server-state.ts";
import type { Db, Deps } from "../../deps.ts";
import { columnIds, type ImportedSticker, stickerParts, writeStickers } from "../stickers/sticker-import.ts";
import type { NewSection } from "../stickers/sections.ts";
import { insertUnvisitedBoard } from "./commands.ts";
import { deleteBoardRow } from "./retention-store.ts";
import { recordVisit } from "./store.ts";

/** A section to bring in with the stickers of its columns. */
export type ImportedSection = NewSection & { columns: readonly (readonly ImportedSticker[])[] };

export interface ImportedBoard {
  title: string;
  description: string;
  sections: readonly ImportedSection[];
}

type Needs = Pick<Deps, "store" | "log">;

/** Stickers per transaction. On SQLite nobody else can use the database meanwhile: 5 to 10 ms. */
const stickersPerTransaction = 500;
/** `server_state` holds this and the id of each board that is being imported. */
const stateKeyPrefix = "import ";

/**
 * Makes a board with everything on it. A large one is written in several transactions, so that others do not wait for all of it. Until the
 * last one nobody knows the board's address, and the board is marked: if the server ends, the next start deletes it.
 * @param pace runs one transaction when it is its turn
 * @throws what `pace` and the database throw; nothing of the board stays then
 */
export async function importBoard(
  deps: Needs,
  user: User,
  board: ImportedBoard,
  { now, pace }: { now: number; pace: <T>(work: () => Promise<T>) => Promise<T> },
): Promise<Board> {
  // On SQLite a transaction never waits: without a turn of the event loop between them, all parts would block the loop as one.
  const runPart = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    await nextLoopTurn();
    return pace(() => deps.store.transaction(work));
  };
  const sections = board.sections.map(({ columns }) => columns);
  const finish = async (db: Db, id: string, stickers: number): Promise<void> => {
    if (stickers > 0) await addCounts(db, id, 0, stickers);
    await recordVisit(db, user.id, id, now);
  };

  const { made, parts, first, second } = await runPart(async (db) => {
    const made = await insertUnvisitedBoard(db, user, board, now);
    const parts = stickerParts(made.id, await columnIds(db, made.id), sections, stickersPerTransaction);
    const first = parts.next().value ?? [];
    const second = parts.next().value;
    await writeStickers(db, first);
    if (second === undefined) await finish(db, made.id, first.length);
    else await writeState(db, stateKeyPrefix + made.id, String(now));
    return { made, parts, first, second };
  });
  if (second === undefined) return made;
  try {
    let count = first.length;
    for (let part: typeof second | undefined = second; part; part = parts.next().value ?? undefined) {
      const rows = part;
      await runPart((db) => writeStickers(db, rows));
      count += rows.length;
    }
    await runPart(async (db) => {
      await finish(db, made.id, count);
      await deleteState(db, stateKeyPrefix + made.id);
    });
    return made;
  } catch (error) {
    await deleteImport(deps, made.id).catch((left: unknown) =>
      deps.log.error(
        { err: left },
        "a board whose import failed could not be deleted; the next start of the server deletes it",
      ),
    );
    throw error;
  }
}

/** Deletes boards whose import a former process did not finish. Call it before the first request. */
export async function deleteUnfinishedImports(deps: Needs): Promise<void> {
  for (const key of await readStateKeys(deps.store.db, stateKeyPrefix)) {
    await deleteImport(deps, key.slice(stateKeyPrefix.length));
    deps.log.warn(
      "a board was deleted whose import the server had not finished when it ended; nobody had its address yet",
    );
  }
}

async function deleteImport({ store }: Needs, boardId: string): Promise<void> {
  await store.transaction(async (db) => {
    await deleteBoardRow(db, boardId, null);
    await deleteState(db, stateKeyPrefix + boardId);
  });
}
