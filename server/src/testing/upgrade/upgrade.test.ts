import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { openStore, type DatabaseLocation } from "../../db/open.ts";
import type { Store } from "../../db/store.ts";
import { buildTestApp, type Browser, type TestApp } from "../app.ts";
import { engines } from "../stores.ts";
import { addCommand, fixtureNames, newestMigration, restoreFixture, saveFixture } from "./fixtures.ts";
import { type FixtureExpectation, languages, seed } from "./seed.ts";

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
    const store = await openStore(place);
    const app = await buildTestApp({ store, frozenAt: Date.UTC(2026, 0, 15, 12) });
    const expected = await seed(app);
    await app.close();
    await store.close();
    saveFixture(newestMigration(), place, expected);
    expect(fixtureNames()).toContain(newestMigration());
  }, 60_000);
});

const cases = engines.flatMap((engine) => fixtureNames().map((name) => ({ engine, name, on: engine.name })));

describe.skipIf(adding).each(cases)("a database of the schema $name on $on", ({ engine, name }) => {
  test("is migrated, and gives everybody back what they had", async () => {
    const { app, expected, store } = await upgraded(await openPlace(engine), name);
    for (const { by, url, data } of expected.reads) {
      const answer = await browserOf(app, expected, by).get(url);
      expect([by, url, answer.statusCode, answer.json()]).toMatchObject([by, url, 200, data]);
    }
    await store.close();
  });

  test("can be worked with", async () => {
    const { app, expected, store } = await upgraded(await openPlace(engine), name);
    await checkWork(app, expected);
    await app.close();
    await store.close();
  });

  test("has the same structure as a new database", async () => {
    const { store } = await upgraded(await openPlace(engine), name);
    const fresh = await openStore(await openPlace(engine));
    expect(await structureOf(store)).toEqual(await structureOf(fresh));
    await Promise.all([store.close(), fresh.close()]);
  });
});

async function upgraded(
  place: DatabaseLocation,
  name: string,
): Promise<{ app: TestApp; expected: FixtureExpectation; store: Store }> {
  const expected = await restoreFixture(name, place);
  const store = await openStore(place);
  return { app: await buildTestApp({ store, frozenAt: expected.madeAt }), expected, store };
}

function browserOf(app: TestApp, { sessions }: FixtureExpectation, name: string): Browser {
  const browser = app.browser(languages[name] === undefined ? {} : { "accept-language": languages[name] });
  browser.cookies.set("retro_session", sessions[name] ?? "");
  return browser;
}

/** Edits, votes, reveals and signs in as the users of the fixture. */
async function checkWork(app: TestApp, expected: FixtureExpectation): Promise<void> {
  const [ann, bob, cid] = ["ann", "bob", "cid"].map((name) => browserOf(app, expected, name)) as [
    Browser,
    Browser,
    Browser,
  ];
  const url = `/api/v1/boards/${expected.boards["main"]}`;
  const status = async (answer: Promise<{ statusCode: number }>) => (await answer).statusCode;
  const { version } = (await ann.get(url)).json<{ data: { version: number } }>().data;
  const tree = (await ann.get(`${url}/items`)).json<{
    data: { children: { id: string; children: { id: string }[] }[] }[];
  }>().data;
  const [column, other] = tree[0]?.children ?? [];
  const top = column?.children[0]?.id;

  expect(await status(cid.put(`${url}/items/${top}`, { title: "x" }))).toBe(403);
  expect(await status(ann.put(`${url}/timers`, { start_time: 1 }))).toBe(200);
  expect(await status(ann.put(`${url}/facilitators`, { option: "hideContent", value: false }))).toBe(200);
  expect(await status(bob.post(`${url}/items`, { title: "After the upgrade", parent_id: column?.id }))).toBe(
    201,
  );
  expect(await status(cid.put(`${url}/items/${top}`, { title: "Edited after the upgrade" }))).toBe(200);
  expect(await status(cid.put(`${url}/sort`, { item_id: top, parent_id: other?.id, position: 0 }))).toBe(200);
  expect(await status(cid.post(`${url}/items/${top}/vote`))).toBe(200);
  const changes = (await bob.get(`${url}/changes?since=${version}`)).json<{ data: { version: number } }>()
    .data;
  expect(changes.version).toBe(version + 6);
  expect(await status(cid.get(`/web/boards/${expected.boards["imported"]}/export-json`))).toBe(200);
  expect(await status(ann.post("/api/v1/boards", { title: "Again", template: "Our own" }))).toBe(201);

  const quiet = `/api/v1/boards/${expected.boards["quiet"]}`;
  const sections = (await bob.get(quiet)).json<{ data: { sections: { id: string }[] } }>().data.sections;
  expect(await status(bob.delete(`${quiet}/items/${sections[0]?.id}`))).toBe(200);

  const root = app.browser();
  const signIn = { ...expected.admin, solution: await app.solution() };
  expect(await status(root.post("/api/v1/users/sign-in", signIn))).toBe(200);
  const listed = (await root.get("/api/v1/boards?q=again")).json<{
    data: { title: string }[];
    meta: { total: number };
  }>();
  expect(listed.data.map(({ title }) => title)).toEqual(["Again"]);
  const { meta } = (await root.get("/api/v1/boards")).json<{ meta: { total: number } }>();
  expect(meta.total).toBe(Object.keys(expected.boards).length + 1);
  // The tables' constraints must work too: deleting a user deletes the user's data.
  expect(await status(bob.delete(`/api/v1/users/${await idOf(bob)}`))).toBe(200);
}

async function idOf(browser: Browser): Promise<string> {
  return (await browser.get("/api/v1/users/auth")).json<{ data: { id: string } }>().data.id;
}

/** Tables, columns, indexes and triggers, in a form that does not depend on how they were made. */
async function structureOf({ db, engine }: Store): Promise<unknown> {
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
