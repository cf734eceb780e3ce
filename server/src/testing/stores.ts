import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, describe } from "vitest";
import { type Place, openStore } from "../db/open.ts";
import type { Store } from "../db/store.ts";
import { watchPlans } from "./plans.ts";

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

/** The engines to test on, by name. What they make is thrown away with `drop`. */
export const engines: {
  name: string;
  /** An empty database: nothing is migrated yet. */
  place: () => Promise<{ where: Place; drop: () => Promise<void> }>;
  /** A fresh, migrated store. */
  open: () => Promise<{ store: Store; drop: () => Promise<void> }>;
}[] = [
  { name: "SQLite", place: makeTestFolder, open: openTestSqlite },
  ...(postgresUrl
    ? [
        {
          name: "PostgreSQL",
          place: () => makeTestDatabase(postgresUrl),
          open: () => openAt(() => makeTestDatabase(postgresUrl)),
        },
      ]
    : []),
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
  return openAt(makeTestFolder);
}

async function openAt(
  place: () => Promise<{ where: Place; drop: () => Promise<void> }>,
): Promise<{ store: Store; drop: () => Promise<void> }> {
  const { where, drop } = await place();
  const store = watchPlans(await openStore(where));
  return {
    store,
    drop: async () => {
      await store.close();
      await drop();
    },
  };
}

async function makeTestFolder() {
  const folder = mkdtempSync(join(tmpdir(), "retro-test-"));
  return { where: { folder }, drop: async () => rmSync(folder, { recursive: true, force: true }) };
}

/** A PostgreSQL database with an ICU collation, under which a forgotten byte order shows. */
async function makeTestDatabase(adminUrl: string) {
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
  return {
    where: { databaseUrl: url.toString() },
    drop: () => admin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}
