import type { SessionState } from "@retro/contract/entities";
import { noOptions, idleTimer } from "@retro/contract/entities";
import { settlesAt } from "@retro/rules/timer";
import { sql } from "kysely";
import { fold } from "../../db/fold.ts";
import { prepared } from "../../db/prepared.ts";
import type { Db } from "../../deps.ts";
import type { BoardRow } from "./store-row.ts";

export async function findBoard(db: Db, id: string): Promise<BoardRow | undefined> {
  return db.selectFrom("boards").selectAll().where("id", "=", id).executeTakeFirst();
}

const bumped = prepared((db, { id }: { id: string }) =>
  db
    .updateTable("boards")
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .returningAll(),
);

/** Takes the board's turn: grows the version and gives the row. Undefined for an unknown board. */
export async function bumpVersion(db: Db, id: string): Promise<BoardRow | undefined> {
  return (await bumped(db, { id }))[0];
}

export async function insertBoard(
  db: Db,
  board: {
    id: string;
    title: string;
    description: string;
    creator_id: string;
    section_count: number;
    sticker_count: number;
    now: number;
  },
): Promise<BoardRow> {
  return db
    .insertInto("boards")
    .values({
      id: board.id,
      title: board.title,
      description: board.description,
      search: fold(board.title),
      creator_id: board.creator_id,
      version: 1,
      facilitator_id: null,
      facilitator_options: JSON.stringify(noOptions),
      timer: JSON.stringify(idleTimer),
      timer_settles_at: null,
      section_count: board.section_count,
      sticker_count: board.sticker_count,
      created_at: board.now,
      last_used_at: board.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function saveHead(
  db: Db,
  id: string,
  head: { title: string; description: string },
): Promise<void> {
  await db
    .updateTable("boards")
    .set({ ...head, search: fold(head.title) })
    .where("id", "=", id)
    .execute();
}

export async function saveSession(db: Db, id: string, session: SessionState): Promise<void> {
  await db
    .updateTable("boards")
    .set({
      facilitator_id: session.facilitator_id,
      facilitator_options: JSON.stringify(session.facilitator_options),
      timer: JSON.stringify(session.timer),
      timer_settles_at: settlesAt(session.timer),
    })
    .where("id", "=", id)
    .execute();
}

const countsAdded = prepared(
  (db, { id, sections, stickers }: { id: string; sections: number; stickers: number }) =>
    db
      .updateTable("boards")
      .set((eb) => ({
        section_count: eb("section_count", "+", sections),
        sticker_count: eb("sticker_count", "+", stickers),
      }))
      .where("id", "=", id),
);

/** Keeps the two counts that the lists show and sort by. */
export async function addCounts(db: Db, id: string, sections: number, stickers: number): Promise<void> {
  await countsAdded(db, { id, sections, stickers });
}

const timersAtOnce = 500;

/** Boards whose timer ends by `until` (epoch milliseconds) and when it does, those due first come first. */
export async function timersToSettle(
  db: Db,
  until: number,
): Promise<{ id: string; timer_settles_at: number | null }[]> {
  const due: { id: string; timer_settles_at: number | null }[] = [];
  for (let last = { id: "", timer_settles_at: 0 as number | null }; ;) {
    const part = await db
      .selectFrom("boards")
      .select(["id", "timer_settles_at"])
      .where("timer_settles_at", "is not", null)
      .where("timer_settles_at", "<=", until)
      .where(sql<boolean>`(timer_settles_at, id) > (${last.timer_settles_at}, ${last.id})`)
      .orderBy("timer_settles_at")
      .orderBy("id")
      .limit(timersAtOnce)
      .execute();
    due.push(...part);
    const end = part.at(-1);
    if (end === undefined || part.length < timersAtOnce) return due;
    last = end;
  }
}

const visitInterval = 3_600_000;

/** Remembers that the user opened the board; written at most hourly, or every read would pay an fsync. */
export async function noteVisit(db: Db, userId: string, boardId: string, now: number): Promise<void> {
  const known = await db
    .selectFrom("visits")
    .select("visited_at")
    .where("user_id", "=", userId)
    .where("board_id", "=", boardId)
    .executeTakeFirst();
  if (known && now - known.visited_at < visitInterval) return;
  await db
    .insertInto("visits")
    .values({ user_id: userId, board_id: boardId, visited_at: now })
    .onConflict((c) => c.columns(["user_id", "board_id"]).doUpdateSet({ visited_at: now }))
    .execute();
}
