import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { dataFolder } from "../testing/process.ts";
import { watchStatements } from "../testing/databases/statements.ts";
import { engines } from "../testing/databases/test-engines.ts";
import { migrate, usableFromKey } from "./migrate.ts";
import { releasedMigrations } from "./migrations/list.ts";
import { type DatabaseLocation, openDatabaseAt } from "./engines/open.ts";
import { createTable } from "./schema/create-schema.ts";
import { table, text } from "./schema/column.ts";
import { recordOnly } from "../testing/upgrade/fixtures.ts";
import { writeState } from "./server-state.ts";
import type { RetroDatabase } from "./database.ts";

const open = new URL("engines/open.ts", import.meta.url).href;

/** Opens the database in a separate process, as a first start does. */
async function start(where: DatabaseLocation) {
  const child = spawn(
    process.execPath,
    [
      "--input-type=module",
      "--eval",
      `import { openDatabaseAt } from ${JSON.stringify(open)};
       await (await openDatabaseAt(${JSON.stringify(where)})).close();`,
    ],
    {
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  return { code, signal, errors };
}

/** The tables and the recorded migrations, read without the product's code. */
async function schemaOf(where: DatabaseLocation): Promise<{ tables: string[]; recorded: string[] }> {
  const tablesOf = (names: string[]) => names.filter((name) => !/^(?:kysely|sqlite)_/.test(name)).toSorted();
  if ("folder" in where) {
    const database = new DatabaseSync(join(where.folder, "retro.db"));
    try {
      const names = database.prepare("select name from sqlite_master where type = 'table'").all();
      const all = names.map(({ name }) => String(name));
      const recorded = all.includes("kysely_migration")
        ? database.prepare("select name from kysely_migration order by name").all()
        : [];
      return { tables: tablesOf(all), recorded: recorded.map(({ name }) => String(name)) };
    } finally {
      database.close();
    }
  }
  const client = new pg.Client({ connectionString: where.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    );
    const all = rows.map(({ name }) => name);
    const recorded = all.includes("kysely_migration")
      ? await client.query<{ name: string }>("select name from kysely_migration order by name")
      : { rows: [] };
    return { tables: tablesOf(all), recorded: recorded.rows.map(({ name }) => name) };
  } finally {
    await client.end();
  }
}

/**
 * The SQLite files that a killed process can leave: their state before each statement, without duplicates.
 */
async function leftByKills(folder: string): Promise<string[]> {
  const left = new Map<string, string>();
  await watchStatements(
    () => {
      const hash = createHash("sha256");
      for (const name of ["retro.db", "retro.db-wal"].map((file) => join(folder, file)))
        hash.update(existsSync(name) ? readFileSync(name) : "none");
      const key = hash.digest("hex");
      if (left.has(key)) return;
      const copy = dataFolder();
      cpSync(folder, copy, { recursive: true });
      left.set(key, copy);
    },
    async () => (await openDatabaseAt({ folder })).close(),
  );
  return [...left.values()];
}

/**
 * Opens the database, and cuts its connection to PostgreSQL before that statement. @returns whether the
 * statement was reached
 */
async function openUntil(where: DatabaseLocation, statement: number): Promise<boolean> {
  let isCut = false;
  await watchStatements(
    (number, client) => {
      if (number !== statement) return;
      isCut = true;
      (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy();
    },
    async () => {
      const opened = await openDatabaseAt(where).catch((error: unknown) => error);
      if (!(opened instanceof Error)) await (opened as RetroDatabase).close();
      else if (!isCut) throw opened;
    },
  );
  return isCut;
}

/**
 * The number of statements before a migration's statements: opening, looking for pending migrations, the
 * lock. They are the same for each migration, so the test interrupts them for the first one only.
 */
const bookkeeping = 7;

/**
 * Interrupts the first start at each of its statements. Yields what each left, and on SQLite also what the
 * next start made of it.
 */
async function* endEverywhere(where: DatabaseLocation): AsyncGenerator<DatabaseLocation> {
  if ("folder" in where) {
    for (const folder of await leftByKills(where.folder)) {
      yield { folder };
      await (await openDatabaseAt({ folder })).close();
      yield { folder };
    }
    return;
  }
  // Each start follows an interrupted one and continues from there. Every fifth statement is enough to notice
  // a migration that commits half-way: its remains would still be there at the next interruption.
  let done = 0;
  for (let statement = 1; await openUntil(where, statement); statement += 5) {
    yield where;
    const { recorded } = await schemaOf(where);
    if (recorded.length > done) statement = bookkeeping;
    done = recorded.length;
  }
}

async function addMoods(db: RetroDatabase["db"]): Promise<void> {
  await db.schema.alterTable("boards").addColumn("mood", "text").execute();
}

describe.each(engines)("migrations on $name", ({ place }) => {
  const fresh = async () => {
    const { where, drop } = await place();
    onTestFinished(drop);
    return where;
  };

  test("ended in the middle of every migration: each start finds it done or rolled back", async () => {
    const complete = await fresh();
    await (await openDatabaseAt(complete)).close();
    const whole = await schemaOf(complete);
    const where = await fresh();
    // The tables for each number of recorded migrations; anything else is a half-done migration.
    const states = new Map<number, string[]>([[0, []]]);
    for await (const left of endEverywhere(where)) {
      const { tables, recorded } = await schemaOf(left);
      const known = states.get(recorded.length) ?? tables;
      states.set(recorded.length, known);
      expect(tables).toEqual(known);
    }
    expect(states.size).toBe(whole.recorded.length + 1);
    expect(await schemaOf(where)).toEqual(whole);
    const database = await openDatabaseAt(where);
    await database.db.selectFrom("users").selectAll().execute();
    await database.close();
  }, 120_000);

  test("four processes that start at once on nothing all get a whole database", async () => {
    const where = await fresh();
    const starts = await Promise.all([1, 2, 3, 4].map(() => start(where)));
    expect(starts).toEqual(starts.map(() => ({ code: 0, signal: null, errors: "" })));
  }, 60_000);

  test.each(["0001-tables", "0034-search-of-links"])(
    "a database whose last migration is %s is refused in one line that names a commit, and stays as it is",
    async (last) => {
      const where = await fresh();
      const database = await openDatabaseAt(where);
      await recordOnly(database, last);
      await database.close();
      await expect(openDatabaseAt(where)).rejects.toThrow(
        new RegExp(
          `^The database is from a version before 1.1.0 .*${last}.*Start commit [0-9a-f]{8} of Retro.*$`,
        ),
      );
      expect((await schemaOf(where)).recorded).toEqual([last]);
    },
  );

  test("a column that a later migration adds is no part of the first", async () => {
    const database = await openDatabaseAt(await fresh());
    const { db, engine } = database;
    const moods = table({ id: text(), mood: text().nullable().addedBy("9001-adds") }, { key: ["id"] });
    await createTable(db, engine, "moods", moods);
    const made = (await db.introspection.getTables()).find(({ name }) => name === "moods");
    expect(made?.columns.map(({ name }) => name)).toEqual(["id"]);
    await database.close();
  });

  test("a database to which a newer release has only added can be used", async () => {
    const where = await fresh();
    await (await openDatabaseAt(where)).close();
    const added = { "9001-adds": { up: async (db: RetroDatabase["db"]) => addMoods(db) } };
    const newer = await openDatabaseAt(where);
    await migrate(newer.db, newer.engine, { migrations: { ...releasedMigrations, ...added } });
    await newer.close();
    await (await openDatabaseAt(where)).close();
    expect((await schemaOf(where)).recorded).toEqual([...Object.keys(releasedMigrations), "9001-adds"]);
  });

  test("a database of a newer release that breaks this one is refused in one line", async () => {
    const where = await fresh();
    const database = await openDatabaseAt(where);
    await writeState(database.db, usableFromKey, "9999-from-the-future");
    await database.db
      .insertInto("kysely_migration" as never)
      .values({ name: "9999-from-the-future", timestamp: "2030-01-01" })
      .execute();
    // As a migration does that servers of earlier releases cannot use.
    await database.db
      .updateTable("server_state")
      .set({ value: "9999-from-the-future" })
      .where("key", "=", usableFromKey)
      .execute();
    await database.close();
    await expect(openDatabaseAt(where)).rejects.toThrow(/newer version of Retro.*9999-from-the-future/);
  });
});
