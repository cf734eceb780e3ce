import { join } from "node:path";
import { Kysely } from "kysely";
import type { DatabaseLocation } from "../engines/open.ts";
import { postgresDialect } from "../engines/postgres.ts";
import type { Database } from "../schema/schema.ts";
import { writeState } from "../server-state.ts";
import { backupFinishedKey } from "./tables.ts";
import { changeSqlite } from "./write-target.ts";

/** The servers report its age, so that a schedule that has stopped is noticed. */
export async function recordBackup(place: DatabaseLocation, at: number): Promise<void> {
  const note = (db: Kysely<Database>) => writeState(db, backupFinishedKey, String(at));
  if ("folder" in place) return changeSqlite(join(place.folder, "retro.db"), note);
  const db = new Kysely<Database>({ dialect: postgresDialect(place.databaseUrl, 1) });
  try {
    await note(db);
  } finally {
    await db.destroy();
  }
}
