import type { Kysely } from "kysely";
import type { Database } from "../schema/schema.ts";

/** `schema-sign-in.ts` says what the table holds. */
export async function addApiTokens(db: Kysely<Database>): Promise<void> {
  await db.schema
    .createTable("api_tokens")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("made_by", "text", (c) => c.references("users.id").onDelete("set null"))
    .addColumn("may_write", "integer", (c) => c.notNull())
    .addColumn("board_id", "text", (c) => c.references("boards.id").onDelete("cascade"))
    .addColumn("space_id", "text", (c) => c.references("spaces.id").onDelete("cascade"))
    .addColumn("sealed_key", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("last_used_at", "bigint")
    .addColumn("expires_at", "bigint")
    .execute();
  for (const columns of [
    ["user_id"],
    ["made_by"],
    ["board_id"],
    ["space_id"],
    ["kind", "created_at"],
    ["expires_at"],
  ])
    await db.schema.createIndex(`api_tokens_${columns[0]}`).on("api_tokens").columns(columns).execute();
}
