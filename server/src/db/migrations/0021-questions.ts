import type { Kysely } from "kysely";
import type { Database } from "../schema/schema.ts";

/** Anonymous questions; `schema.ts` says what the tables hold. No foreign key and no column joins the two. */
export async function addQuestions(db: Kysely<Database>): Promise<void> {
  await db.schema
    .createTable("board_questions")
    .addColumn("board_id", "text", (c) => c.notNull().references("boards.id").onDelete("cascade"))
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("counts", "text", (c) => c.notNull())
    .addColumn("shown", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("board_questions_key", ["board_id", "kind"])
    .execute();
  await db.schema
    .createTable("board_answerers")
    .addColumn("board_id", "text", (c) => c.notNull().references("boards.id").onDelete("cascade"))
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("board_answerers_key", ["board_id", "kind", "user_id"])
    .execute();
  await db.schema.createIndex("board_answerers_user").on("board_answerers").column("user_id").execute();
}
