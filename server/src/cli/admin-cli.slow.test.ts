import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { limits } from "@retro/contract/limits";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import type { RetroDatabase } from "../db/database.ts";
import { releasedMigrations } from "../db/migrations/list.ts";
import { runAdminCommand } from "./admin-commands.ts";
import { formatBytes } from "./admin-cli-data.ts";
import { signInAdmin } from "../testing/admin.ts";
import { buildTestApp } from "../testing/app.ts";
import { addSticker, flattenTree, makeBoard, treeOf } from "../testing/boards.ts";
import { listenOn } from "../testing/nodes/listener.ts";
import { runCommand } from "../testing/databases/data-tools.ts";
import { dataFolder, startProcess } from "../testing/process.ts";
import { makeSpace, makeSpaceBoard, openSpace } from "../testing/spaces.ts";
import { eachEngine, openTestSqlite } from "../testing/databases/test-engines.ts";

/** Runs `npm run admin -- …` on the database while the server has it open. */
function admin({ source }: RetroDatabase, ...words: string[]) {
  const where = "file" in source ? { DATA_DIR: dirname(source.file) } : { DATABASE_URL: source.databaseUrl };
  return runCommand(runAdminCommand, words, { APP_SECRET: "a secret for this test", ...where });
}

/** What a command that succeeds prints as its errors: which database it used, without a password. */
const onlyDatabase = expect.stringMatching(/^Database: (?:\/.*\/retro\.db|PostgreSQL at [^@\n]+)\n$/);

test("admin in a wrong folder refuses, and makes neither a folder nor a database", async () => {
  const folder = join(dataFolder(), "wrong");
  const child = startProcess(
    { DATA_DIR: folder },
    { entry: "cli/admin-cli.ts", words: ["add", "ann@example.com"] },
  );
  expect([await child.exit, child.text()]).toEqual([
    1,
    expect.stringContaining(`There is no database in ${folder}`),
  ]);
  expect(existsSync(folder)).toBe(false);
});

test.each(["help", "--help", "list --help"])("%s needs no database", async (words) => {
  const env = { DATA_DIR: join(dataFolder(), "missing") };
  const { code, out, error } = await runCommand(runAdminCommand, words.split(" "), env);
  expect([code, out, error]).toEqual([0, expect.stringContaining("add <email>"), ""]);
});

eachEngine("npm run admin", (open) => {
  test("a command of a newer build refuses, and does not migrate the database beneath a running server", async () => {
    const database = await open();
    const before = ["0034-search-of-links", "0035-drop-sticker-count-index"];
    const record = async (...names: string[]) => {
      await sql`delete from kysely_migration`.execute(database.db);
      for (const name of names)
        await sql`insert into kysely_migration (name, timestamp) values (${name}, '2026')`.execute(
          database.db,
        );
    };
    await record(...before);
    const answer = await admin(database, "list");
    const { rows } = await sql<{
      name: string;
    }>`select name from kysely_migration order by name`.execute(database.db);
    // The database of the test is used again.
    await record(...Object.keys(releasedMigrations));
    expect(rows.map(({ name }) => name)).toEqual(before);
    expect(answer).toMatchObject({
      code: 1,
      error: expect.stringContaining("start the server of this build"),
    });
  });

  test("delete board: asks first, then the board is gone for everybody, open browsers included", async () => {
    const database = await open();
    const app = await buildTestApp({ database });
    await app.listen();
    const ann = await app.visitor();
    const board = await makeBoard(ann, "To be deleted");
    await addSticker(ann, board, "One");
    const there = await listenOn(app, ann, board.id);
    const refused = await admin(database, "delete", "board", board.id);
    expect([refused.code, refused.error]).toEqual([1, expect.stringContaining("Add --yes")]);
    expect(refused.error).toContain('"To be deleted" (1 sticker');
    expect((await ann.get(board.url)).statusCode).toBe(200);

    const link = `https://retro.example.com/boards/${board.id}?x=1`;
    expect(await admin(database, "delete", "board", link, "--yes")).toMatchObject({
      code: 0,
      error: onlyDatabase,
    });
    expect((await ann.get(board.url)).statusCode).toBe(404);
    expect(await database.db.selectFrom("items").selectAll().execute()).toEqual([]);
    const told = await there.raw.receive("board-items.update");
    expect(told.data).toEqual({ version: 3, fetch: true });
    const again = await admin(database, "delete", "board", link, "--yes");
    expect([again.code, again.error]).toEqual([1, expect.stringContaining("There is no board")]);
  });

  test("attack: names and titles of visitors cannot control the operator's terminal", async () => {
    const database = await open();
    const app = await buildTestApp({ database });
    const name = "Eve\u001b]0;owned\u0007\u001b[2J\u009b1A\u202egpj";
    const eve = await app.visitor({ name });
    await makeBoard(eve, name);
    await database.db
      .insertInto("subscribers")
      .values({ id: "1", email: "=1+1@example.com", search: "", created_at: 0 })
      .execute();
    const printed = [
      await admin(database, "delete", "person", "Eve"),
      await admin(database, "disk"),
      await admin(database, "subscribers"),
    ].map(({ out, error }) => out + error);
    expect(printed[0]).toContain("Eve]0;owned[2J1Agpj");
    expect(printed[1]).toContain("Eve]0;owned");
    expect(printed[2]).toContain("'=1+1@example.com\t");
    // oxlint-disable-next-line no-control-regex
    expect(printed.join("")).not.toMatch(/[\u001b\u0007\u009b\u202e]/);
  });

  test("board: removes a passphrase, restores from the bin and moves to a space; says why it cannot", async () => {
    const database = await open();
    const app = await buildTestApp({ database });
    await app.listen();
    const [ann, eve] = [await app.visitor(), await app.visitor()];
    const { id, url } = await makeBoard(ann, "Retro");
    const key = await makeSpace(ann);
    await eve.post(`${url}/facilitators`);
    await eve.put(`${url}/passphrase`, { passphrase: "a long passphrase" });
    const there = await listenOn(app, eve, id);
    const link = `https://retro.example.com/boards/${id}`;
    expect(await admin(database, "board", link, "--no-passphrase")).toMatchObject({ code: 0 });
    expect((await ann.get(url)).json()).toMatchObject({ data: { facilitator_id: eve.user.id } });
    await there.raw.receive("board-items.update");
    await eve.delete(url);
    const early = await admin(database, "board", id, "--to-space", key);
    expect([early.code, early.error]).toEqual([1, expect.stringContaining("is in the bin")]);
    expect(await admin(database, "board", id, "--restore")).toMatchObject({ code: 0 });
    expect((await ann.get(url)).statusCode).toBe(200);
    expect(await admin(database, "board", id, "--to-space", `https://x/spaces/${key}`)).toMatchObject({
      code: 0,
    });
    expect((await openSpace(ann, key)).boards.map((board) => board.id)).toEqual([id]);
    for (const [words, why] of [
      [["--no-passphrase"], "has no passphrase"],
      [["--restore"], "is not in the bin"],
      [["--to-space", "-".padEnd(22, "A")], "No space has this key"],
      [["--restore", "--no-passphrase"], "takes one of"],
      [[], "takes one of"],
    ] as const) {
      const refused = await admin(database, "board", id, ...words);
      expect([refused.code, refused.error]).toEqual([1, expect.stringContaining(why)]);
    }
    const full = await makeSpace(ann);
    const other = await makeSpaceBoard(ann, full);
    const row = await database.db
      .selectFrom("boards")
      .selectAll()
      .where("id", "=", other.id)
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: limits.space.boards - 1 }, (_, i) => ({ ...row, id: `full-${i}` }));
    for (let from = 0; from < rows.length; from += 500)
      await database.db
        .insertInto("boards")
        .values(rows.slice(from, from + 500))
        .execute();
    const refused = await admin(database, "board", id, "--to-space", full);
    expect([refused.code, refused.error]).toEqual([1, expect.stringContaining("at most 1000 boards")]);
    const unknown = await admin(database, "board", "unknown", "--restore");
    expect([unknown.code, unknown.error]).toEqual([1, expect.stringContaining("There is no board")]);
  });

  test("delete person: finds them by a part of the name, ends their connections, and others see the author disappear", async () => {
    const database = await open();
    const app = await buildTestApp({ database });
    await app.listen();
    const [ann, anna, bob] = [
      await app.visitor({ name: "Анна Каренина" }),
      await app.visitor({ name: "Анна Ахматова" }),
      await app.visitor({ name: "Bob" }),
    ];
    const board = await makeBoard(bob);
    const sticker = await addSticker(ann, board, "Hers");
    const [his, hers] = [await listenOn(app, bob, board.id), await listenOn(app, ann, board.id)];
    const several = await admin(database, "delete", "person", "анна", "--yes");
    expect(several.code).toBe(1);
    for (const { id } of [ann.user, anna.user]) expect(several.error).toContain(id);

    const { code, error } = await admin(database, "delete", "person", "КАРЕНИНА", "--yes");
    expect([code, error]).toEqual([0, onlyDatabase]);
    expect((await ann.get("/api/v1/users/auth")).statusCode).toBe(401);
    expect((await anna.get("/api/v1/users/auth")).statusCode).toBe(200);
    expect((await his.raw.receive("board-items.update")).data).toEqual({ version: 3, fetch: true });
    await hers.raw.receive("session.ended");
    const left = flattenTree(await treeOf(bob, board.url)).find(({ id }) => id === sticker.id);
    expect(left).toMatchObject({ title: "Hers", user_id: null });
  });

  test("delete person: with an e-mail address everything sent from it is deleted, but no administrator", async () => {
    const database = await open();
    const app = await buildTestApp({ database });
    const root = await signInAdmin(app);
    const send = async (path: string, body: object) =>
      app.browser().post(`/api/v1/${path}`, { ...body, solution: await app.solution() });
    const form = { name: "Ann", inquiry: "Question", subject: "Boards", message: "How?" };
    for (const email of ["Ann@example.com", "bob@example.com"]) {
      await send("contacts", { ...form, email });
      await send("subscribers", { email });
    }
    expect(await admin(database, "delete", "person", "ann@example.com", "--yes")).toMatchObject({ code: 0 });
    for (const path of ["contacts", "subscribers"]) {
      const rows = (await root.get(`/api/v1/${path}`)).json<{ data: { email: string }[] }>().data;
      expect(rows.map(({ email }) => email)).toEqual(["bob@example.com"]);
    }
    const refused = await admin(database, "delete", "person", "root@example.com", "--yes");
    expect([refused.code, refused.error]).toEqual([1, expect.stringContaining("npm run admin -- remove")]);
    expect((await root.get("/api/v1/users/auth")).statusCode).toBe(200);
  });

  test("delete feedback, disk, compact", async () => {
    const database = await open();
    const app = await buildTestApp({ database });
    const ann = await app.visitor();
    expect((await admin(database, "disk")).out).toMatch(/\nBiggest boards: none\n$/);
    await addSticker(ann, await makeBoard(ann, "The biggest"), "One");
    const row = { id: "f1", user_id: ann.user.id, name: "Ann", email: null, created_at: 0 };
    await database.db
      .insertInto("feedback")
      .values({ ...row, comment: "Good", search: "ann good" })
      .execute();
    await database.db
      .insertInto("feedback_files")
      .values({ id: "p1", feedback_id: "f1", position: 0, type: "image/png", bytes: Buffer.alloc(2500) })
      .execute();
    const disk = await admin(database, "disk");
    expect([disk.code, disk.error]).toEqual([0, onlyDatabase]);
    expect(disk.out).toContain("1 picture, 2.5 kB");
    expect(disk.out).toMatch(/ {2}items\n/);
    expect(disk.out).toMatch(/1 sticker, last used \d{4}-\d\d-\d\d {2}The biggest/);
    expect(await admin(database, "delete", "feedback", "GOOD", "--yes")).toMatchObject({
      code: 0,
      error: onlyDatabase,
    });
    expect(await database.db.selectFrom("feedback_files").select("id").execute()).toEqual([]);
    const compacted = await admin(database, "compact");
    expect(compacted.out + compacted.error).toMatch(
      database.engine === "sqlite" ? /kB before, .* now\./ : /VACUUM FULL/,
    );
  });
});

// The program parses the command line before it opens the database, so one engine is enough.
test.each(["delete", "delete board", "delete table users", "disk now", "disks"])(
  "asked for %j it says what the commands are, and changes nothing",
  async (words) => {
    const { database, drop } = await openTestSqlite();
    onTestFinished(drop);
    const { code, error } = await admin(database, ...words.split(" "));
    expect(code).toBe(1);
    expect(error).toMatch(/Usage|delete takes/);
  },
);

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [2500, "2.5 kB"],
  [250_000, "250 kB"],
  [1_200_000_000, "1.2 GB"],
])("%d bytes are %s", (bytes, shown) => {
  expect(formatBytes(bytes)).toBe(shown);
});
