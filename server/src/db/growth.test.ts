import { sql } from "kysely";
import { expect, test } from "vitest";
import { watchQueryPlans } from "../testing/databases/query-plans.ts";
import { eachEngine, engines } from "../testing/databases/test-engines.ts";
import type { RetroDatabase } from "./database.ts";

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
    columns: string;
  }>`select "table", group_concat("column", ' ') as "columns" from (select m.name as "table", f.id, f."from" as "column"
    from sqlite_master m, pragma_foreign_key_list(m.name) f where m.type = 'table' order by m.name, f.id, f.seq)
    group by "table", id`.execute(database.db);
  const { rows: indexes } = await sql<{ table: string; columns: string }>`select m.name as "table",
    (select group_concat(c.name, ' ') from pragma_index_info(i.name) c) as "columns"
    from sqlite_master m, pragma_index_list(m.name) i where m.type = 'table'`.execute(database.db);
  return {
    keys: keys.map(({ table, columns }) => [table, ...columns.split(" ")]),
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
