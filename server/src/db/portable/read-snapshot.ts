import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { Kysely, sql } from "kysely";
import { readSecretFile } from "../../settings.ts";
import type { DatabaseLocation } from "../engines/open.ts";
import { postgresDialect } from "../engines/postgres.ts";
import type { Database } from "../schema/schema.ts";
import { requireNoInterruptedRestore } from "./restore-files.ts";
import { rescueRows } from "./rescue.ts";
import {
  batchSize,
  type DatabaseSnapshot,
  inBatches,
  keyOrder,
  type Row,
  type RowBatch,
  rowFilter,
  type StoredTable,
  storedTableNames,
} from "./tables.ts";

export class DataToolError extends Error {}

/** Opens a view of the data at this moment. A server may run: neither waits for the other. */
export async function openSnapshot(place: DatabaseLocation): Promise<DatabaseSnapshot> {
  return "folder" in place ? openSqliteSnapshot(place.folder) : openPostgresSnapshot(place.databaseUrl);
}

/** Refuses a place without data, where `openDatabaseAt` would make an empty database. */
export async function requireInstallation(place: DatabaseLocation): Promise<void> {
  await (await openSnapshot(place)).close();
}

function openSqliteSnapshot(folder: string): DatabaseSnapshot {
  requireNoInterruptedRestore(folder);
  const file = join(folder, "retro.db");
  if (!existsSync(file)) throw new DataToolError(`There is no database in ${folder}: set DATA_DIR.`);
  return readSqlite(file, readSecretFile(folder));
}

export function readSqlite(file: string, secret: string | null): DatabaseSnapshot {
  const db = openForReading(file);
  try {
    const tables = new Set(
      db
        .prepare("select name from sqlite_schema where type = 'table'")
        .all()
        .map(({ name }) => String(name)),
    );
    const stored = storedTableNames.filter((name) => tables.has(name));
    const schema = tables.has("kysely_migration")
      ? db.prepare("select max(name) as name from kysely_migration").get()?.["name"]
      : null;
    return {
      engine: "sqlite",
      schema: requireSchema(schema),
      secret,
      query: async (text) => db.prepare(text).all() as Row[],
      async *batches() {
        for (const table of stored) {
          const rows = db.prepare(
            `select * from "${table}" ${rowFilter(table)} order by ${keyOrder(table, "sqlite")}`,
          );
          yield* inBatches(table, rows.iterate() as Iterable<Row>);
        }
      },
      rescue: () => rescueRows(db, stored),
      close: async () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** In a transaction, whose first read fixes what it sees. */
function openForReading(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    beginReading(db);
    return db;
  } catch (error) {
    db.close();
    if (!needsFilesBeside(error) || existsSync(`${file}-shm`)) throw error;
    if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
      throw new DataToolError(
        `Nothing can be written to ${dirname(file)}, and SQLite cannot read the last changes (retro.db-wal) without that. Copy the folder to another disk, and set DATA_DIR to the copy.`,
        { cause: error },
      );
  }
  // No process has it open, or there would be a file -shm.
  const fixed = new DatabaseSync(new URL(`${pathToFileURL(file).href}?immutable=1`), { readOnly: true });
  beginReading(fixed);
  return fixed;
}

function beginReading(db: DatabaseSync): void {
  db.exec("begin");
  db.prepare("select name from sqlite_schema").get();
}

/** SQLITE_READONLY and SQLITE_CANTOPEN: for a reader, too, SQLite makes files beside a database in WAL mode. */
function needsFilesBeside(error: unknown): boolean {
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === "number" && [8, 14].includes(errcode & 0xff);
}

async function openPostgresSnapshot(databaseUrl: string): Promise<DatabaseSnapshot> {
  const db = new Kysely<Database>({ dialect: postgresDialect(databaseUrl, 1, { migrating: true }) });
  try {
    const trx = await db
      .startTransaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute();
    const snapshot = await readPostgres(trx);
    return {
      ...snapshot,
      async close() {
        await trx.rollback().execute();
        await db.destroy();
      },
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

export async function readPostgres(trx: Kysely<Database>): Promise<DatabaseSnapshot> {
  const tables = await postgresTables(trx);
  const recorded = tables.has("kysely_migration")
    ? (await sql<{ name: string }>`select max(name collate "C") as name from kysely_migration`.execute(trx))
        .rows[0]?.name
    : null;
  const secret = tables.has("server_state")
    ? (await sql<{ value: string }>`select value from server_state where key = 'app-secret'`.execute(trx))
        .rows[0]?.value
    : null;
  return {
    engine: "postgres",
    schema: requireSchema(recorded),
    query: async (text) => (await sql.raw<Row>(text).execute(trx)).rows,
    rescue: null,
    secret: secret ?? null,
    async *batches() {
      for (const table of storedTableNames.filter((name) => tables.has(name))) yield* readTable(trx, table);
    },
    close: async () => undefined,
  };
}

export async function postgresTables(db: Kysely<Database>): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Reads through a cursor, so that a large table does not have to fit into memory. */
async function* readTable(trx: Kysely<Database>, table: StoredTable): AsyncGenerator<RowBatch> {
  await sql
    .raw(
      `declare stored_rows no scroll cursor for
       select * from "${table}" ${rowFilter(table)} order by ${keyOrder(table, "postgres")}`,
    )
    .execute(trx);
  for (;;) {
    const { rows } = await sql.raw<Row>(`fetch ${batchSize(table)} from stored_rows`).execute(trx);
    if (rows.length === 0) break;
    yield { table, rows };
  }
  await sql.raw("close stored_rows").execute(trx);
}

function requireSchema(recorded: unknown): string {
  if (typeof recorded === "string") return recorded;
  throw new DataToolError("The database is empty: no Retro server has used it yet.");
}
