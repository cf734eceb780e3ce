import type { Kysely } from "kysely";
import type { Database } from "../schema/schema.ts";

/** A board may have a led meeting, and for some seconds the state before its last step. */
export async function addMeetings(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable("boards").addColumn("meeting", "text").execute();
  await db.schema.alterTable("boards").addColumn("meeting_undo", "text").execute();
}
