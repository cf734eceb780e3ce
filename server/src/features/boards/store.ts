import type { SessionState } from "@retro/contract/entities";
import { noOptions, idleTimer } from "@retro/contract/entities";
import { settlesAt } from "@retro/rules/timer";
import { sql } from "kysely";
import { fold, likePattern } from "../../db/fold.ts";
import type { Db } from "../../deps.ts";
import type { BoardRow } from "./store-row.ts";

export async function findBoard(db: Db, id: string): Promise<BoardRow | undefined> {
  return db.selectFrom("boards").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Takes the board's turn: grows the version and gives the row. Undefined for an unknown board. */
export async function bumpVersion(db: Db, id: string): Promise<BoardRow | undefined> {
  return db
    .updateTable("boards")
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
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

/** Keeps the two counts that the lists show and sort by. */
export async function addCounts(db: Db, id: string, sections: number, stickers: number): Promise<void> {
  await db
    .updateTable("boards")
    .set((eb) => ({
      section_count: eb("section_count", "+", sections),
      sticker_count: eb("sticker_count", "+", stickers),
    }))
    .where("id", "=", id)
    .execute();
}

/** Running timers, for the settling clock: those due first come first. */
export async function timersToSettle(db: Db): Promise<{ id: string; timer_settles_at: number | null }[]> {
  return db
    .selectFrom("boards")
    .select(["id", "timer_settles_at"])
    .where("timer_settles_at", "is not", null)
    .orderBy("timer_settles_at")
    .execute();
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

export interface ListQuery {
  page: number;
  per_page: number;
  q?: string | undefined;
}

/** Boards that a user made or opened, the latest first. */
export async function listVisited(db: Db, userId: string, { page, per_page, q }: ListQuery) {
  let query = db
    .selectFrom("visits")
    .innerJoin("boards", "boards.id", "visits.board_id")
    .where("visits.user_id", "=", userId);
  if (q) query = query.where(sql<boolean>`boards.search like ${likePattern(q)} escape '\\'`);
  const { total } = await query
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await query
    .select([
      "boards.id",
      "boards.title",
      "boards.section_count",
      "boards.sticker_count",
      "visits.visited_at",
    ])
    .orderBy("visits.visited_at", "desc")
    .orderBy("boards.id")
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute();
  return { rows, total: Number(total) };
}

/** For each of these boards a few of those who opened it, the latest first. */
export async function visitorsOf(db: Db, boardIds: string[], most: number) {
  if (boardIds.length === 0) return [];
  return db
    .selectFrom(
      db
        .selectFrom("visits")
        .innerJoin("users", "users.id", "visits.user_id")
        .select((eb) => [
          "visits.board_id",
          "users.name",
          "users.color",
          "users.is_avatar_stickers",
          eb.fn
            .agg<number>("row_number")
            .over((o) =>
              o.partitionBy("visits.board_id").orderBy("visits.visited_at", "desc").orderBy("users.id"),
            )
            .as("place"),
        ])
        .where("visits.board_id", "in", boardIds)
        .as("v"),
    )
    .selectAll()
    .where("place", "<=", most)
    .orderBy("board_id")
    .orderBy("place")
    .execute();
}

const sortColumns = {
  title: "search",
  section_count: "section_count",
  sticker_count: "sticker_count",
  created_at: "created_at",
} as const;

/** Every board, for the admin list. `sort` is a column's name, a minus before it for descending. */
export async function listAll(db: Db, { page, per_page, q }: ListQuery, sort: string | undefined) {
  let query = db.selectFrom("boards");
  if (q) query = query.where(sql<boolean>`search like ${likePattern(q)} escape '\\'`);
  const { total } = await query
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const descending = sort?.startsWith("-") ?? true;
  const column =
    sortColumns[(sort?.replace(/^-/, "") ?? "created_at") as keyof typeof sortColumns] ?? "created_at";
  const direction = descending ? "desc" : "asc";
  const rows = await query
    .select(["id", "title", "section_count", "sticker_count"])
    .orderBy(column, direction)
    .orderBy("id", direction)
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute();
  return { rows, total: Number(total) };
}

/** What one version touched; see the ADR on the change log for why no text stands in it. */
export interface Touched {
  /** Items put. */
  put?: string[];
  /** Items deleted. */
  del?: string[];
  /** A vote: on which sticker, and whose. */
  vote?: { item: string; user: string };
  head?: true;
  session?: true;
  /** All votes were reset. */
  reset?: true;
}

const keptVersions = 1000;

export async function appendChange(
  db: Db,
  boardId: string,
  version: number,
  touched: Touched,
  now: number,
): Promise<void> {
  await db
    .insertInto("changes")
    .values({ board_id: boardId, version, touched: JSON.stringify(touched), created_at: now })
    .execute();
  if (version % 100 === 0)
    await db
      .deleteFrom("changes")
      .where("board_id", "=", boardId)
      .where("version", "<=", version - keptVersions)
      .execute();
}

export async function changesSince(
  db: Db,
  boardId: string,
  since: number,
): Promise<{ version: number; touched: Touched }[]> {
  const rows = await db
    .selectFrom("changes")
    .select(["version", "touched"])
    .where("board_id", "=", boardId)
    .where("version", ">", since)
    .orderBy("version")
    .execute();
  return rows.map((row) => ({ version: row.version, touched: JSON.parse(row.touched) as Touched }));
}
