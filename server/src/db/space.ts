import { type Kysely, sql } from "kysely";
import type { Database } from "./schema/schema.ts";
import type { RetroDatabase } from "./database.ts";

/** The pages of a SQLite file. */
export interface SqlitePages {
  total: number;
  /**
   * Pages that deletions emptied: later writes use them again, or `returnFreePages` gives them back to the
   * disk.
   */
  free: number;
  /** Bytes of one page. */
  size: number;
}

/** Counts the pages of the SQLite file, including those that are still in the write-ahead log. */
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

/**
 * Gives some free pages of the SQLite file back to the disk; the file shrinks with the next checkpoint.
 * PostgreSQL does this by itself (autovacuum). It does nothing in a file that was made without `auto_vacuum`:
 * `npm run admin -- compact` converts such a file. Source: SQLite, "PRAGMA incremental_vacuum".
 */
export async function returnFreePages({ db, engine }: RetroDatabase, most: number): Promise<number> {
  if (engine !== "sqlite") return 0;
  const { total, free } = await sqlitePages(db);
  const due = Math.min(most, free - Math.max(sparePages.pages, Math.floor(total * sparePages.share)));
  if (due <= 0) return 0;
  await sql.raw(`pragma incremental_vacuum(${due})`).execute(db);
  return total - (await sqlitePages(db)).total;
}

/** Bytes on disk of each table with its indexes, the largest first. */
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

/**
 * Rewrites the SQLite file without its free pages, and prepares it for `returnFreePages`. It locks the file
 * meanwhile and needs as much free disk space as the file takes.
 */
export async function compactSqlite(db: Kysely<Database>): Promise<void> {
  await sql.raw("pragma auto_vacuum = INCREMENTAL").execute(db);
  await sql.raw("vacuum").execute(db);
  await sql.raw("pragma wal_checkpoint(truncate)").execute(db);
}

/** The boards with the most stickers, with the bytes of their texts and styles. */
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

/** Pictures sent with feedback: how many, and their bytes. */
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
