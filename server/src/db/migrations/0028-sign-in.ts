import type { Kysely } from "kysely";
import type { Database } from "../schema/schema.ts";

/** Signing in at a provider; `schema-sign-in.ts` says what the tables hold. */
export async function addSignIn(db: Kysely<Database>): Promise<void> {
  await db.schema
    .createTable("identities")
    .addColumn("issuer", "text", (c) => c.notNull())
    .addColumn("subject", "text", (c) => c.notNull())
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("identities_key", ["issuer", "subject"])
    .execute();
  await db.schema.createIndex("identities_user").on("identities").column("user_id").execute();
  await db.schema
    .createTable("provider_sessions")
    .addColumn("session_id", "text", (c) => c.primaryKey().references("sessions.id").onDelete("cascade"))
    .addColumn("issuer", "text", (c) => c.notNull())
    .addColumn("subject", "text", (c) => c.notNull())
    .addColumn("sid", "text")
    .addColumn("id_token", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("provider_sessions_subject")
    .on("provider_sessions")
    .columns(["issuer", "subject"])
    .execute();
  await db.schema
    .createIndex("provider_sessions_sid")
    .on("provider_sessions")
    .columns(["issuer", "sid"])
    .execute();
  await db.schema
    .createTable("user_merges")
    .addColumn("user_id", "text", (c) => c.primaryKey().references("users.id").onDelete("cascade"))
    .addColumn("into_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("user_merges_into").on("user_merges").column("into_id").execute();
}
