import { setImmediate as nextLoopTurn } from "node:timers/promises";
import type { BoardContent, FileRound, FileSticker } from "@retro/contract/files/board-file";
import type { Board } from "@retro/contract/boards";
import type { User } from "@retro/contract/users";
import type { Round } from "@retro/contract/facilitation/rounds";
import { boardRoundsWrite, countsWrite } from "../../board/parts/board-store.ts";
import { insertRows } from "../../board/parts/item-store.ts";
import { deleteState, readState, readStateKeys, writeState } from "../../db/server-state.ts";
import { recordCreation } from "../../board/turn/board-outbox.ts";
import type { Db, Deps } from "../../deps.ts";
import { importActions } from "../actions/action-import.ts";
import { importAnswers } from "../questions/commands.ts";
import { columnIds, type ImportDefaults, importedTime, stickerParts } from "../stickers/sticker-import.ts";
import { insertUnvisitedBoard } from "./commands.ts";
import type { TaskRows } from "../../jobs/task-rows.ts";
import { deleteBoardRow } from "./retention-store.ts";
import { recordVisit } from "./store.ts";

interface ImportOptions extends ImportDefaults {
  passphraseHash?: string | null;
  /** Waits until the next transaction may run, and runs it. */
  pace: <T>(work: () => Promise<T>) => Promise<T>;
  /** Aborted when the user cancels: nothing of the board stays. */
  signal?: AbortSignal;
  /** Called with the number of stickers after each transaction but the last. */
  onWritten?: (stickers: number) => void;
}

export function sizeOf(file: BoardContent): { rows: number; bytes: number } {
  let rows = file.actions?.length ?? 0;
  let bytes = 0;
  const add = (stickers: readonly FileSticker[]): void => {
    for (const { text, stickers: nested = [] } of stickers) {
      rows += 1;
      bytes += Buffer.byteLength(text ?? "");
      add(nested);
    }
  };
  for (const { columns } of file.sections) columns.forEach(add);
  return { rows, bytes };
}

type Needs = Pick<Deps, "database" | "log">;

/** Stickers per transaction: on SQLite each blocks the database for 5 to 10 ms. */
const stickersPerTransaction = 500;
/** A key for every unfinished import; its value says when it began. */
const stateKeyPrefix = "import ";

/**
 * Makes a board with its stickers, all or nothing (X5), in several transactions. Until the last one nobody
 * has the board's id, and `server_state` marks it: if the server stops, its next start deletes the board.
 * @throws what `pace` and the database throw; the board is deleted then
 */
export async function importBoard(
  deps: Needs,
  user: User,
  file: BoardContent,
  { pace, signal, onWritten, passphraseHash, ...defaults }: ImportOptions,
): Promise<Board> {
  // A transaction on SQLite never yields to the event loop; this does, between two of them.
  const runPart = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    await nextLoopTurn();
    return pace(() => {
      signal?.throwIfAborted();
      return deps.database.transaction(work);
    });
  };
  const { now } = defaults;
  const finish = async (db: Db, id: string, stickers: number): Promise<void> => {
    if (stickers > 0) await db.executeQuery(countsWrite(db, id, { sections: 0, stickers }));
    await importActions(db, id, file.actions ?? [], defaults);
    await importAnswers(db, id, file);
    await recordVisit(db, user.id, id, now);
    const { title } = file.board;
    const created = { id, title, space_id: null, passphrase_hash: passphraseHash ?? null, version: 1 };
    await recordCreation(deps, db, created, now);
  };

  const { made, parts, first, second } = await runPart(async (db) => {
    const { title, description = "" } = file.board;
    const { steps, started, ended } = file.meeting ?? {};
    const board = {
      title,
      description,
      passphraseHash,
      sections: file.sections,
      steps,
      ...(started && ended && { lastMeeting: { started: Date.parse(started), ended: Date.parse(ended) } }),
    };
    const made = await insertUnvisitedBoard(db, user, board, now);
    if (file.rounds?.length)
      await db.executeQuery(boardRoundsWrite(db, made.id, importedRounds(file.rounds, made.sections, now)));
    const columns = await columnIds(db, made.id);
    const parts = stickerParts(made.id, columns, file, { ...defaults, most: stickersPerTransaction });
    const first = parts.next().value ?? [];
    const second = parts.next().value;
    await insertRows(db, first);
    if (second === undefined) await finish(db, made.id, first.length);
    else await writeState(db, stateKeyPrefix + made.id, String(now));
    return { made, parts, first, second };
  });
  if (second === undefined) return made;
  try {
    let count = first.length;
    for (let part: typeof second | undefined = second; part; part = parts.next().value ?? undefined) {
      const rows = part;
      await runPart((db) => insertRows(db, rows));
      count += rows.length;
      onWritten?.(count);
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
        "a board whose import failed could not be deleted; housekeeping or the next start of the server deletes it",
      ),
    );
    throw error;
  }
}

/** A section that the file does not have is left out. */
function importedRounds(
  rounds: readonly FileRound[],
  sections: readonly { id: string }[],
  now: number,
): Round[] {
  return rounds.map(({ name, sections: positions, closed, perSticker, votes }) => ({
    ...(name && { name }),
    ...(positions && { sections: positions.flatMap((at) => sections[at]?.id ?? []) }),
    ...(perSticker !== undefined && { perSticker }),
    ...(votes !== undefined && { votes }),
    closed: Date.parse(importedTime(closed, now)),
  }));
}

/** No import takes so long: its server has ended. */
export const longestImportMs = 3_600_000;

/** Deletes the boards of unfinished imports that began before a time (epoch milliseconds). */
export async function deleteUnfinishedImports(deps: Needs, before: number, rows: TaskRows): Promise<number> {
  const keys = await readStateKeys(deps.database.db, stateKeyPrefix);
  const { done } = await rows.each(
    keys.length,
    async () => keys,
    String,
    async (key) => {
      const beganAt = await readState(deps.database.db, key);
      if (beganAt === null || Number(beganAt) >= before) return false;
      await deleteImport(deps, key.slice(stateKeyPrefix.length));
      deps.log.warn(
        "a board was deleted whose import the server had not finished when it ended; nobody had its address yet",
      );
      return true;
    },
  );
  return done;
}

async function deleteImport({ database }: Needs, boardId: string): Promise<void> {
  await database.transaction(async (db) => {
    await deleteBoardRow(db, boardId);
    await deleteState(db, stateKeyPrefix + boardId);
  });
}
