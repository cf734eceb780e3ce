import type { Kysely } from "kysely";
import type { Database } from "../schema/schema.ts";

/** `schema-sign-in.ts` says what the table holds. */
export async function addMemberSpaces(db: Kysely<Database>): Promise<void> {
  await db.schema
    .createTable("member_spaces")
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("space_id", "text", (c) => c.notNull().references("spaces.id").onDelete("cascade"))
    .addColumn("sealed_key", "text", (c) => c.notNull())
    .addColumn("kept_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("member_spaces_key", ["user_id", "space_id"])
    .execute();
  await db.schema.createIndex("member_spaces_space").on("member_spaces").column("space_id").execute();
}
