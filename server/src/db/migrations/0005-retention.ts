import { type Kysely, sql } from "kysely";
import type { Database } from "../schema/schema.ts";

export async function addRetention(db: Kysely<Database>): Promise<void> {
  // Existing rows count as active now: an upgrade must not delete anything at once.
  const now = Date.now();
  await db.schema.alterTable("boards").addColumn("last_used_at", "bigint").execute();
  await sql`update boards set last_used_at = ${now}`.execute(db);
  await db.schema.createIndex("boards_last_used").on("boards").columns(["last_used_at", "id"]).execute();
  await db.schema.alterTable("users").addColumn("seen_at", "bigint").execute();
  await sql`update users set seen_at = ${now}`.execute(db);
  await db.schema.createIndex("users_seen").on("users").columns(["seen_at", "id"]).execute();

  await db.schema
    .createTable("erasures")
    .addColumn("user_id", "text", (c) => c.primaryKey().references("users.id").onDelete("cascade"))
    .addColumn("reason", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("notices")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("subject_id", "text", (c) => c.notNull())
    .addColumn("version", "bigint", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("notices_created").on("notices").column("created_at").execute();
  await db.schema
    .createTable("leases")
    .addColumn("name", "text", (c) => c.primaryKey())
    .addColumn("holder", "text", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .addColumn("position", "text", (c) => c.notNull())
    .execute();
}
