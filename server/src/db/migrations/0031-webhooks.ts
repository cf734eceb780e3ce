import { type Kysely, sql } from "kysely";
import type { Database } from "../schema/schema.ts";

/** Webhooks (`schema-webhooks.ts` says what the tables hold), a space's tracker, and the link of an action. */
export async function addWebhooks(db: Kysely<Database>): Promise<void> {
  await db.schema
    .createTable("webhooks")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("space_id", "text", (c) => c.references("spaces.id").onDelete("cascade"))
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("url", "text", (c) => c.notNull())
    .addColumn("format", "text", (c) => c.notNull())
    .addColumn("locale", "text", (c) => c.notNull())
    .addColumn("events", "text", (c) => c.notNull())
    .addColumn("secret", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("failing_since", "bigint")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("webhooks_space").on("webhooks").column("space_id").execute();
  await db.schema
    .createTable("webhook_messages")
    // No foreign key: a hook may be deleted while a board writes a message for it, and the write must not fail.
    .addColumn("hook_id", "text", (c) => c.notNull())
    .addColumn("board_id", "text", (c) => c.notNull().references("boards.id").onDelete("cascade"))
    .addColumn("version", "bigint", (c) => c.notNull())
    .addColumn("part", "bigint", (c) => c.notNull())
    .addColumn("message_id", "text", (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("payload", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("attempts", "bigint", (c) => c.notNull())
    .addColumn("next_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("webhook_messages_key", ["hook_id", "board_id", "version", "part"])
    .execute();
  await db.schema.createIndex("webhook_messages_board").on("webhook_messages").column("board_id").execute();
  await db.schema.createIndex("webhook_messages_next").on("webhook_messages").column("next_at").execute();
  await db.schema
    .createTable("webhook_deliveries")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("hook_id", "text", (c) => c.notNull().references("webhooks.id").onDelete("cascade"))
    .addColumn("message_id", "text", (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("attempt", "bigint", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("status", "bigint")
    .addColumn("problem", "text")
    .addColumn("answer", "text", (c) => c.notNull())
    .addColumn("ms", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("webhook_deliveries_hook")
    .on("webhook_deliveries")
    .columns(["hook_id", "at"])
    .execute();
  await db.schema
    .createIndex("actions_due")
    .on("actions")
    .column("due_on")
    .where(sql.ref("status"), "=", sql.lit("open"))
    .execute();
  await db.schema.alterTable("spaces").addColumn("tracker", "text").execute();
  for (const table of ["actions", "deleted_actions"] as const)
    await db.schema.alterTable(table).addColumn("link", "text").execute();
}
