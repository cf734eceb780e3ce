import { type Kysely, sql } from "kysely";
import type { Database, Engine } from "../schema/schema.ts";

export async function addActions(db: Kysely<Database>, engine: Engine): Promise<void> {
  // Order keys compare byte by byte, as in 0001.
  const ordered = engine === "postgres" ? sql`text collate "C"` : sql`text`;
  await db.schema
    .alterTable("boards")
    .addColumn("action_count", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  for (const table of ["actions", "deleted_actions"] as const) {
    let create = db.schema
      .createTable(table)
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("board_id", "text", (c) => c.notNull().references("boards.id").onDelete("cascade"))
      .addColumn("text", "text", (c) => c.notNull())
      .addColumn("owner_id", "text", (c) => c.references("users.id").onDelete("set null"))
      .addColumn("owner_name", "text")
      .addColumn("due_on", "text")
      .addColumn("status", "text", (c) => c.notNull())
      .addColumn("source_item_id", "text")
      .addColumn("source_user_id", "text", (c) => c.references("users.id").onDelete("set null"))
      .addColumn("user_id", "text", (c) => c.references("users.id").onDelete("set null"))
      .addColumn("order_key", ordered, (c) => c.notNull())
      .addColumn("rev", "integer", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("status_at", "bigint", (c) => c.notNull());
    if (table === "deleted_actions")
      create = create
        .addColumn("deleted_by", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
        .addColumn("deleted_at", "bigint", (c) => c.notNull());
    await create.execute();
    for (const user of ["owner_id", "source_user_id", "user_id"])
      await db.schema
        .createIndex(`${table}_${user}`)
        .on(table)
        .column(user)
        .where(sql.ref(user), "is not", null)
        .execute();
  }
  await db.schema.createIndex("actions_board").on("actions").columns(["board_id", "order_key"]).execute();
  await db.schema
    .createIndex("deleted_actions_board")
    .on("deleted_actions")
    .columns(["board_id", "deleted_at"])
    .execute();
  await db.schema
    .createIndex("deleted_actions_deleted_by")
    .on("deleted_actions")
    .column("deleted_by")
    .execute();
  await db.schema
    .createIndex("deleted_actions_deleted_at")
    .on("deleted_actions")
    .column("deleted_at")
    .execute();
}
