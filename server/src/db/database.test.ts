import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { eachEngine } from "../testing/databases/test-engines.ts";
import { FolderInUseError, lockFolder } from "./folder-lock.ts";
import { likePattern } from "./fold.ts";
import { migrate } from "./migrate.ts";
import { openDatabaseAt } from "./engines/open.ts";
import { prepareQuery } from "./engines/prepared.ts";
import { runTogether } from "./engines/query-batch.ts";

const user = (id: string) => ({
  id,
  role: "anonymous" as const,
  name: "Имя 🦦",
  color: "#123456",
  is_avatar_stickers: 1,
  email: null,
  password_hash: null,
  created_at: 1_790_000_000_123,
  seen_at: null,
});

eachEngine("the database", (open) => {
  test("keeps text, epoch milliseconds and flags as they were", async () => {
    const database = await open();
    await database.db.insertInto("users").values(user("u")).execute();
    expect(await database.db.selectFrom("users").selectAll().executeTakeFirst()).toEqual(user("u"));
  });

  test("migrating again changes nothing", async () => {
    const database = await open();
    await database.db.insertInto("users").values(user("kept")).execute();
    await migrate(database.db, database.engine);
    expect(await database.db.selectFrom("users").select("id").execute()).toEqual([{ id: "kept" }]);
  });

  test("a transaction that throws leaves nothing behind", async () => {
    const database = await open();
    const failing = database.transaction(async (trx) => {
      await trx.insertInto("users").values(user("gone")).execute();
      throw new Error("stop");
    });
    await expect(failing).rejects.toThrow("stop");
    expect(await database.db.selectFrom("users").selectAll().execute()).toEqual([]);
  });

  test("a batch stops at its first failure: when SQLite rolls back by itself, nothing after it is saved alone", async () => {
    const database = await open();
    const insert = (id: string) => database.db.insertInto("users").values(user(id));
    // What SQLite does on a full disk.
    const failing = database.engine === "sqlite" ? insert("a").orRollback() : insert("a");
    const batch = [insert("a").compile(), failing.compile(), insert("b").compile()];
    await expect(database.transaction((trx) => runTogether(trx, batch))).rejects.toThrow(/unique/i);
    expect(await database.db.selectFrom("users").select("id").execute()).toEqual([]);
  });

  test("a prepared query runs with the values of each run, on every database and inside transactions", async () => {
    const named = prepareQuery((db, { id, name }: { id: string; name: string }) =>
      db.updateTable("users").set({ name }).where("id", "=", id).returning(["id", "name"]),
    );
    for (const database of [await open(), await open()]) {
      await database.db
        .insertInto("users")
        .values([user("a"), user("b")])
        .execute();
      expect(await named(database.db, { id: "a", name: "first" })).toEqual([{ id: "a", name: "first" }]);
      await database.transaction(async (trx) => {
        expect(await named(trx, { id: "b", name: "second" })).toEqual([{ id: "b", name: "second" }]);
      });
      expect(await named(database.db, { id: "nobody", name: "third" })).toEqual([]);
      expect(
        (await database.db.selectFrom("users").select("name").orderBy("id").execute()).map((r) => r.name),
      ).toEqual(["first", "second"]);
    }
  });

  test("the outer handle is refused inside a transaction", async () => {
    const database = await open();
    await expect(database.transaction(async () => database.db)).rejects.toThrow("only its own handle");
  });

  test("order keys sort byte by byte, whatever the collation", async () => {
    const database = await open();
    await database.db
      .insertInto("boards")
      .values({
        id: "b",
        title: "t",
        description: "",
        search: "t",
        creator_id: null,
        version: 0,
        facilitator_id: null,
        facilitator_options: "{}",
        timer: "{}",
        timer_settles_at: null,
        section_count: 0,
        sticker_count: 0,
        created_at: 0,
      })
      .execute();
    for (const order_key of ["a0", "Zz", "a0V", "a1", "a0l"])
      await database.db
        .insertInto("items")
        .values({
          id: order_key,
          board_id: "b",
          parent_id: null,
          kind: "section",
          order_key,
          user_id: null,
          title: "",
          style: "{}",
          rev: 0,
          created_at: 0,
        })
        .execute();
    const rows = await database.db.selectFrom("items").select("order_key").orderBy("order_key").execute();
    expect(rows.map((r) => r.order_key)).toEqual(["Zz", "a0", "a0V", "a0l", "a1"]);
  });

  test("a folded column finds Cyrillic in any case", async () => {
    const database = await open();
    const { rows } = await sql<{
      hit: number;
    }>`select 1 as hit where 'ретро ежик 100%' like ${likePattern("ЁЖИК 100%")} escape '\\'`.execute(
      database.db,
    );
    expect(rows).toHaveLength(1);
  });
});

test("opening a database writes nothing, so that a tool works beside a server whose disk is full", async () => {
  const folder = mkdtempSync(join(tmpdir(), "retro-open-"));
  const server = await openDatabaseAt({ folder });
  const log = () => statSync(join(folder, "retro.db-wal")).size;
  const before = log();
  await (await openDatabaseAt({ folder }, { migrates: false })).close();
  expect(log()).toBe(before);
  await server.close();
  rmSync(folder, { recursive: true });
});

test("a second process on the same folder is refused, and the first one's end frees it", () => {
  const folder = mkdtempSync(join(tmpdir(), "retro-lock-"));
  const lock = lockFolder(folder);
  const other = spawnSync(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `import {lockFolder} from ${JSON.stringify(new URL("folder-lock.ts", import.meta.url).href)}; lockFolder(${JSON.stringify(folder)})`,
    ],
    { encoding: "utf8" },
  );
  expect(other.status).not.toBe(0);
  expect(other.stderr).toContain(FolderInUseError.name);
  lock.release();
  lockFolder(folder).release();
  rmSync(folder, { recursive: true });
});
