import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { engines } from "../testing/stores.ts";
import { MigrationError } from "./migrate.ts";
import { type Place, openStore } from "./open.ts";

const open = new URL("open.ts", import.meta.url).href;
const hook = new URL("../testing/kill-at-statement.mjs", import.meta.url).href;

/**
 * Statements before a migration's own: opening, looking for pending migrations, the lock. They are the same for each
 * migration, so that kills there are tried for the first one only.
 */
const bookkeeping = 7;

/** Opens the store in a process of its own, as a first start does; `killAt` ends it with SIGKILL before that statement. */
async function start(where: Place, killAt = 0) {
  const child = spawn(
    process.execPath,
    [
      "--import",
      hook,
      "--input-type=module",
      "--eval",
      `import { openStore } from ${JSON.stringify(open)};
       await (await openStore(${JSON.stringify(where)})).close();`,
    ],
    { env: { ...process.env, KILL_AT: String(killAt) }, stdio: ["ignore", "ignore", "pipe"] },
  );
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  return { code, signal, errors };
}

/** The tables there are and the migrations that are recorded, read past our own code. */
async function schemaOf(where: Place): Promise<{ tables: string[]; recorded: string[] }> {
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

describe.each(engines)("migrations on $name", ({ place }) => {
  const fresh = async () => {
    const { where, drop } = await place();
    onTestFinished(drop);
    return where;
  };

  test("kill -9 at every statement of every migration: each start finds it done or rolled back", async () => {
    const complete = await fresh();
    await (await openStore(complete)).close();
    const whole = await schemaOf(complete);
    const where = await fresh();
    // Tables after each number of recorded migrations; a kill that leaves anything else left a half.
    const states = new Map<number, string[]>([[0, []]]);
    let done = 0;
    let killAt = 1;
    // Each start is the next one after a kill, and completes whatever comes before its own kill.
    let last = await start(where, killAt);
    while (last.signal !== null) {
      const { tables, recorded } = await schemaOf(where);
      const known = states.get(recorded.length) ?? tables;
      states.set(recorded.length, known);
      expect([killAt, tables]).toEqual([killAt, known]);
      if (recorded.length > done) {
        done = recorded.length;
        killAt = bookkeeping;
      }
      last = await start(where, (killAt += 1));
    }
    expect(last).toEqual({ code: 0, signal: null, errors: "" });
    expect(await schemaOf(where)).toEqual(whole);
    const store = await openStore(where);
    await store.db.selectFrom("users").selectAll().execute();
    await store.close();
  }, 900_000);

  test("four processes that start at once on nothing all get a whole database", async () => {
    const where = await fresh();
    const starts = await Promise.all([1, 2, 3, 4].map(() => start(where)));
    expect(starts).toEqual(starts.map(() => ({ code: 0, signal: null, errors: "" })));
  }, 60_000);

  test("a database of a newer release is refused in one line", async () => {
    const where = await fresh();
    const store = await openStore(where);
    await store.db
      .insertInto("kysely_migration" as never)
      .values({ name: "9999-from-the-future", timestamp: "2030-01-01" })
      .execute();
    await store.close();
    await expect(openStore(where)).rejects.toThrow(/newer version of Retro.*9999-from-the-future/);
  });
});

describe("a folder that an older release left half-migrated when it was killed", () => {
  const halfMigrated = async (statements: string) => {
    const { where, drop } = await (engines[0] as (typeof engines)[0]).place();
    onTestFinished(drop);
    const database = new DatabaseSync(join((where as { folder: string }).folder, "retro.db"));
    database.exec(
      `create table kysely_migration (name varchar(255) primary key, timestamp varchar(255));
       create table users (id text primary key, name text);
       create table sessions (id text primary key, user_id text references users (id) on delete cascade);
       ${statements}`,
    );
    database.close();
    return where;
  };

  test("starts, since its tables are empty", async () => {
    const where = await halfMigrated("");
    await (await openStore(where)).close();
    expect((await schemaOf(where)).recorded).toContain("0001-tables");
  });

  test("is refused in one line that says what to do when it holds data, and the data stays", async () => {
    const where = await halfMigrated("insert into users values ('ann', 'Ann')");
    await expect(openStore(where)).rejects.toThrow(MigrationError);
    await expect(openStore(where)).rejects.toThrow(/^The database has data in "users".*Restore a backup.*$/);
    expect(await schemaOf(where)).toEqual({ tables: ["sessions", "users"], recorded: [] });
  });
});
