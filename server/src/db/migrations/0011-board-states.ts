import { type Kysely, sql } from "kysely";
import type { Database } from "../schema/schema.ts";

export async function addBoardStates(db: Kysely<Database>): Promise<void> {
  const boards = () => db.schema.alterTable("boards");
  await boards()
    .addColumn("locked", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await boards().addColumn("archived_at", "bigint").execute();
  await boards().addColumn("deleted_at", "bigint").execute();
  await boards()
    .addColumn("deleted_by", "text", (c) => c.references("users.id").onDelete("set null"))
    .execute();
  await boards().addColumn("passphrase_hash", "text").execute();
  // Few boards are in the bin: the indexes hold only those.
  for (const column of ["deleted_at", "deleted_by"] as const)
    await db.schema
      .createIndex(`boards_${column}`)
      .on("boards")
      .column(column)
      .where(sql.ref(column), "is not", null)
      .execute();
  await db.schema
    .createTable("board_passes")
    .addColumn("board_id", "text", (c) => c.notNull().references("boards.id").onDelete("cascade"))
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("passed_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("board_passes_key", ["board_id", "user_id"])
    .execute();
  await db.schema.createIndex("board_passes_user").on("board_passes").column("user_id").execute();
}
