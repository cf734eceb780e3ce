import type { Kysely } from "kysely";
import type { Database } from "../schema/schema.ts";

/** Rounds of votes; the schema says what the columns mean. */
export async function addRounds(db: Kysely<Database>): Promise<void> {
  for (const table of ["boards", "items", "deleted_items"] as const)
    await db.schema.alterTable(table).addColumn("rounds", "text").execute();
  for (const table of ["votes", "deleted_votes"] as const)
    await db.schema
      .alterTable(table)
      .addColumn("count", "integer", (c) => c.notNull().defaultTo(1))
      .execute();
}
