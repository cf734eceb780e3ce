import type { OwnVotes } from "@retro/rules/present";
import type { Selectable } from "kysely";
import type { Database } from "../../db/schema/schema.ts";
import type { Db } from "../../deps.ts";

/** Stickers without votes are left out. */
export async function voteCounts(
  db: Db,
  boardId: string,
  itemIds?: readonly string[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const chunks =
    itemIds === undefined
      ? [null]
      : Array.from({ length: Math.ceil(itemIds.length / 500) }, (_, i) =>
          itemIds.slice(i * 500, i * 500 + 500),
        );
  for (const ids of chunks) {
    let query = db
      .selectFrom("votes")
      .select((eb) => ["item_id", eb.fn.sum<number>("count").as("n")])
      .where("board_id", "=", boardId)
      .groupBy("item_id");
    if (ids) query = query.where("item_id", "in", ids);
    for (const row of await query.execute()) counts.set(row.item_id, Number(row.n));
  }
  return counts;
}

export async function voteCount(db: Db, itemId: string): Promise<number> {
  const { n } = await db
    .selectFrom("votes")
    .select((eb) => eb.fn.sum<number | null>("count").as("n"))
    .where("item_id", "=", itemId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

export async function votesOf(
  db: Db,
  boardId: string,
  userId: string,
): Promise<Selectable<Database["votes"]>[]> {
  return db
    .selectFrom("votes")
    .selectAll()
    .where("board_id", "=", boardId)
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** The user's votes by sticker. */
export type OwnVotesById = Map<string, Omit<OwnVotes, "user_id">>;

export async function ownVotes(db: Db, boardId: string, userId: string): Promise<OwnVotesById> {
  return new Map(
    (await votesOf(db, boardId, userId)).map(({ item_id, count, section_id }) => [
      item_id,
      { own: count, ...(section_id !== null && { section_id }) },
    ]),
  );
}
