import { type Kysely, sql } from "kysely";
import { createTables } from "./migrations/0001-tables.ts";
import { createServerState } from "./migrations/0002-server-state.ts";
import { prepareForGrowth } from "./migrations/0004-growth.ts";
import { addRetention } from "./migrations/0005-retention.ts";
import { addAdminSecurity } from "./migrations/0006-admin.ts";
import type { Database, Engine } from "./schema.ts";

/** Every migration, by name. The names sort by time; a released migration never changes. */
const migrations: Record<string, (db: Kysely<Database>, engine: Engine) => Promise<void>> = {
  "0001-tables": createTables,
  "0002-server-state": createServerState,
  "0004-growth": prepareForGrowth,
  "0005-retention": addRetention,
  "0006-admin": addAdminSecurity,
};

/** The database cannot be migrated. The message says what the operator can do. */
export class MigrationError extends Error {}

/** Tables of 0001, which releases before 0002 created outside a transaction on SQLite. */
const firstTables = new Set(
  (
    "users sessions boards items votes changes visits template_counts own_templates used_solutions " +
    "feedback feedback_files contacts subscribers log_events logs sign_in_failures"
  ).split(" "),
);
/** The key of PostgreSQL's advisory lock for migrations; any number that no other program uses. */
const migrationLock = 7_237_001;

/**
 * Brings the schema up to date. Each migration and its record are one transaction under a lock: a killed process leaves a
 * migration either done or not begun, and of several processes that start at once, one migrates and the others wait.
 * @throws MigrationError when the database belongs to a newer release, or an older release left it half-made; else the database's error
 */
export async function migrate(db: Kysely<Database>, engine: Engine): Promise<void> {
  // Look first without the lock: `npm run admin` must not wait for a server that writes.
  while ((await pendingMigrations(db, engine)).length > 0) {
    await db.transaction().execute((trx) => migrateNext(trx, engine));
  }
}

async function migrateNext(trx: Kysely<Database>, engine: Engine): Promise<void> {
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
  const [name] = await pendingMigrations(trx, engine);
  if (name === undefined) return;
  if (engine === "sqlite" && name === "0001-tables") await clearHalfMigrated(trx);
  await migrations[name]?.(trx, engine);
  await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(
    trx,
  );
}

/** Names of the migrations that are not recorded yet, in order. @throws MigrationError when an unknown one is recorded */
async function pendingMigrations(db: Kysely<Database>, engine: Engine): Promise<string[]> {
  const recorded = (await tableNames(db, engine)).includes("kysely_migration")
    ? (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows
    : [];
  const names = new Set(recorded.map(({ name }) => name));
  const unknown = [...names].find((name) => !Object.hasOwn(migrations, name));
  if (unknown !== undefined)
    throw new MigrationError(
      `The database was last used by a newer version of Retro (it has the migration ${unknown}). ` +
        "Start that version again, or restore the backup from before the upgrade.",
    );
  return Object.keys(migrations)
    .toSorted()
    .filter((name) => !names.has(name));
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

/**
 * Removes tables without a record, which an older release left when it was killed during its first start. That release had
 * not served any request yet, so the tables are empty.
 * @throws MigrationError when one of them has rows
 */
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
