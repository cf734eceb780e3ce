import { type Kysely, sql } from "kysely";
import type { Database, Engine } from "../schema/schema.ts";

export async function keepDeletedStickers(db: Kysely<Database>, engine: Engine): Promise<void> {
  // Order keys compare byte by byte, as in 0001.
  const ordered = engine === "postgres" ? sql`text collate "C"` : sql`text`;
  await db.schema
    .createTable("deletions")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("board_id", "text", (c) => c.notNull().references("boards.id").onDelete("cascade"))
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("column_id", "text", (c) => c.notNull())
    .addColumn("section_order", ordered, (c) => c.notNull())
    .addColumn("column_order", ordered, (c) => c.notNull())
    .addColumn("item_count", "integer", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("deletions_board")
    .on("deletions")
    .columns(["board_id", "created_at", "item_count"])
    .execute();
  await db.schema.createIndex("deletions_user").on("deletions").column("user_id").execute();
  await db.schema.createIndex("deletions_created").on("deletions").column("created_at").execute();

  await db.schema
    .createTable("deleted_items")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("deletion_id", "text", (c) => c.notNull().references("deletions.id").onDelete("cascade"))
    .addColumn("parent_id", "text", (c) => c.notNull())
    .addColumn("order_key", ordered, (c) => c.notNull())
    .addColumn("user_id", "text", (c) => c.references("users.id").onDelete("set null"))
    .addColumn("title", "text")
    .addColumn("style", "text", (c) => c.notNull())
    .addColumn("rev", "integer", (c) => c.notNull())
    .addColumn("imported_votes", "integer", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("deleted_items_deletion").on("deleted_items").column("deletion_id").execute();
  await db.schema
    .createIndex("deleted_items_user")
    .on("deleted_items")
    .column("user_id")
    .where(sql.ref("user_id"), "is not", null)
    .execute();

  await db.schema
    .createTable("deleted_votes")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("item_id", "text", (c) => c.notNull().references("deleted_items.id").onDelete("cascade"))
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("deleted_votes_item").on("deleted_votes").column("item_id").execute();
  await db.schema.createIndex("deleted_votes_user").on("deleted_votes").column("user_id").execute();
}
