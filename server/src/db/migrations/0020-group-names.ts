import type { Kysely } from "kysely";
import type { Database } from "../schema/schema.ts";

/**
 * Names of groups, and the section for actions; `schema-items.ts` says what the columns mean. A deletion copies
 * every column that a sticker may carry from the same list, so both tables have both.
 */
export async function addGroupNames(db: Kysely<Database>): Promise<void> {
  for (const table of ["items", "deleted_items"] as const)
    for (const column of ["name", "holds"])
      await db.schema.alterTable(table).addColumn(column, "text").execute();
}
