import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { buildTestApp } from "../../testing/app.ts";
import { countDifferences, dataTool, environmentOf } from "../../testing/databases/data-tools.ts";
import { dataFolder, startProcess } from "../../testing/process.ts";
import { eachEngine, engines, type TestEngine } from "../../testing/databases/test-engines.ts";
import { checkReads, checkWork } from "../../testing/upgrade/expectation.ts";
import { restoreUpdated } from "../../testing/upgrade/fixtures.ts";
import { openDatabaseAt } from "../engines/open.ts";
import { openSnapshot } from "./read-snapshot.ts";
import { storedTableNames, keyOf } from "./tables.ts";

const target = (place: Awaited<ReturnType<TestEngine["place"]>>["where"]) =>
  "folder" in place ? place.folder : place.databaseUrl;

async function placeOn(engine: TestEngine) {
  const { where, drop } = await engine.place();
  onTestFinished(drop);
  return where;
}

const directions = engines.flatMap((from) =>
  engines.filter((to) => to !== from || engines.length === 1).map((to) => ({ from, to })),
);
describe.each(directions)("npm run db:copy from $from.name to $to.name", ({ from, to }) => {
  test("gives everybody what they had, and the copy can be worked with", async () => {
    const [source, copied] = [await placeOn(from), await placeOn(to)];
    const expected = await restoreUpdated(source);
    const done = await dataTool(environmentOf(source, dataFolder()), ["copy", "--to", target(copied)]);
    expect(done).toMatchObject({
      code: 0,
      text: expect.stringContaining("Every row was written and compared"),
    });
    const database = await openDatabaseAt(copied);
    const app = await buildTestApp({ database, frozenAt: expected.madeAt });
    await checkReads(app, expected, { sameEngine: false });
    await checkWork(app, expected);
    await app.close();
    await database.close();
    // The source is only read, also by the next copy.
    const again = await placeOn(to);
    const repeated = await dataTool(environmentOf(source, dataFolder()), ["copy", "--to", target(again)]);
    expect(repeated.code).toBe(0);
    expect(await countDifferences(source, again)).toBe(0);
  });
});

eachEngine("the tables of a copy", (open) => {
  test("are all tables of the database except those that triggers fill, with their primary keys", async () => {
    const database = await open();
    const { rows } = await (
      database.engine === "sqlite"
        ? sql<{ name: string; key: string }>`select t.name, group_concat(c.name, ',' order by c.pk) as key
            from pragma_table_list t join pragma_table_info(t.name) c on c.pk > 0
            where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite_%' group by t.name`
        : sql<{ name: string; key: string }>`select c.relname as name,
            string_agg(a.attname, ',' order by array_position(i.indkey::int[], a.attnum::int)) as key
            from pg_index i join pg_class c on c.oid = i.indrelid
            join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
            where i.indisprimary and c.relnamespace = current_schema()::regnamespace group by c.relname`
    ).execute(database.reader);
    const derived = ["kysely_migration", "action_counts", "space_texts"];
    const found = rows.filter(({ name }) => !derived.includes(name)).map(({ name, key }) => [name, key]);
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(storedTableNames.map((name) => [name, keyOf(name).join(",")])),
    );
  });
});

const [sqlite, postgres] = engines as [TestEngine, TestEngine | undefined];

describe.runIf(postgres !== undefined)("npm run db:copy", () => {
  const to = postgres as TestEngine;

  test("to PostgreSQL and back loses nothing, not even the secret, pictures and the operator's files", async () => {
    const [folder, copied, back] = [await placeOn(sqlite), await placeOn(to), join(dataFolder(), "back")];
    if (!("folder" in folder)) throw new Error("SQLite has a folder");
    await restoreUpdated(folder);
    const database = await openDatabaseAt(folder);
    await database.db
      .insertInto("contacts")
      .values({
        id: "c1",
        email: "a@b.c",
        name: "Line\u2028separator \u{1F9A6}",
        inquiry: "",
        subject: "\\n\"'",
        message: "\u0001\ttab\r\nline",
        search: "x",
        created_at: Number.MAX_SAFE_INTEGER,
      })
      .execute();
    await database.close();
    const env = environmentOf(folder, folder.folder);
    writeFileSync(join(folder.folder, "app-secret"), "a secret of the tests\n");
    writeFileSync(join(folder.folder, "terms.en.md"), "# Our terms");
    expect(await dataTool(env, ["copy", "--to", target(copied)])).toMatchObject({ code: 0 });
    const there = environmentOf(copied, folder.folder);
    expect(await dataTool(there, ["copy", "--to", back])).toMatchObject({ code: 0 });
    expect(await countDifferences(folder, { folder: back })).toBe(0);
    for (const name of ["app-secret", "terms.en.md"])
      expect(readFileSync(join(back, name), "utf8")).toBe(readFileSync(join(folder.folder, name), "utf8"));
  });

  test("a row that PostgreSQL cannot store is named, and the target stays as it was", async () => {
    const [folder, copied] = [await placeOn(sqlite), await placeOn(to)];
    await restoreUpdated(folder);
    const database = await openDatabaseAt(folder);
    await database.db.updateTable("contacts").set({ message: "a\u0000b" }).execute();
    await database.close();
    const done = await dataTool(environmentOf(folder, ""), ["copy", "--to", target(copied)]);
    expect(done).toMatchObject({ code: 1, text: expect.stringContaining("A row of the table contacts") });
    const empty = await openDatabaseAt(copied);
    expect(await empty.db.selectFrom("users").select("id").execute()).toEqual([]);
    await empty.close();
  });

  test("refuses while a server uses the source or the target", async () => {
    const [folder, copied] = [dataFolder(), await placeOn(to)];
    const server = startProcess({ DATA_DIR: folder });
    await server.address;
    const source = await dataTool({ DATA_DIR: folder }, ["copy", "--to", target(copied)]);
    expect(source).toMatchObject({
      code: 1,
      text: expect.stringContaining("is in use by another Retro server"),
    });
    const second = startProcess({ DATA_DIR: dataFolder(), ...environmentOf(copied, dataFolder()) });
    await second.address;
    const free = await placeOn(sqlite);
    await restoreUpdated(free);
    const used = await dataTool(environmentOf(free, ""), ["copy", "--to", target(copied), "--replace"]);
    expect(used).toMatchObject({ code: 1, text: expect.stringContaining("in use by a Retro server") });
    const from = environmentOf(copied, dataFolder());
    const other = await dataTool(from, ["copy", "--to", join(dataFolder(), "new")]);
    expect(other).toMatchObject({ code: 1, text: expect.stringContaining("in use by a Retro server") });
  });
});

describe.each(engines)("npm run db:copy to $name", (to) => {
  test("refuses a target with data, and replaces it when asked", async () => {
    const [source, copied] = [await placeOn(sqlite), await placeOn(to)];
    await restoreUpdated(source);
    await restoreUpdated(copied);
    const former = await openDatabaseAt(copied);
    await former.db.deleteFrom("users").where("name", "like", "Cid%").execute();
    await former.close();
    const before = await countUsers(copied);
    const words = ["copy", "--to", target(copied)];
    const refused = await dataTool(environmentOf(source, ""), words);
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining("add --replace") });
    expect(await countUsers(copied)).toEqual(before);
    const replaced = await dataTool(environmentOf(source, ""), [...words, "--replace"]);
    expect(replaced.code).toBe(0);
    expect(await countDifferences(source, copied)).toBe(0);
    const aside = /The former database is in (\S+)\. /.exec(replaced.text)?.[1];
    expect(aside === undefined ? before : await countUsers({ folder: aside })).toEqual(before);
    expect(aside !== undefined).toBe("folder" in copied);
  });
});

async function countUsers(place: Parameters<typeof openDatabaseAt>[0]): Promise<string[]> {
  const snapshot = await openSnapshot(place);
  const ids: string[] = [];
  for await (const { table, rows } of snapshot.batches())
    if (table === "users") ids.push(...rows.map(({ id }) => String(id)));
  await snapshot.close();
  return ids;
}

test("a copy onto itself is refused", async () => {
  const folder = dataFolder();
  expect(await dataTool({ DATA_DIR: folder }, ["copy", "--to", folder])).toMatchObject({
    code: 1,
    text: expect.stringContaining("the same database"),
  });
});
