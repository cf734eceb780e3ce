import type { CompiledQuery } from "kysely";
import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import type { LastMeeting, MeetingStep } from "@retro/contract/facilitation/meeting";
import { fold } from "@retro/contract/fold";
import { emptyFacilitation } from "@retro/rules/facilitation";
import type { Db } from "../../deps.ts";
import type { BoardRow } from "../../board/parts/board-store.ts";

export async function insertBoard(
  db: Db,
  board: {
    id: string;
    title: string;
    description: string;
    creator_id: string;
    section_count: number;
    sticker_count: number;
    passphrase_hash?: string | null;
    now: number;
    facilitation?: Facilitation | undefined;
    space_id?: string | undefined;
    next_steps?: readonly MeetingStep[] | null | undefined;
    last_meeting?: LastMeeting | undefined;
  },
): Promise<BoardRow> {
  const { facilitator_id, facilitator_options, timer } = board.facilitation ?? emptyFacilitation({});
  return db
    .insertInto("boards")
    .values({
      id: board.id,
      title: board.title,
      description: board.description,
      search: fold(board.title),
      creator_id: board.creator_id,
      version: 1,
      facilitator_id,
      facilitator_options: JSON.stringify(facilitator_options),
      timer: JSON.stringify(timer),
      timer_settles_at: null,
      section_count: board.section_count,
      sticker_count: board.sticker_count,
      ...(board.passphrase_hash && {
        passphrase_hash: board.passphrase_hash,
        passphrase_set_at: board.now,
        passphrase_space_id: board.space_id ?? null,
      }),
      created_at: board.now,
      last_used_at: board.now,
      space_id: board.space_id ?? null,
      next_steps: board.next_steps ? JSON.stringify(board.next_steps) : null,
      last_meeting: board.last_meeting ? JSON.stringify(board.last_meeting) : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function saveDetails(
  db: Db,
  id: string,
  details: { title: string; description: string },
): Promise<void> {
  await db
    .updateTable("boards")
    .set({ ...details, search: fold(details.title) })
    .where("id", "=", id)
    .execute();
}

const visitIntervalMs = 3_600_000;

/** At most hourly: every write costs an fsync. A removed board returns to the list [B1]. */
export async function recordVisit(db: Db, userId: string, boardId: string, now: number): Promise<void> {
  const known = await db
    .selectFrom("visits")
    .select(["visited_at", "removed_at"])
    .where("user_id", "=", userId)
    .where("board_id", "=", boardId)
    .executeTakeFirst();
  if (known && known.removed_at === null && now - known.visited_at < visitIntervalMs) return;
  await db
    .insertInto("visits")
    .values({ user_id: userId, board_id: boardId, visited_at: now })
    .onConflict((c) => c.columns(["user_id", "board_id"]).doUpdateSet({ visited_at: now, removed_at: null }))
    .execute();
}

export function archiveWrite(db: Db, id: string, at: number | null): CompiledQuery {
  return db.updateTable("boards").set({ archived_at: at }).where("id", "=", id).compile();
}

export function binWrite(db: Db, id: string, bin: { at: number; by: string | null } | null): CompiledQuery {
  return db
    .updateTable("boards")
    .set({ deleted_at: bin?.at ?? null, deleted_by: bin?.by ?? null })
    .where("id", "=", id)
    .compile();
}

export interface Closing {
  hash: string;
  /** When and in which space the board was closed; a later passphrase does not change it. */
  at: number;
  inSpace: string | null;
}

export function passphraseWrite(db: Db, id: string, closing: Closing | null): CompiledQuery {
  return db
    .updateTable("boards")
    .set({
      passphrase_hash: closing?.hash ?? null,
      passphrase_set_at: closing?.at ?? null,
      passphrase_space_id: closing?.inSpace ?? null,
    })
    .where("id", "=", id)
    .compile();
}

/** Locks the passphrase until the transaction ends. */
export async function lockPassphrase(db: Db, id: string, hash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("boards")
    .set({ passphrase_hash: hash })
    .where("id", "=", id)
    .where("passphrase_hash", "=", hash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function boardsInBinSince(db: Db, before: number, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom("boards")
    .select("id")
    .where("deleted_at", "<", before)
    .orderBy("deleted_at")
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Null for no board, and for one that its link alone does not open. */
export async function findOpenTitle(db: Db, id: string): Promise<string | null> {
  const row = await db
    .selectFrom("boards")
    .select("title")
    .where("id", "=", id)
    .where("passphrase_hash", "is", null)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row?.title ?? null;
}
