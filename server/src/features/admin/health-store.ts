import { type Kysely, sql } from "kysely";
import { sqlitePages } from "../../db/space.ts";
import type { Database } from "../../db/schema/schema.ts";
import type { RetroDatabase } from "../../db/database.ts";

export async function readMigrations(db: Kysely<Database>): Promise<{ name: string; timestamp: string }[]> {
  const { rows } = await sql<{ name: string; timestamp: string }>`
    select name, timestamp from kysely_migration order by name`.execute(db);
  return rows;
}

export async function readDatabaseSize({ engine, db }: RetroDatabase): Promise<number> {
  if (engine === "sqlite") {
    const { total, size } = await sqlitePages(db);
    return total * size;
  }
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(
    db,
  );
  return rows[0]?.bytes ?? 0;
}
