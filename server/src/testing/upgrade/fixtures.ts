import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import type { DatabaseLocation } from "../../db/engines/open.ts";
import { dumpPostgres, dumpSqlite } from "./dump.ts";
import type { FixtureExpectation } from "./seed.ts";

const folder = join(import.meta.dirname, "fixtures");
const migrations = join(import.meta.dirname, "../../db/migrations");
/** The command that adds the missing fixture, for messages. */
export const addCommand = "npm run fixture";

/** Names of the schemas with a fixture, the oldest first: each is the name of its last migration. */
export function fixtureNames(): string[] {
  return existsSync(folder) ? readdirSync(folder).toSorted() : [];
}

/** The newest migration's name. */
export function newestMigration(): string {
  const names = readdirSync(migrations).filter((name) => /^\d{4}-[\w-]+\.ts$/.test(name));
  return names.toSorted().at(-1)?.replace(/\.ts$/, "") ?? "";
}

const file = (name: string, engine: string, extension: string) =>
  join(folder, name, `${engine}.${extension}`);
const engineOf = (place: DatabaseLocation) => ("folder" in place ? "sqlite" : "postgres");

/** Saves a database, whose server is closed, and the answers that were read from it. */
export function saveFixture(name: string, place: DatabaseLocation, expected: FixtureExpectation): void {
  mkdirSync(join(folder, name), { recursive: true });
  const dump =
    "folder" in place ? dumpSqlite(join(place.folder, "retro.db")) : dumpPostgres(place.databaseUrl);
  writeFileSync(file(name, engineOf(place), "sql"), dump);
  const { reads, ...rest } = expected;
  // A line for each answer.
  const lines = [
    JSON.stringify(rest).slice(0, -1),
    `"reads":[${reads.map((read) => JSON.stringify(read)).join(",\n")}]}`,
  ];
  writeFileSync(file(name, engineOf(place), "json"), `${lines.join(",\n")}\n`);
}

/** Loads a fixture's rows into an empty database. */
export async function restoreFixture(name: string, place: DatabaseLocation): Promise<FixtureExpectation> {
  const engine = engineOf(place);
  const dump = readFileSync(file(name, engine, "sql"), "utf8");
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
  return JSON.parse(readFileSync(file(name, engine, "json"), "utf8")) as FixtureExpectation;
}
