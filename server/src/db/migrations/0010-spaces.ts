import { type Kysely, sql } from "kysely";
import type { Database } from "../schema/schema.ts";

export async function addSpaces(db: Kysely<Database>): Promise<void> {
  await db.schema
    .createTable("spaces")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("key_hash", "text", (c) => c.notNull().unique())
    .addColumn("channel", "text", (c) => c.notNull().unique())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("defaults", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();

  await db.schema
    .createTable("space_templates")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("space_id", "text", (c) => c.notNull().references("spaces.id").onDelete("cascade"))
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("description", "text", (c) => c.notNull())
    .addColumn("sections", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("space_templates_space")
    .on("space_templates")
    .columns(["space_id", "created_at"])
    .execute();

  await db.schema
    .alterTable("boards")
    .addColumn("space_id", "text", (c) => c.references("spaces.id").onDelete("set null"))
    .execute();
  // Most boards belong to no space.
  await db.schema
    .createIndex("boards_space")
    .on("boards")
    .columns(["space_id", "created_at"])
    .where(sql.ref("space_id"), "is not", null)
    .execute();
}
