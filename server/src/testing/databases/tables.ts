import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { RetroDatabase } from "../../db/database.ts";
import { type StoredTable, keyOf } from "../../db/portable/tables.ts";
import type { Db } from "../../deps.ts";

/** What the commands of boards, people and templates write. */
const tableNames = [
  "users",
  "boards",
  "items",
  "votes",
  "deletions",
  "deleted_items",
  "deleted_votes",
  "actions",
  "deleted_actions",
  "changes",
  "visits",
  "template_counts",
  "own_templates",
] as const satisfies readonly StoredTable[];
type TableName = (typeof tableNames)[number];
const json = new Set(["facilitator_options", "timer", "style", "touched", "sections"]);

export type Row = Record<string, unknown>;
/** Rows by table and key, JSON columns parsed. */
export type Tables = Record<TableName, Map<string, Row>>;

/**
 * The changes of a table: added rows and changed rows with their new values, by key, and keys of deleted
 * rows.
 */
export interface TableDiff {
  added?: Record<string, Row>;
  changed?: Record<string, Row>;
  deleted?: string[];
}
/** Changes by table; unchanged tables are left out. */
export type StoredDiff = Partial<Record<TableName, TableDiff>>;

/** Reads the whole tables, without the application. */
export async function readTables(db: Db): Promise<Tables> {
  const tables: Partial<Tables> = {};
  for (const name of tableNames) {
    const rows = (await db.selectFrom(name).selectAll().execute()) as Row[];
    tables[name] = new Map(
      rows.map((row) => [
        keyOf(name)
          .map((key) => row[key])
          .join(" "),
        parsed(row),
      ]),
    );
  }
  return tables as Tables;
}

function parsed(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      json.has(name) ? (JSON.parse(value as string) as unknown) : value,
    ]),
  );
}

/** The changes between two reads. */
export function compareTables(before: Tables, after: Tables): StoredDiff {
  const diff: StoredDiff = {};
  for (const name of tableNames) {
    const table: TableDiff = {};
    for (const [key, row] of after[name]) {
      const old = before[name].get(key);
      if (old === undefined) (table.added ??= {})[key] = row;
      else if (!isDeepStrictEqual(old, row))
        (table.changed ??= {})[key] = Object.fromEntries(
          Object.entries(row).filter(([field, value]) => !isDeepStrictEqual(old[field], value)),
        );
    }
    for (const key of before[name].keys()) if (!after[name].has(key)) (table.deleted ??= []).push(key);
    if (Object.keys(table).length > 0) diff[name] = table;
  }
  return diff;
}

/**
 * Restores boards and their contents with another version, because the server may cache answers of former
 * versions.
 */
export async function restoreBoards(database: RetroDatabase, tables: Tables, version: number): Promise<void> {
  const texts = (row: Row): Row =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, json.has(name) ? JSON.stringify(value) : value]),
    );
  await database.transaction(async (trx) => {
    for (const name of ["changes", "votes", "items", "actions", "boards"] as const)
      await trx.deleteFrom(name).execute();
    for (const row of tables.boards.values())
      await trx
        .insertInto("boards")
        .values({ ...texts(row), version } as never)
        .execute();
    for (const name of ["items", "votes", "actions", "visits"] as const) {
      const rows = [...tables[name].values()].map(texts);
      if (rows.length > 0)
        await trx
          .insertInto(name)
          .values(rows as never)
          .execute();
    }
    await sql`insert into given_votes (board_id, user_id, count)
      select board_id, user_id, sum(count) from votes group by board_id, user_id`.execute(trx);
  });
}
