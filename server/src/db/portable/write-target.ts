import { existsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Kysely, sql } from "kysely";
import { lockFolder } from "../folder-lock.ts";
import { migrate } from "../migrate.ts";
import { actionCountFunction } from "../schema/action-counts.ts";
import { spaceSearchFunctions } from "../schema/space-search.ts";
import type { DatabaseLocation } from "../engines/open.ts";
import { postgresDialect } from "../engines/postgres.ts";
import type { Database } from "../schema/schema.ts";
import { openSqlite, sqliteDialect } from "../engines/sqlite.ts";
import type { Comparison } from "./compare-snapshots.ts";
import { fillDatabase, requireEqual } from "./fill-database.ts";
import { DataToolError, postgresTables, readPostgres, readSqlite } from "./read-snapshot.ts";
import {
  beginRestore,
  commitRestore,
  completeRestore,
  discardRestore,
  syncDirectory,
  writeFiles,
} from "./restore-files.ts";
import { requireNoServer } from "./running-servers.ts";
import { type Snapshot, storedTableNames, tablesOfUnusedServer } from "./tables.ts";

export interface WriteOptions {
  replace: boolean;
  dataDir: string;
  files: AsyncIterable<{ name: string; bytes: Buffer }> | null;
}

export interface Written {
  rows: Comparison["rows"];
  /** The folder with the replaced SQLite database; null when nothing was replaced, and on PostgreSQL. */
  aside: string | null;
}

export async function writeTarget(
  source: Snapshot,
  target: DatabaseLocation,
  options: WriteOptions,
): Promise<Written> {
  const folder = "folder" in target ? target.folder : options.files === null ? null : options.dataDir;
  // As at the server's start: a typing error, or a disk that is not mounted, must not take the data.
  if (folder !== null && !existsSync(dirname(folder)))
    throw new DataToolError(
      `There is no folder ${dirname(folder)}, so nothing was written. Make it, mount its disk, or name another folder than ${folder}.`,
    );
  return "folder" in target
    ? writeSqlite(source, target.folder, options)
    : writePostgres(source, target.databaseUrl, options);
}

async function writeSqlite(
  source: Snapshot,
  folder: string,
  { replace, files }: WriteOptions,
): Promise<Written> {
  const lock = lockFolder(folder);
  try {
    completeRestore(folder);
    if (!replace) await requireUnusedSqlite(folder);
    const draft = beginRestore(folder);
    const file = join(draft, "retro.db");
    await changeSqlite(file, (db) => fillDatabase(db, "sqlite", source));
    const written = readSqlite(file, source.secret);
    const rows = await requireEqual(source, written);
    await written.close();
    await changeSqlite(file, async (db) => {
      await migrate(db, "sqlite");
    });
    syncDirectory(file);
    if (source.secret !== null)
      writeFileSync(join(draft, "app-secret"), `${source.secret}\n`, { mode: 0o600, flush: true });
    if (files !== null) await writeFiles(draft, files);
    return { rows, aside: commitRestore(folder) };
  } catch (error) {
    discardRestore(folder);
    throw error;
  } finally {
    lock.release();
  }
}

/** Opens a file, works on it in one transaction, and closes it, which writes its log back. */
export async function changeSqlite(
  file: string,
  work: (db: Kysely<Database>) => Promise<void>,
): Promise<void> {
  const db = new Kysely<Database>({ dialect: sqliteDialect(await openSqlite(file)) });
  try {
    await db.transaction().execute(work);
  } finally {
    await db.destroy();
  }
}

async function requireUnusedSqlite(folder: string): Promise<void> {
  const file = join(folder, "retro.db");
  if (!existsSync(file)) return;
  const found = readSqlite(file, null);
  try {
    for await (const { table } of found.batches())
      if (!tablesOfUnusedServer.has(table)) throw notEmpty(`The folder ${folder}`);
  } finally {
    await found.close();
  }
}

async function writePostgres(
  source: Snapshot,
  databaseUrl: string,
  { replace, dataDir, files }: WriteOptions,
): Promise<Written> {
  const db = new Kysely<Database>({ dialect: postgresDialect(databaseUrl, 1, { migrating: true }) });
  try {
    // One transaction, the tables included: PostgreSQL discards all of it if anything fails.
    const rows = await db.transaction().execute(async (trx) => {
      await requireNoServer(trx, "The database");
      await dropTables(trx, replace);
      await fillDatabase(trx, "postgres", source);
      const equal = await requireEqual(source, await readPostgres(trx));
      await migrate(trx, "postgres");
      if (source.secret !== null)
        await sql`insert into server_state (key, value) values ('app-secret', ${source.secret})`.execute(trx);
      return equal;
    });
    if (files !== null) await restoreOtherFiles(dataDir, files);
    return { rows, aside: null };
  } finally {
    await db.destroy();
  }
}

async function restoreOtherFiles(dataDir: string, files: NonNullable<WriteOptions["files"]>): Promise<void> {
  const lock = lockFolder(dataDir);
  try {
    completeRestore(dataDir);
    await writeFiles(beginRestore(dataDir), files);
    commitRestore(dataDir);
  } finally {
    lock.release();
  }
}

async function dropTables(trx: Kysely<Database>, replace: boolean): Promise<void> {
  const existing = await postgresTables(trx);
  const stored = storedTableNames.filter((name) => existing.has(name));
  if (!replace)
    for (const name of stored.filter((each) => !tablesOfUnusedServer.has(each))) {
      const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(trx);
      if (rows.length > 0) throw notEmpty("The database");
    }
  await sql`drop view if exists space_sources`.execute(trx);
  for (const name of ["space_texts", "action_counts", ...stored.toReversed(), "kysely_migration"])
    await sql`drop table if exists ${sql.table(name)}`.execute(trx);
  for (const name of [actionCountFunction, ...spaceSearchFunctions])
    await sql`drop function if exists ${sql.raw(name)}`.execute(trx);
}

function notEmpty(what: string): DataToolError {
  return new DataToolError(
    `${what} has data already. Nothing was changed. To replace the data, make a backup of it and add --replace.`,
  );
}
