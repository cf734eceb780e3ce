import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { openDatabaseAt, type DatabaseLocation } from "../../db/engines/open.ts";
import type { RetroDatabase } from "../../db/database.ts";
import { installedAt } from "../../db/migrate.ts";
import { releasedMigrations } from "../../db/migrations/list.ts";
import { sqlChecks } from "../../db/verify/sql-checks.ts";
import { buildTestApp } from "../app.ts";
import { engines } from "../databases/test-engines.ts";
import { checkReads, checkWork } from "./expectation.ts";
import { restoreFixture } from "./fixtures.ts";

async function openPlace(engine: (typeof engines)[number]): Promise<DatabaseLocation> {
  const { where, drop } = await engine.place();
  onTestFinished(drop);
  return where;
}

describe.each(engines)("a database of the last schema on $name", (engine) => {
  test("goes on: everybody has what they had, and it is built like a new one", async () => {
    const place = await openPlace(engine);
    const expected = await restoreFixture(place);
    const database = await openDatabaseAt(place);
    const fresh = await openDatabaseAt(await openPlace(engine));
    expect(await structureOf(database)).toEqual(await structureOf(fresh));
    expect(await faultsOf(database)).toEqual([]);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(database.db);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(releasedMigrations).toSorted());
    expect(await installedAt(database.db)).toBeLessThan(await installedAt(fresh.db));
    const app = await buildTestApp({ database, frozenAt: expected.madeAt });
    await checkReads(app, expected);
    await checkWork(app, expected);
    await app.close();
    await Promise.all([database.close(), fresh.close()]);
  });
});

/** What `npm run verify` says: what is derived from rows fits them. */
async function faultsOf({ db, engine }: RetroDatabase): Promise<string[]> {
  const faults: string[] = [];
  for (const { problem, isError, query } of sqlChecks) {
    const text = isError ? query(engine) : null;
    if (text !== null && (await sql.raw(text).execute(db)).rows.length > 0) faults.push(problem);
  }
  return faults;
}

/** Tables, columns, indexes and triggers, in a form that does not depend on how they were made. */
async function structureOf({ db, engine }: RetroDatabase): Promise<unknown> {
  const rows = async (query: ReturnType<typeof sql<Record<string, unknown>>>) =>
    (await query.execute(db)).rows.map((row) => plain(Object.values(row).join(" | "))).toSorted();
  if (engine === "postgres")
    return {
      columns:
        await rows(sql`select table_name, column_name, data_type, is_nullable, column_default, collation_name
        from information_schema.columns where table_schema = current_schema() and table_name not like 'kysely%'`),
      indexes: await rows(
        sql`select indexdef from pg_indexes where schemaname = current_schema() and tablename not like 'kysely%'`,
      ),
      constraints:
        await rows(sql`select conrelid::regclass::text, pg_get_constraintdef(oid) from pg_constraint
        where connamespace = current_schema()::regnamespace and conrelid::regclass::text not like 'kysely%'`),
      triggers: await rows(sql`select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`),
    };
  const tables = (
    await sql<{ name: string }>`select name from pragma_table_list where schema = 'main' and type <> 'shadow'
      and name not like 'sqlite_%' and name not like 'kysely%'`.execute(db)
  ).rows.map(({ name }) => name);
  const columns: Record<string, unknown> = {};
  for (const table of tables.toSorted())
    columns[table] = await rows(
      sql`select name, type, "notnull", dflt_value, pk from pragma_table_info(${table})`,
    );
  return {
    columns,
    others: await rows(
      sql`select sql from sqlite_schema where type in ('index', 'trigger') and sql is not null`,
    ),
  };
}

function plain(statement: string): string {
  return statement.replaceAll('"', "").replaceAll(/\s+/g, " ").trim();
}
