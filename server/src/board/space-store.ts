import type { Db } from "../deps.ts";

/** The id of a space's channel; undefined for an unknown space. */
export async function findSpaceChannel(db: Db, spaceId: string): Promise<string | undefined> {
  const row = await db.selectFrom("spaces").select("channel").where("id", "=", spaceId).executeTakeFirst();
  return row?.channel;
}
