import type { Db } from "../../deps.ts";
import * as store from "./store.ts";

/** Votes cast per sticker of a board; stickers without any are left out. */
export async function voteCounts(
  db: Db,
  boardId: string,
  itemIds?: readonly string[],
): Promise<Map<string, number>> {
  return store.countByItem(db, boardId, itemIds);
}

/** Votes cast on one sticker. */
export async function voteCount(db: Db, itemId: string): Promise<number> {
  return store.countOf(db, itemId);
}

/** Ids of the stickers that a user has voted on. */
export async function votedBy(db: Db, boardId: string, userId: string): Promise<string[]> {
  return (await store.votesOf(db, boardId, userId)).map((v) => v.item_id);
}
