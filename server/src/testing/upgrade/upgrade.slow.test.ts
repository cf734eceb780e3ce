import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { openDatabaseAt, type DatabaseLocation } from "../../db/engines/open.ts";
import type { RetroDatabase } from "../../db/database.ts";
import { sqlChecks } from "../../db/verify/sql-checks.ts";
import { buildTestApp } from "../app.ts";
import { engines } from "../databases/test-engines.ts";
import { checkReads, checkWork } from "./expectation.ts";
import { addCommand, fixtureNames, newestMigration, restoreFixture, saveFixture } from "./fixtures.ts";
import { seed } from "./seed.ts";

const adding = process.env["ADD_FIXTURE"] !== undefined;

test.skipIf(adding)(`the newest schema has a fixture; if not, ${addCommand} adds it`, () => {
  expect(fixtureNames()).toContain(newestMigration());
});

async function openPlace(engine: (typeof engines)[number]): Promise<DatabaseLocation> {
  const { where, drop } = await engine.place();
  onTestFinished(drop);
  return where;
}

describe.runIf(adding).each(engines)("a fixture for $name", (engine) => {
  test(`is added as ${newestMigration()}`, async () => {
    const place = await openPlace(engine);
    const database = await openDatabaseAt(place);
    const app = await buildTestApp({ database, frozenAt: Date.UTC(2026, 0, 15, 12) });
    const expected = await seed(app);
    await app.close();
    await database.close();
    saveFixture(newestMigration(), place, expected);
    expect(fixtureNames()).toContain(newestMigration());
  }, 60_000);
});

const cases = engines.flatMap((engine) => fixtureNames().map((name) => ({ engine, name, on: engine.name })));

describe.skipIf(adding).each(cases)("a database of the schema $name on $on", ({ engine, name }) => {
  test("is migrated, gives everybody back what they had, can be worked with, and is built like a new one", async () => {
    const place = await openPlace(engine);
    const expected = await restoreFixture(name, place);
    const database = await openDatabaseAt(place);
    const fresh = await openDatabaseAt(await openPlace(engine));
    expect(await structureOf(database)).toEqual(await structureOf(fresh));
    expect(await faultsOf(database)).toEqual([]);
    const app = await buildTestApp({ database, frozenAt: expected.madeAt });
    await checkReads(app, expected);
    await checkWork(app, expected);
    await app.close();
    await Promise.all([database.close(), fresh.close()]);
  });
});

/** What `npm run verify` says: a migration brings what is derived from older rows up to date. */
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
    (await query.execute(db)).rows.map((row) => Object.values(row).join(" | ")).toSorted();
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
