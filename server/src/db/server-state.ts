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

/** @returns whether it was still `from` (null: nothing), and is `to` now */
export async function moveState(
  db: Kysely<Database>,
  key: string,
  from: string | null,
  to: string,
): Promise<boolean> {
  const { numAffectedRows } =
    from === null
      ? await sql`insert into server_state (key, value) values (${key}, ${to}) on conflict do nothing`.execute(
          db,
        )
      : await sql`update server_state set value = ${to} where key = ${key} and value = ${from}`.execute(db);
  return numAffectedRows === 1n;
}

export async function deleteState(db: Kysely<Database>, key: string): Promise<void> {
  await db.deleteFrom("server_state").where("key", "=", key).execute();
}

export async function readStateKeys(db: Kysely<Database>, prefix: string): Promise<string[]> {
  // Read all keys, which are few: a range query would depend on the database's collation.
  const rows = await db.selectFrom("server_state").select("key").execute();
  return rows.map(({ key }) => key).filter((key) => key.startsWith(prefix));
}

/** One statement saves and reads, so that processes which start together agree. */
export async function readOrSaveSecret(db: Kysely<Database>, candidate: string): Promise<string> {
  const { rows } = await sql<{ value: string }>`
    insert into server_state (key, value) values ('app-secret', ${candidate})
    on conflict (key) do update set value = server_state.value
    returning value`.execute(db);
  return rows[0]?.value ?? candidate;
}
