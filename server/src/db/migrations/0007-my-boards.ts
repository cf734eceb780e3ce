import type { Kysely } from "kysely";
import type { Database } from "../schema/schema.ts";

/** Users can remove a board from their list. The visit stays [P6]; the next one ends the removal. */
export async function addListRemovals(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable("visits").addColumn("removed_at", "bigint").execute();
}
