import { sql } from "kysely";
import { expect, test } from "vitest";
import { signInAdmin } from "../testing/admin.ts";
import { buildTestApp } from "../testing/app.ts";
import { watchQueryPlans } from "../testing/databases/query-plans.ts";
import { eachEngine, engines } from "../testing/databases/test-engines.ts";
import { listPage, type ListSorts } from "./list-page.ts";
import type { RetroDatabase } from "./database.ts";

const sorts: ListSorts<"subscribers"> = {
  by: new Map([
    ["created_at", "created_at"],
    ["email", "email"],
  ]),
  default: "-created_at",
};

/** Writes more rows than a search scans, in one statement. Only row 7 contains a certain word. */
async function manySubscribers(database: RetroDatabase, count: number): Promise<void> {
  const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)}) select`;
  const i = database.engine === "postgres" ? sql`i::text` : sql`i`;
  await sql`insert into subscribers (id, email, search, created_at)
    ${numbers} 's' || ${i}, 'e' || ${i} || '@example.com',
      'адрес e' || ${i} || '@example.com' || case when i = 7 then ' редкий "ежик_%\\' else '' end, i from n`.execute(
    database.db,
  );
}

eachEngine("a list of 25,000 rows", (open) => {
  const page = (database: RetroDatabase, query: Partial<Parameters<typeof listPage>[4]>) =>
    listPage(database.db, "subscribers", ["id"], sorts, { page: 1, per_page: 20, ...query });
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
  const span = (from: number, to: number) =>
    Array.from({ length: Math.abs(to - from) + 1 }, (_, i) => `s${from < to ? from + i : from - i}`);

  test("is paged from both ends and searched; its count and its search follow every change, and a VACUUM", async () => {
    const database = await open();
    await manySubscribers(database, 25_000);
    const first = await page(database, {});
    expect([first.total, ids(first.rows)]).toEqual([25_000, span(25_000, 24_981)]);
    const middle = await page(database, { page: 625 });
    expect(ids(middle.rows)).toEqual(span(12_520, 12_501));
    const last = await page(database, { page: 1250 });
    expect([last.total, ids(last.rows)]).toEqual([25_000, span(20, 1)]);
    const past = await page(database, { page: 1251 });
    expect(past).toEqual({ rows: [], total: 25_000 });
    const uneven = await page(database, { page: 834, per_page: 30, sort: "created_at" });
    expect(ids(uneven.rows)).toEqual(span(24_991, 25_000));

    for (const q of ["редкий", "РЕДКИЙ", ' "ЁЖИК_%\\', "жик_", "e7@example.com редк"])
      expect([q, await page(database, { q })]).toEqual([q, { rows: [{ id: "s7" }], total: 1 }]);
    for (const q of ["редкое", "ежикs", "%жик", "e7@", "zzz\u{1F98A}"])
      expect([q, (await page(database, { q })).total]).toEqual([q, q === "e7@" ? 1 : 0]);
    // Search through the application too: only the plans of its statements are checked.
    const root = await signInAdmin(await buildTestApp({ database }));
    const asked = await root.get(`/api/v1/subscribers?q=${encodeURIComponent("редкий")}`);
    expect(asked.json()).toMatchObject({ data: [{ id: "s7" }], meta: { total: 1 } });
    expect(await page(database, { q: "e2499", sort: "created_at" })).toEqual({
      rows: ["s2499", ...span(24_990, 24_999)].map((id) => ({ id })),
      total: 11,
    });
    expect((await page(database, { q: "e2499", sort: "created_at", page: 2, per_page: 10 })).rows).toEqual([
      { id: "s24999" },
    ]);

    // Of what most rows have, the first 20,000 rows of the order are searched.
    const found = await page(database, { q: "адрес" });
    expect([found.total, ids(found.rows)]).toEqual([20_000, span(25_000, 24_981)]);
    expect((await page(database, { q: "ёж" })).total).toBe(0);
    expect((await page(database, { q: "ёж", sort: "created_at" })).total).toBe(1);

    await database.db.deleteFrom("subscribers").where("id", "in", ["s1", "s2", "s3"]).execute();
    await database.db.updateTable("subscribers").set({ search: "иначе" }).where("id", "=", "s7").execute();
    await database.db
      .insertInto("subscribers")
      .values({ id: "again", email: "e9@example.com", search: "повтор", created_at: 0 })
      .onConflict((c) => c.column("email").doNothing())
      .execute();
    if (database.engine === "sqlite") await sql`vacuum`.execute(database.db);
    expect((await page(database, {})).total).toBe(24_997);
    expect((await page(database, { q: "редкий" })).total).toBe(0);
    expect((await page(database, { q: "иначе" })).rows).toEqual([{ id: "s7" }]);
    expect((await page(database, { q: "повтор" })).total).toBe(0);
    expect((await page(database, { q: "e20010@" })).rows).toEqual([{ id: "s20010" }]);
    await database.db.deleteFrom("subscribers").execute();
    expect(await page(database, {})).toEqual({ rows: [], total: 0 });
  });
});

/** The columns of each foreign key, and those of each index, per table. */
async function keysAndIndexes(database: RetroDatabase): Promise<{ keys: string[][]; indexes: string[][] }> {
  if (database.engine === "postgres") {
    const { rows } = await sql<{ kind: string; table: string; columns: string[] }>`
      select 'key' as kind, conrelid::regclass::text as table, array(select attname::text from pg_attribute
        where attrelid = conrelid and attnum = any(conkey)) as columns from pg_constraint where contype = 'f'
      union all select 'index', indrelid::regclass::text, array(select attname::text from pg_attribute
        join unnest(indkey::int2[]) with ordinality as k(n, place) on k.n = attnum where attrelid = indrelid order by place)
      from pg_index`.execute(database.db);
    const of = (kind: string) =>
      rows.filter((row) => row.kind === kind).map((row) => [row.table, ...row.columns]);
    return { keys: of("key"), indexes: of("index") };
  }
  const { rows: keys } = await sql<{
    table: string;
    column: string;
  }>`select m.name as "table", f."from" as "column"
    from sqlite_master m, pragma_foreign_key_list(m.name) f where m.type = 'table'`.execute(database.db);
  const { rows: indexes } = await sql<{ table: string; columns: string }>`select m.name as "table",
    (select group_concat(c.name, ' ') from pragma_index_info(i.name) c) as "columns"
    from sqlite_master m, pragma_index_list(m.name) i where m.type = 'table'`.execute(database.db);
  return {
    keys: keys.map(({ table, column }) => [table, column]),
    indexes: indexes.map(({ table, columns }) => [table, ...columns.split(" ")]),
  };
}

eachEngine("the schema", (open) => {
  test("has an index that begins with each foreign key: a deleted user or board is found by no scan", async () => {
    const { keys, indexes } = await keysAndIndexes(await open());
    expect(keys.length).toBeGreaterThan(15);
    const bare = keys.filter(([table, ...columns]) =>
      indexes.every(([of, ...indexed]) => of !== table || columns.some((column, i) => indexed[i] !== column)),
    );
    expect(bare).toEqual([]);
  });
});

test.each(engines)("queries that scan a growing table fail their test on $name", async ({ open }) => {
  const { database, drop } = await open();
  const watched = watchQueryPlans(database, () => false);
  const { db } = watched;
  const newest = db.selectFrom("boards").select("id").orderBy("created_at").orderBy("id");
  const scans = [
    db.selectFrom("users").select("id").where("name", "=", "x"),
    db.selectFrom("items as i").select("i.id").where("i.title", "=", "x"),
    db.deleteFrom("logs").where("name", "like", "%x"),
    newest.select("title"),
    newest.where("title", "=", "x").limit(5),
  ];
  const searches = [newest.limit(5), db.selectFrom("users").select("name").where("id", "=", "x")];
  for (const query of [...scans, ...searches]) await query.execute();
  const message = await watched.close().then(String, (error: Error) => error.message);
  for (const query of scans) expect(`${message}\n`).toContain(`in: ${query.compile().sql}\n`);
  expect(`${message}\n`.match(/in: /g)).toHaveLength(scans.length);
  await drop();
});

const lists = ["boards", "feedback", "logger", "logger/events", "subscribers", "contacts"];
test.each(lists)("sort=__proto__ and its like are refused by the list of %s", async (list) => {
  const root = await signInAdmin(await buildTestApp());
  for (const sort of [
    "__proto__",
    "constructor",
    "-toString",
    "hasOwnProperty",
    "password_hash",
    "id desc",
  ]) {
    const answer = await root.get(`/api/v1/${list}?sort=${sort}`);
    expect([sort, answer.statusCode]).toEqual([sort, 422]);
    expect(answer.json<{ errors: object }>().errors).toHaveProperty("sort");
  }
  expect(
    (
      await root.get(
        `/api/v1/${list}?sort=-${list === "logger/events" ? "id" : list === "boards" ? "title" : "created_at"}`,
      )
    ).statusCode,
  ).toBe(200);
});
