import type { Db } from "../deps.ts";
import { sha256 } from "../http/secrets.ts";

/** The id of a space's channel; undefined for an unknown space. */
export async function findSpaceChannel(db: Db, spaceId: string): Promise<string | undefined> {
  const row = await db.selectFrom("spaces").select("channel").where("id", "=", spaceId).executeTakeFirst();
  return row?.channel;
}

/** Whether this is the key of the space that a board is in; false for a board in no space. */
export async function isKeyOfSpace(db: Db, spaceId: string | null, key: string | null): Promise<boolean> {
  if (spaceId === null || key === null) return false;
  const row = await db
    .selectFrom("spaces")
    .select("id")
    .where("id", "=", spaceId)
    .where("key_hash", "=", sha256(key))
    .executeTakeFirst();
  return row !== undefined;
}
