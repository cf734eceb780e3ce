import type { Kysely } from "kysely";
import type { Database } from "../schema/schema.ts";

/**
 * Only the list of administrators is sorted by this count, and every new sticker changes it: PostgreSQL wrote a
 * row into each index of `boards` for it, SQLite a page.
 */
export async function dropStickerCountIndex(db: Kysely<Database>): Promise<void> {
  await db.schema.dropIndex("boards_sticker_count").execute();
}
