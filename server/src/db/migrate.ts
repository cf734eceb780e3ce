import { type Kysely, sql } from "kysely";
import { firstMigration, type MigrationList, releasedMigrations } from "./migrations/list.ts";
import { updateFrom10 } from "./migrations/from-1-0.ts";
import { readState, writeState } from "./server-state.ts";
import type { Database, Engine } from "./schema/schema.ts";

export class MigrationError extends Error {}

/** The last migration of the versions before the first one, and the last commit that has it. */
const before = { migration: "0035-drop-sticker-count-index", commit: "74424029" } as const;
const migrationLock = 7_237_001;

/** What to do with data whose last migration is from before the first one and not the last of those. */
export const bringUpToDate = `Start commit ${before.commit} of Retro with it once, stop that, and try again.`;

/** @returns whether this release can use, migrate or restore data whose last migration has that name */
export function judgeSchema(name: string): "known" | "too old" | "newer" {
  if (name === before.migration || Object.hasOwn(releasedMigrations, name)) return "known";
  return name < firstMigration ? "too old" : "newer";
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
  const plan = { engine, upTo: upTo === before.migration ? firstMigration : upTo, migrations };
  while ((await readPlan(db, plan)).pending.length > 0) {
    const next = await (db.isTransaction
      ? migrateNext(db, plan)
      : db.transaction().execute((trx) => migrateNext(trx, plan)));
    if (next !== undefined) made.push(next);
  }
  return made;
}

/** A tool must not migrate: beneath a running older server it would, and that one could not start again. */
export async function requireMigrated(db: Kysely<Database>, engine: Engine): Promise<void> {
  const { pending } = await readPlan(db, { engine, upTo: undefined, migrations: releasedMigrations });
  if (pending.length > 0)
    throw new MigrationError(
      "The database has the schema of an earlier release, and nothing was changed. First start the server of this build: it migrates the database.",
    );
}

/** @returns the migrations of a newer release, which this one can use all the same */
export async function newerMigrations(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name).filter((name) => judgeSchema(name) === "newer");
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
  const { pending, isFromBefore } = await readPlan(trx, plan);
  const [name] = pending;
  const migration = name === undefined ? undefined : migrations[name];
  if (name === undefined || migration === undefined) return undefined;
  const now = new Date().toISOString();
  const at = isFromBefore ? await forgetEarlierMigrations(trx) : now;
  await (isFromBefore ? updateFrom10(trx, engine) : migration.up(trx, engine));
  if (name === firstMigration || migration.breaking !== undefined) await writeState(trx, usableFromKey, name);
  await sql`insert into kysely_migration (name, timestamp) values (${name}, ${at})`.execute(trx);
  return name;
}

/** @returns when the first of them was made */
async function forgetEarlierMigrations(trx: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ at: string }>`select min(timestamp) as at from kysely_migration`.execute(trx);
  await sql`delete from kysely_migration`.execute(trx);
  return rows[0]?.at ?? "";
}

/** @returns when the first migration made the database, in milliseconds */
export async function installedAt(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ at: string }>`select min(timestamp) as at from kysely_migration`.execute(db);
  return Date.parse(rows[0]?.at ?? "");
}

/** @throws MigrationError for a database that this release cannot migrate */
async function readPlan(
  db: Kysely<Database>,
  { engine, upTo, migrations }: Plan,
): Promise<{ pending: string[]; isFromBefore: boolean }> {
  const recorded = (await hasRecords(db, engine))
    ? (await sql<{ name: string }>`select name from kysely_migration`.execute(db)).rows
    : [];
  const names = recorded.map(({ name }) => name).toSorted();
  const last = names.at(-1) ?? firstMigration;
  const isFromBefore = last === before.migration;
  if (judgeSchema(last) === "too old")
    throw new MigrationError(
      `The database is from a version before 1.1.0 (its last migration is ${last}), and nothing was changed. ${bringUpToDate}`,
    );
  const done = new Set(isFromBefore ? [] : names);
  const unknown = names.find((name) => !Object.hasOwn(migrations, name));
  if (
    !isFromBefore &&
    unknown !== undefined &&
    !Object.hasOwn(migrations, (await readState(db, usableFromKey)) ?? "-")
  )
    throw new MigrationError(
      `The database was last used by a newer version of Retro (it has the migration ${unknown}), and this version cannot use its ` +
        "schema. Start that version again, or restore the backup from before the upgrade.",
    );
  const pending = Object.keys(migrations)
    .toSorted()
    .filter((name) => !done.has(name) && (upTo === undefined || name <= upTo));
  return { pending, isFromBefore };
}

async function hasRecords(db: Kysely<Database>, engine: Engine): Promise<boolean> {
  const query =
    engine === "postgres"
      ? sql`select 1 from pg_tables where schemaname = any(current_schemas(false)) and tablename = 'kysely_migration'`
      : sql`select 1 from sqlite_master where type = 'table' and name = 'kysely_migration'`;
  return (await query.execute(db)).rows.length > 0;
}
