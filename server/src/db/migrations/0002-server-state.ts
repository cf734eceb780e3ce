import type { Kysely } from "kysely";
import type { Database } from "../schema/schema.ts";

export async function createServerState(db: Kysely<Database>): Promise<void> {
  await db.schema
    .createTable("server_state")
    .addColumn("key", "text", (c) => c.primaryKey())
    .addColumn("value", "text", (c) => c.notNull())
    .execute();
}
