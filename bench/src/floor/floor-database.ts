import { DatabaseSync } from "node:sqlite";
import type { SQLInputValue } from "node:sqlite";
import { Kysely, PostgresDialect, SqliteDialect, sql } from "kysely";
import type { SqliteStatement } from "kysely";
import pg from "pg";

export interface FloorTables {
  boards: { id: string; version: number };
  items: { id: string; board: string; col: number; title: string };
  changes: { board: string; version: number; item: string };
}

const definitions = [
  "CREATE TABLE boards (id TEXT PRIMARY KEY, version INTEGER NOT NULL)",
  "CREATE TABLE items (id TEXT PRIMARY KEY, board TEXT NOT NULL, col INTEGER NOT NULL, title TEXT NOT NULL)",
  "CREATE INDEX items_board ON items (board)",
  "CREATE TABLE changes (board TEXT, version INTEGER, item TEXT, PRIMARY KEY (board, version))",
];

export async function openFloorDatabase(): Promise<Kysely<FloorTables>> {
  const url = process.env["DATABASE_URL"];
  const dialect =
    url === undefined
      ? new SqliteDialect({ database: openFile(`${process.env["DATA_DIR"]}/floor.db`) })
      : new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 10 }) });
  const db = new Kysely<FloorTables>({ dialect });
  for (const definition of definitions) await sql.raw(definition).execute(db);
  return db;
}

function openFile(file: string) {
  const database = new DatabaseSync(file);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
  const statements = new Map<string, SqliteStatement>();
  const prepare = (text: string): SqliteStatement => {
    const known = statements.get(text);
    if (known !== undefined) return known;
    const prepared = database.prepare(text);
    const toSqlParameters = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
    const statement: SqliteStatement = {
      reader: prepared.columns().length > 0,
      all: (parameters) => prepared.all(...toSqlParameters(parameters)),
      run: (parameters) => prepared.run(...toSqlParameters(parameters)),
      iterate: (parameters) => prepared.iterate(...toSqlParameters(parameters)),
    };
    statements.set(text, statement);
    return statement;
  };
  return { prepare, close: () => database.close() };
}
