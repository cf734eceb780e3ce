import { type Kysely, sql } from "kysely";
import { limits } from "@retro/contract/limits";
import type { Database } from "../schema/schema.ts";

export async function addAdminSecurity(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable("sessions").addColumn("ends_at", "bigint").execute();
  await sql`update sessions set ends_at = created_at + ${sql.lit(limits.adminSession.maxMs)}
    where user_id in (select id from users where role = 'admin')`.execute(db);

  await db.schema
    .createTable("sign_in_links")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("user_id", "text", (c) => c.notNull().unique().references("users.id").onDelete("cascade"))
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("removed_admins")
    .addColumn("email_hash", "text", (c) => c.primaryKey())
    .addColumn("removed_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("sign_in_failures_until")
    .on("sign_in_failures")
    .column("locked_until")
    .execute();
}
