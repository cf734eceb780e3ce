import type { Kysely } from "kysely";
import type { Database } from "../schema/schema.ts";

/** Boards and templates remember the steps of a meeting, boards its times, and questions their text. */
export async function rememberSteps(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable("boards").addColumn("next_steps", "text").execute();
  await db.schema.alterTable("boards").addColumn("last_meeting", "text").execute();
  await db.schema.alterTable("space_templates").addColumn("steps", "text").execute();
  await db.schema.alterTable("own_templates").addColumn("steps", "text").execute();
  await db.schema.alterTable("board_questions").addColumn("text", "text").execute();
}
