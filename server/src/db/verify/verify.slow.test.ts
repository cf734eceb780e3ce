import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { dataTool, environmentOf } from "../../testing/databases/data-tools.ts";
import { dataFolder, startProcess } from "../../testing/process.ts";
import { engines, type TestEngine } from "../../testing/databases/test-engines.ts";
import { restoreFixture, restoreUpdated } from "../../testing/upgrade/fixtures.ts";
import { type DatabaseLocation, openDatabaseAt } from "../engines/open.ts";

/**
 * Statements that break a rule, and what `npm run verify` then says. The boards have the titles of the
 * fixture.
 */
const board = (title: string) => `(select id from boards where title like '${title}%')`;
const derived: [statement: string, problem: string][] = [
  [
    `update boards set sticker_count = sticker_count + 1 where id = ${board("Quiet")}`,
    "number of sections, stickers or actions is wrong (1)",
  ],
  [
    `delete from changes where version = 5 and board_id = ${board("Quiet")}`,
    "change log does not end at their version, or has a gap (1)",
  ],
  ["update action_counts set total = total + 1 where kind = 'open'", "number of open actions is wrong (1)"],
  [
    "delete from space_texts where kind = 'action'",
    "texts that the search index of a space lacks, or has differently (1)",
  ],
  [
    `insert into space_texts (board_id, kind, ref, words) values (${board("Quiet")}, 'sticker', 'gone', '')`,
    "texts in the search index of a space that no board has (1)",
  ],
];
const broken: [statement: string, problem: string][] = [
  ["update items set parent_id = 'nothing' where title = 'Note 5'", "items whose parent is missing"],
  [
    "update items set parent_id = id where title = 'Note 0, edited'",
    "items that cannot be reached from a section (2)",
  ],
  [
    `update items set parent_id = (select id from items where title = 'Five deep: 5') where title = 'Sticker 3'`,
    "stickers nested more than 5 deep (1)",
  ],
  [
    `delete from items where kind = 'column' and parent_id = (select id from items where title = 'A new section') and order_key = 'a1'`,
    "sections that do not have 3 columns (1)",
  ],
  ["update items set order_key = 'a-0' where title = 'Green tea'", "items whose order key is no key (1)"],
  [
    "update items set order_key = 'a0' where title in ('Sticker 1', 'Sticker 10')",
    "siblings with the same order key",
  ],
  [
    `update votes set board_id = ${board("From")} where item_id = (select id from items where title = 'Note 4')`,
    "votes for something that is no sticker of the same board (1)",
  ],
  ["update items set imported_votes = -1 where title = 'Tea'", "a negative number of imported votes (1)"],
  [
    `update boards set facilitator_options = replace(facilitator_options, '"limit":5', '"limit":1') where title like 'Ретро%'`,
    "users with more votes than the limit of their board (1)",
  ],
  [
    "update users set password_hash = null where role = 'admin'",
    "administrators without an e-mail address or a password (1)",
  ],
  [
    `update boards set timer_settles_at = 5 where id = ${board("Quiet")}`,
    "rows of boards in which timer_settles_at does not fit the timer (1)",
  ],
  [
    `update boards set facilitator_options = '{}' where id = ${board("From")}`,
    "rows of boards in which facilitator_options has an invalid value (1)",
  ],
  [
    `update boards set meeting = '{}' where id = ${board("Quiet")}`,
    "rows of boards in which meeting has an invalid value (1)",
  ],
  ["update items set style = '{' where title = 'Coffee'", "rows of items in which style is no JSON (1)"],
];
const onSqlite: [statement: string, problem: string][] = [
  [
    "insert into space_words (space_words) values ('delete-all')",
    "a search index of the spaces that lacks rows",
  ],
];

async function placeOn(engine: TestEngine): Promise<DatabaseLocation> {
  const { where, drop } = await engine.place();
  onTestFinished(drop);
  return where;
}

async function change(place: DatabaseLocation, statements: string[]): Promise<void> {
  const database = await openDatabaseAt(place);
  for (const statement of statements) await sql.raw(statement).execute(database.db);
  await database.close();
}

describe.each(engines)("npm run verify on $name", (engine) => {
  test("finds no problem in the data of the last schema, and says that a server has to start first", async () => {
    const place = await placeOn(engine);
    await restoreFixture(place);
    const env = environmentOf(place, dataFolder());
    const first = await dataTool(env, ["verify"]);
    expect(first.code).toBe(0);
    expect(first.text).toContain("schema of an earlier release");
    await change(place, []);
    const { code, text } = await dataTool({ ...env, APP_SECRET: "a secret of the tests" }, ["verify"]);
    expect([code, text]).toEqual([0, "The data is consistent.\n"]);
  });

  test("names every broken rule and what to do, and repairs what follows from other rows", async () => {
    const place = await placeOn(engine);
    await restoreUpdated(place);
    const isSqlite = "folder" in place;
    const repairable = [...derived, ...(isSqlite ? onSqlite : [])];
    await change(
      place,
      [...repairable, ...broken].map(([statement]) => statement),
    );
    const env = environmentOf(place, dataFolder());
    const { code, text } = await dataTool(env, ["verify"]);
    expect(code).toBe(1);
    for (const [, problem] of [...repairable.slice(1), ...broken]) expect(text).toContain(problem);
    expect(text).toContain("number of sections, stickers or actions is wrong");
    expect(text.match(/What to do: /g)?.length).toBe(text.match(/^(?:PROBLEM|Note): /gm)?.length);

    const repaired = await dataTool(env, ["verify", "--repair"]);
    expect(repaired.code).toBe(1);
    for (const [, problem] of repairable) expect(repaired.text).not.toContain(problem);
    for (const [, problem] of broken) expect(repaired.text).toContain(problem);
  });
});

test("rows that refer to a missing row are found in SQLite", async () => {
  const folder = dataFolder();
  await restoreUpdated({ folder });
  await change({ folder }, ["pragma foreign_keys = off", "delete from boards where title like 'Quiet%'"]);
  const { code, text } = await dataTool({ DATA_DIR: folder }, ["verify"]);
  expect([code, text]).toEqual([1, expect.stringContaining("rows that refer to a missing row")]);
});

test("verify works beside a server, and repair refuses", async () => {
  const folder = dataFolder();
  const server = startProcess({ DATA_DIR: folder });
  await server.address;
  expect(await dataTool({ DATA_DIR: folder }, ["verify"])).toEqual({
    code: 0,
    text: "The data is consistent.\n",
  });
  const { code, text } = await dataTool({ DATA_DIR: folder }, ["verify", "--repair"]);
  expect([code, text]).toEqual([
    1,
    `The data folder ${folder} is in use by another Retro server. Stop that one first.\n`,
  ]);
});

test("repair makes no installation where there is none, and does not migrate", async () => {
  const missing = join(dataFolder(), "unmounted");
  expect(await dataTool({ DATA_DIR: missing }, ["verify", "--repair"])).toMatchObject({ code: 1 });
  expect(existsSync(missing)).toBe(false);
  const folder = dataFolder();
  await restoreFixture({ folder });
  const { code, text } = await dataTool({ DATA_DIR: folder }, ["verify", "--repair"]);
  expect([code, text]).toEqual([1, expect.stringContaining("start the server of this build")]);
});

test("verify works for the release before on the database of a newer one, unless that breaks it", async () => {
  const folder = dataFolder();
  const add = (name: string) =>
    change({ folder }, [`insert into kysely_migration (name, timestamp) values ('${name}', '')`]);
  await add("9001-adds");
  expect(await dataTool({ DATA_DIR: folder }, ["verify"])).toEqual({
    code: 0,
    text: expect.stringMatching(
      /^Note: a newer release has added to the schema[^]*The data is consistent\.\n$/,
    ),
  });
  await change({ folder }, ["update server_state set value = '9001-adds' where key = 'schema-usable-from'"]);
  expect(await dataTool({ DATA_DIR: folder }, ["verify"])).toMatchObject({ code: 1 });
});

test("an empty folder is named", async () => {
  const folder = dataFolder();
  rmSync(join(folder, "retro.db"), { force: true });
  const { code, text } = await dataTool({ DATA_DIR: folder }, ["verify"]);
  expect([code, text]).toEqual([1, `There is no database in ${folder}: set DATA_DIR.\n`]);
});
