import type { Kysely } from "kysely";
import type { Database } from "../schema/schema.ts";

/** The reactions of stickers; `schema.ts` says what the column means. */
export async function addReactions(db: Kysely<Database>): Promise<void> {
  for (const table of ["items", "deleted_items"] as const)
    await db.schema.alterTable(table).addColumn("reactions", "text").execute();
}
