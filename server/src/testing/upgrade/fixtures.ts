import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import pg from "pg";
import type { RetroDatabase } from "../../db/database.ts";
import { type DatabaseLocation, openDatabaseAt } from "../../db/engines/open.ts";

/** What a fixture contains besides the database: users who can sign in, and the answers that they got. */
export interface FixtureExpectation {
  /** The clock when the fixture was made (epoch milliseconds). */
  madeAt: number;
  /** Tokens of the session cookie. */
  sessions: Record<string, string>;
  admin: { email: string; password: string };
  boards: Record<string, string>;
  /** Answers to `GET`, by user and address. */
  reads: { by: string; url: string; data: unknown }[];
}

/** Makes a database say that this migration is its last and only one. */
export async function recordOnly({ db }: RetroDatabase, migration: string): Promise<void> {
  await sql`delete from kysely_migration`.execute(db);
  await sql`insert into kysely_migration (name, timestamp) values (${migration}, '2026')`.execute(db);
}

/** As `restoreFixture`, and brings the data up to date. */
export async function restoreUpdated(place: DatabaseLocation): Promise<FixtureExpectation> {
  const expected = await restoreFixture(place);
  await (await openDatabaseAt(place)).close();
  return expected;
}

/** Loads into an empty database the data of the last schema before the one that this release makes. */
export async function restoreFixture(place: DatabaseLocation): Promise<FixtureExpectation> {
  const file = join(import.meta.dirname, "fixtures", "folder" in place ? "sqlite" : "postgres");
  const dump = readFileSync(`${file}.sql`, "utf8");
  if ("folder" in place) {
    // A row may come before the one that it refers to.
    const db = new DatabaseSync(join(place.folder, "retro.db"), { enableForeignKeyConstraints: false });
    db.exec(`begin; ${dump} commit;`);
    db.close();
  } else {
    const client = new pg.Client({ connectionString: place.databaseUrl });
    await client.connect();
    try {
      await client.query(dump);
    } finally {
      await client.end();
    }
  }
  return JSON.parse(readFileSync(`${file}.json`, "utf8")) as FixtureExpectation;
}
