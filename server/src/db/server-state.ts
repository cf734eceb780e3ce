import { type Kysely, sql } from "kysely";
import type { Database } from "./schema/schema.ts";

export async function readState(db: Kysely<Database>, key: string): Promise<string | null> {
  const row = await db.selectFrom("server_state").select("value").where("key", "=", key).executeTakeFirst();
  return row?.value ?? null;
}

export async function writeState(db: Kysely<Database>, key: string, value: string): Promise<void> {
  await sql`insert into server_state (key, value) values (${key}, ${value})
    on conflict (key) do update set value = ${value}`.execute(db);
}

export async function deleteState(db: Kysely<Database>, key: string): Promise<void> {
  await db.deleteFrom("server_state").where("key", "=", key).execute();
}

export async function readStateKeys(db: Kysely<Database>, prefix: string): Promise<string[]> {
  // Read all keys, which are few: a range query would depend on the database's collation.
  const rows = await db.selectFrom("server_state").select("key").execute();
  return rows.map(({ key }) => key).filter((key) => key.startsWith(prefix));
}
