import { type Kysely, sql } from "kysely";
import type { Database } from "./schema/schema.ts";
import type { RetroDatabase } from "./database.ts";

export interface SqlitePages {
  total: number;
  /** Later writes use these pages again, or `returnFreePages` gives them back to the disk. */
  free: number;
  size: number;
}

export async function sqlitePages(db: Kysely<Database>): Promise<SqlitePages> {
  const pragma = async (name: string): Promise<number> => {
    const { rows } = await sql<Record<string, number>>`${sql.raw(`pragma ${name}`)}`.execute(db);
    return rows[0]?.[name] ?? 0;
  };
  return {
    total: await pragma("page_count"),
    free: await pragma("freelist_count"),
    size: await pragma("page_size"),
  };
}

/** This share of the pages, and at least this many, stay free, so that later writes need no new pages. */
const sparePages = { share: 0.1, pages: 500 };

/** PostgreSQL does this by itself. A file made without `auto_vacuum` needs `compact` first. */
export async function returnFreePages({ db, engine }: RetroDatabase, most: number): Promise<number> {
  if (engine !== "sqlite") return 0;
  const { total, free } = await sqlitePages(db);
  const due = Math.min(most, free - Math.max(sparePages.pages, Math.floor(total * sparePages.share)));
  if (due <= 0) return 0;
  await sql.raw(`pragma incremental_vacuum(${due})`).execute(db);
  return total - (await sqlitePages(db)).total;
}

export async function tableSizes({ db, engine }: RetroDatabase): Promise<{ name: string; bytes: number }[]> {
  const query =
    engine === "sqlite"
      ? sql<{ name: string; bytes: number }>`
          select m.tbl_name as name, sum(s.pgsize) as bytes from dbstat s
          join sqlite_schema m on m.name = s.name where s.aggregate = true group by m.tbl_name order by 2 desc`
      : sql<{ name: string; bytes: number }>`
          select relname as name, pg_total_relation_size(relid) as bytes from pg_statio_user_tables order by 2 desc`;
  return (await query.execute(db)).rows;
}

/** It locks the file and needs as much free disk space as the file takes. */
export async function compactSqlite(db: Kysely<Database>): Promise<void> {
  await sql.raw("pragma auto_vacuum = INCREMENTAL").execute(db);
  await sql.raw("vacuum").execute(db);
  await sql.raw("pragma wal_checkpoint(truncate)").execute(db);
}

export async function biggestBoards(db: Kysely<Database>, most: number) {
  const boards = await db
    .selectFrom("boards")
    .select(["id", "title", "sticker_count", "last_used_at"])
    .orderBy("sticker_count", "desc")
    .orderBy("id", "desc")
    .limit(most)
    .execute();
  return Promise.all(
    boards.map(async (board) => {
      const { bytes } = await db
        .selectFrom("items")
        .select(sql<number | null>`sum(length(title) + length(style))`.as("bytes"))
        .where("board_id", "=", board.id)
        .executeTakeFirstOrThrow();
      return { ...board, bytes: Number(bytes ?? 0) };
    }),
  );
}

export async function pictureSpace(db: Kysely<Database>): Promise<{ pictures: number; bytes: number }> {
  const row = await db
    .selectFrom("feedback_files")
    .select((eb) => [
      eb.fn.countAll<number>().as("pictures"),
      sql<number | null>`sum(length(bytes))`.as("bytes"),
    ])
    .executeTakeFirstOrThrow();
  return { pictures: Number(row.pictures), bytes: Number(row.bytes ?? 0) };
}
