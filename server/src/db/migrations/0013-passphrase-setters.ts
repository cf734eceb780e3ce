import type { Kysely } from "kysely";
import type { Database } from "../schema/schema.ts";

export async function addPassphraseSetters(db: Kysely<Database>): Promise<void> {
  await db.schema
    .alterTable("board_passes")
    .addColumn("has_set", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
}
