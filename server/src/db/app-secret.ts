import { type Kysely, sql } from "kysely";
import type { Database } from "./schema/schema.ts";

/** One statement saves and reads, so that processes which start together agree. */
export async function readOrSaveSecret(db: Kysely<Database>, candidate: string): Promise<string> {
  const { rows } = await sql<{ value: string }>`
    insert into server_state (key, value) values ('app-secret', ${candidate})
    on conflict (key) do update set value = server_state.value
    returning value`.execute(db);
  return rows[0]?.value ?? candidate;
}
