import { type Kysely, sql } from "kysely";
import { type MigrationList, releasedMigrations } from "./migrations/list.ts";
import { readState, writeState } from "./server-state.ts";
import type { Database, Engine } from "./schema/schema.ts";

export class MigrationError extends Error {}

const firstTables = new Set(
  (
    "users sessions boards items votes changes visits template_counts own_templates used_solutions " +
    "feedback feedback_files contacts subscribers log_events logs sign_in_failures"
  ).split(" "),
);
const migrationLock = 7_237_001;

export function schemaIsKnown(name: string): boolean {
  return Object.hasOwn(releasedMigrations, name);
}

export function newestKnownSchema(): string {
  return Object.keys(releasedMigrations).toSorted().at(-1) ?? "";
}

export interface MigrateOptions {
  upTo?: string;
  migrations?: MigrationList;
}

/** Names the oldest migration whose release can use the schema: during an upgrade both releases run. */
export const usableFromKey = "schema-usable-from";
const firstToRead = "0008-deleted-stickers";

/**
 * Each migration and its record are one transaction under a lock: others wait, a kill undoes it.
 * @returns the names of the migrations that it made
 */
export async function migrate(
  db: Kysely<Database>,
  engine: Engine,
  { upTo, migrations = releasedMigrations }: MigrateOptions = {},
): Promise<string[]> {
  const made: string[] = [];
  // Look first without the lock: `npm run admin` must not wait for a server that writes.
  const plan = { engine, upTo, migrations };
  while ((await pendingMigrations(db, plan)).length > 0) {
    const next = await (db.isTransaction
      ? migrateNext(db, plan)
      : db.transaction().execute((trx) => migrateNext(trx, plan)));
    if (next !== undefined) made.push(next);
  }
  return made;
}

/** A tool must not migrate: beneath a running older server it would, and that one could not start again. */
export async function requireMigrated(db: Kysely<Database>, engine: Engine): Promise<void> {
  const plan = { engine, upTo: undefined, migrations: releasedMigrations };
  if ((await pendingMigrations(db, plan)).length > 0)
    throw new MigrationError(
      "The database has the schema of an earlier release, and nothing was changed. First start the server of this build: it migrates the database.",
    );
}

/** @returns the migrations of a newer release, which this one can use all the same */
export async function newerMigrations(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name).filter((name) => !schemaIsKnown(name));
}

interface Plan {
  engine: Engine;
  upTo: string | undefined;
  migrations: MigrationList;
}

async function migrateNext(trx: Kysely<Database>, plan: Plan): Promise<string | undefined> {
  const { engine, migrations } = plan;
  if (engine === "postgres") {
    // Creating an index on a big table takes longer than the time limit of requests.
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
    await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(trx);
  }
  await trx.schema
    .createTable("kysely_migration")
    .ifNotExists()
    .addColumn("name", "varchar(255)", (c) => c.notNull().primaryKey())
    .addColumn("timestamp", "varchar(255)", (c) => c.notNull())
    .execute();
  // Another process may have migrated before this one got the lock.
  const [name] = await pendingMigrations(trx, plan);
  const migration = name === undefined ? undefined : migrations[name];
  if (name === undefined || migration === undefined) return undefined;
  if (engine === "sqlite" && name === "0001-tables") await clearHalfMigrated(trx);
  await migration.up(trx, engine);
  if (
    name > firstToRead &&
    (migration.breaking !== undefined || (await readState(trx, usableFromKey)) === null)
  )
    await writeState(trx, usableFromKey, migration.breaking === undefined ? firstToRead : name);
  await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(
    trx,
  );
  return name;
}

/** @returns when the first migration made the database, in milliseconds */
export async function installedAt(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ at: string }>`select min(timestamp) as at from kysely_migration`.execute(db);
  return Date.parse(rows[0]?.at ?? "");
}

async function pendingMigrations(
  db: Kysely<Database>,
  { engine, upTo, migrations }: Plan,
): Promise<string[]> {
  const recorded = (await tableNames(db, engine)).includes("kysely_migration")
    ? (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows
    : [];
  const names = new Set(recorded.map(({ name }) => name));
  const unknown = [...names].find((name) => !Object.hasOwn(migrations, name));
  if (unknown !== undefined && !Object.hasOwn(migrations, (await readState(db, usableFromKey)) ?? "-"))
    throw new MigrationError(
      `The database was last used by a newer version of Retro (it has the migration ${unknown}), and this version cannot use its ` +
        "schema. Start that version again, or restore the backup from before the upgrade.",
    );
  return Object.keys(migrations)
    .toSorted()
    .filter((name) => !names.has(name) && (upTo === undefined || name <= upTo));
}

async function tableNames(db: Kysely<Database>, engine: Engine): Promise<string[]> {
  const query =
    engine === "postgres"
      ? sql<{
          name: string;
        }>`select tablename as name from pg_tables where schemaname = any(current_schemas(false))`
      : sql<{ name: string }>`select name from sqlite_master where type = 'table'`;
  return (await query.execute(db)).rows.map(({ name }) => name);
}

/** An older release, killed during its first start, left tables without a record. They are empty. */
async function clearHalfMigrated(trx: Kysely<Database>): Promise<void> {
  const left = (await tableNames(trx, "sqlite")).filter((name) => firstTables.has(name));
  for (const name of left) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(trx);
    if (rows.length > 0)
      throw new MigrationError(
        `The database has data in "${name}" but no record of its migrations, so it cannot be upgraded. ` +
          "Restore a backup, or move retro.db out of DATA_DIR to start with an empty one.",
      );
  }
  for (const name of left) await trx.schema.dropTable(name).execute();
}
