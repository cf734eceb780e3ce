import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TestRunner, afterAll, describe, inject, onTestFinished } from "vitest";
import { type DatabaseLocation, openDatabaseAt } from "../../db/engines/open.ts";
import type { RetroDatabase } from "../../db/database.ts";
import { watchQueryPlans } from "./query-plans.ts";
import { createDatabase, leaseDatabase } from "./postgres.ts";

export interface TestDatabase {
  database: RetroDatabase;
  /** Closes the database and deletes its data. */
  drop: () => Promise<void>;
}

export interface TestEngine {
  name: string;
  /** An empty database: nothing is migrated yet. */
  place: () => Promise<{ where: DatabaseLocation; drop: () => Promise<void> }>;
  /** A fresh, migrated database. */
  open: () => Promise<TestDatabase>;
}

const sqlite: TestEngine = { name: "SQLite", place: makeTestFolder, open: openTestSqlite };
const postgres: TestEngine = { name: "PostgreSQL", place: makeTestDatabase, open: openTestPostgres };
const hasPostgres = inject("postgres") !== null;

/** The engines to test on, by name. `drop` deletes what they make. */
export const engines: TestEngine[] = hasPostgres ? [sqlite, postgres] : [sqlite];

/**
 * `npm test` without a step runs these tests on SQLite only, and only the reference model on
 * PostgreSQL.
 */
const leavesOutPostgres = process.env["RETRO_TESTS"] === "everyday";

/**
 * A describe block for each engine; the one for PostgreSQL is skipped where there is none. A database opened
 * by a test is closed and dropped after that test, one opened outside of tests after the block.
 */
export function eachEngine(
  title: string,
  body: (open: () => Promise<RetroDatabase>, engine: string) => void,
): void {
  for (const { name, open } of [sqlite, postgres])
    describe.skipIf(name === postgres.name && (!hasPostgres || leavesOutPostgres))(
      `${title} on ${name}`,
      () => {
        const drops: (() => Promise<void>)[] = [];
        afterAll(async () => {
          for (const drop of drops) await drop();
        });
        body(async () => {
          const { database, drop } = await open();
          if (TestRunner.getCurrentTest() === undefined) drops.push(drop);
          else onTestFinished(drop);
          return database;
        }, name);
      },
    );
}

export async function openTestSqlite(): Promise<TestDatabase> {
  const placed = await makeTestFolder();
  // Migrating takes longer than most tests.
  copyFileSync(inject("migratedFile"), join(placed.where.folder, "retro.db"));
  return openAt(placed);
}

async function openTestPostgres(): Promise<TestDatabase> {
  const { url, release } = await leaseDatabase();
  return openAt({ where: { databaseUrl: url }, drop: release });
}

async function openAt({
  where,
  drop,
}: {
  where: DatabaseLocation;
  drop: () => Promise<void>;
}): Promise<TestDatabase> {
  const database = watchQueryPlans(await openDatabaseAt(where));
  return {
    database,
    drop: async () => {
      await database.close();
      await drop();
    },
  };
}

async function makeTestFolder() {
  const folder = mkdtempSync(join(tmpdir(), "retro-test-"));
  return { where: { folder }, drop: async () => rmSync(folder, { recursive: true, force: true }) };
}

async function makeTestDatabase() {
  const { url, drop } = await createDatabase();
  return { where: { databaseUrl: url }, drop };
}
