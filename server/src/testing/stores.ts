import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, describe } from "vitest";
import { openStore } from "../db/open.ts";
import type { Store } from "../db/store.ts";

/** Where the tests' PostgreSQL answers; null: none does, and tests on it are skipped (or failed, where CI requires it). */
const postgresUrl = await findPostgres();

async function findPostgres(): Promise<string | null> {
  const asked = process.env["TEST_DATABASE_URL"];
  for (const url of asked
    ? [asked]
    : ["postgres://127.0.0.1:5432/postgres", "postgres://postgres@127.0.0.1:5432/postgres"]) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
    try {
      await client.connect();
      await client.end();
      return url;
    } catch {
      // Tried in turn; that none answers is told loudly below.
    }
  }
  if (process.env["RETRO_REQUIRE_POSTGRES"])
    throw new Error("PostgreSQL is required for this run, and none answers");
  console.warn("PostgreSQL tests SKIPPED: no server answers at TEST_DATABASE_URL or 127.0.0.1:5432");
  return null;
}

/** The engines to test on, by name, each opening a fresh, migrated store that is thrown away afterwards. */
export const engines: { name: string; open: () => Promise<{ store: Store; drop: () => Promise<void> }> }[] = [
  { name: "SQLite", open: openTestSqlite },
  ...(postgresUrl ? [{ name: "PostgreSQL", open: () => openTestPostgres(postgresUrl) }] : []),
];

/** A describe block for each engine. Stores opened inside are closed and dropped after the block. */
export function eachEngine(title: string, body: (open: () => Promise<Store>) => void): void {
  describe.each(engines)(`${title} on $name`, ({ open }) => {
    const drops: (() => Promise<void>)[] = [];
    // PostgreSQL writes a checkpoint for each database it drops: on a busy machine that is seconds.
    afterAll(async () => {
      for (const drop of drops) await drop();
    }, 180_000);
    body(async () => {
      const { store, drop } = await open();
      drops.push(drop);
      return store;
    });
  });
}

export async function openTestSqlite(): Promise<{ store: Store; drop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "retro-test-"));
  const store = await openStore({ folder });
  return {
    store,
    drop: async () => {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A database of its own with an ICU collation, under which a forgotten byte order shows. */
async function openTestPostgres(adminUrl: string): Promise<{ store: Store; drop: () => Promise<void> }> {
  const name = `retro_test_${randomBytes(6).toString("hex")}`;
  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: adminUrl });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await admin(
    `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'en-US'`,
  );
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const store = await openStore({ databaseUrl: url.toString() });
  return {
    store,
    drop: async () => {
      await store.close();
      await admin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}
