import { Kysely } from "kysely";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { buildTestApp } from "../testing/app.ts";
import { addSticker, flattenTree, makeBoard, treeOf } from "../testing/boards.ts";
import { eachEngine, engines, type TestEngine } from "../testing/databases/test-engines.ts";
import { findBreakingChanges, readStructure } from "../testing/upgrade/additive.ts";
import { migrate } from "./migrate.ts";
import { type Migration, type MigrationList, releasedMigrations } from "./migrations/list.ts";
import { openDatabaseAt } from "./engines/open.ts";
import type { LockLog } from "./node-lock.ts";
import { postgresDialect } from "./engines/postgres.ts";
import type { Database } from "./schema/schema.ts";
import { openSqlite, sqliteDialect } from "./engines/sqlite.ts";

const addColumn: Migration = {
  up: async (db) => {
    await db.schema.alterTable("boards").addColumn("mood", "text").execute();
    await db.schema
      .createTable("moods")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("board_id", "text", (c) => c.notNull().references("boards.id").onDelete("cascade"))
      .execute();
  },
};
const dropColumn: Migration = {
  up: async (db) => db.schema.alterTable("boards").dropColumn("description").execute(),
};

/** Opens an empty database without migrating it. */
async function openEmpty(engine: TestEngine): Promise<Kysely<Database>> {
  const { where, drop } = await engine.place();
  const dialect =
    "folder" in where
      ? sqliteDialect(await openSqlite(join(where.folder, "retro.db")))
      : postgresDialect(where.databaseUrl, 1, { migrating: true });
  const db = new Kysely<Database>({ dialect });
  onTestFinished(async () => {
    await db.destroy();
    await drop();
  });
  return db;
}

/** What each migration of a list breaks for the release before it, by name. */
async function breakingChanges(
  engine: TestEngine,
  migrations: MigrationList,
): Promise<Record<string, string[]>> {
  const db = await openEmpty(engine);
  const name = engine.name === "SQLite" ? "sqlite" : "postgres";
  const found: Record<string, string[]> = {};
  const [first = "", ...rest] = Object.keys(migrations).toSorted();
  await migrate(db, name, { migrations, upTo: first });
  for (const upTo of rest) {
    const before = await readStructure(db, name);
    await migrate(db, name, { migrations, upTo });
    const changes = findBreakingChanges(before, await readStructure(db, name));
    if (changes.length > 0) found[upTo] = changes;
  }
  return found;
}

describe.each(engines)("migrations on $name", (engine) => {
  test("only add, unless they say why they break servers of the release before", async () => {
    const found = await breakingChanges(engine, releasedMigrations);
    for (const [name, { breaking }] of Object.entries(releasedMigrations))
      expect([name, breaking === undefined ? (found[name] ?? []) : []]).toEqual([name, []]);
  });

  test("the check finds what servers of the release before cannot work with", async () => {
    const alter = (work: Migration["up"]): Migration => ({ up: work });
    const list: MigrationList = {
      ...releasedMigrations,
      "0101-harmless": addColumn,
      "0102-gone": dropColumn,
      "0103-required": alter(async (db) =>
        db.schema
          .alterTable("moods")
          .addColumn("kind", "text", (c) => c.notNull())
          .execute(),
      ),
      "0104-unique": alter(async (db) =>
        db.schema.createIndex("titles").on("boards").column("title").unique().execute(),
      ),
      "0105-table": alter(async (db) => db.schema.dropTable("removed_admins").execute()),
    };
    const found = await breakingChanges(engine, list);
    expect(Object.keys(found)).toEqual(["0102-gone", "0103-required", "0104-unique", "0105-table"]);
    expect(found["0102-gone"]).toEqual(["boards.description is gone"]);
    expect(found["0103-required"]).toEqual(["moods.kind is required and has no default"]);
  });
});

eachEngine("a rolling upgrade", (open) => {
  test("servers of the release before work on, and may restart, after a migration that only adds", async () => {
    const database = await open();
    const app = await buildTestApp({ database });
    const ann = await app.visitor();
    const board = await makeBoard(ann);
    await migrate(database.db, database.engine, {
      migrations: { ...releasedMigrations, "9001-adds": addColumn },
    });
    await addSticker(ann, board, "After the upgrade");
    const place = "file" in database.source ? { folder: join(database.source.file, "..") } : database.source;
    const info = vi.fn<LockLog["info"]>();
    const restarted = await openDatabaseAt(place, { log: { info, error: vi.fn<LockLog["error"]>() } });
    expect(info.mock.calls).toEqual([
      [{ migrations: ["9001-adds"] }, expect.stringContaining("newer release")],
    ]);
    const again = await buildTestApp({ database: restarted });
    const bob = await again.visitor();
    await addSticker(bob, board, "After the restart");
    const titles = flattenTree(await treeOf(bob, board.url)).map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining(["After the upgrade", "After the restart"]));
    await again.close();
    await restarted.close();
    // The database of the test is used again: a changed schema makes it new.
    await database.db.schema.dropTable("moods").execute();
  }, 30_000);

  test("they refuse to start after one that breaks them", async () => {
    const database = await open();
    const breaking = { ...dropColumn, breaking: "boards have no description any more" };
    await migrate(database.db, database.engine, {
      migrations: { ...releasedMigrations, "9001-adds": addColumn, "9002-breaks": breaking },
    });
    const place = "file" in database.source ? { folder: join(database.source.file, "..") } : database.source;
    await expect(openDatabaseAt(place)).rejects.toThrow(/newer version of Retro.*9001-adds.*cannot use/);
  });
});
