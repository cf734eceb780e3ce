import type { Kysely } from "kysely";
import type { Database } from "../schema/schema.ts";

/** Notes of topics; `schema-items.ts` says what the column means. A deletion copies it. */
export async function addTopicNotes(db: Kysely<Database>): Promise<void> {
  for (const table of ["items", "deleted_items"] as const)
    await db.schema.alterTable(table).addColumn("note", "text").execute();
}
