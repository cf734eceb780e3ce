import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openDatabaseAt } from "../db/engines/open.ts";

const prefix = `retro_test_${randomBytes(6).toString("hex")}`;
const folder = mkdtempSync(join(tmpdir(), "retro-migrated-"));
let url: string | null = null;

/**
 * Runs once before all test files: makes the migrated SQLite file that they copy, and finds PostgreSQL.
 * @throws when `RETRO_REQUIRE_POSTGRES` is set and no server answers
 */
export async function setup(project: TestProject): Promise<void> {
  url = await findPostgres();
  if (url === null) {
    if (process.env["RETRO_REQUIRE_POSTGRES"])
      throw new Error("PostgreSQL is required for this run, and none answers");
    console.warn("PostgreSQL tests SKIPPED: no server answers at TEST_DATABASE_URL or 127.0.0.1:5432");
  }
  project.provide("postgres", url === null ? null : { url, prefix });
  await (await openDatabaseAt({ folder })).close();
  project.provide("migratedFile", join(folder, "retro.db"));
}

/** Runs once after all test files: drops the databases of the run. */
export async function teardown(): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  if (url === null) return;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    "SELECT datname FROM pg_database WHERE starts_with(datname, $1)",
    [prefix],
  );
  for (const { datname } of rows) await client.query(`DROP DATABASE ${datname} WITH (FORCE)`);
  await client.end();
}

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
      // Try the next address; the caller reports if none answers.
    }
  }
  return null;
}
