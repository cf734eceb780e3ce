import type { Selectable } from "kysely";
import { prepared } from "../../db/prepared.ts";
import type { VotesTable } from "../../db/schema.ts";
import type { Db } from "../../deps.ts";

export async function countByItem(
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
      .select((eb) => ["item_id", eb.fn.countAll<number>().as("n")])
      .where("board_id", "=", boardId)
      .groupBy("item_id");
    if (ids) query = query.where("item_id", "in", ids);
    for (const row of await query.execute()) counts.set(row.item_id, Number(row.n));
  }
  return counts;
}

export async function countOf(db: Db, itemId: string): Promise<number> {
  const { n } = await db
    .selectFrom("votes")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("item_id", "=", itemId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

interface Cast {
  boardId: string;
  userId: string;
}

const castOnBoard = prepared((db, { boardId, userId }: Cast) =>
  db
    .selectFrom("votes")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("board_id", "=", boardId)
    .where("user_id", "=", userId),
);

/** How many stickers of a board a user has voted on. */
export async function countOnBoard(db: Db, boardId: string, userId: string): Promise<number> {
  return Number((await castOnBoard(db, { boardId, userId }))[0]?.n ?? 0);
}

/** Walks up from the sticker and from every voted one: stickers nest five deep, so that each walk takes seven steps at most. */
const castInSection = prepared((db, { boardId, userId, itemId }: Cast & { itemId: string }) =>
  db
    .withRecursive("path", (cte) =>
      cte
        .selectFrom("items")
        .select(["items.id", "items.parent_id"])
        .where("items.id", "=", itemId)
        .unionAll(
          cte
            .selectFrom("path")
            .innerJoin("items", "items.id", "path.parent_id")
            .select(["items.id", "items.parent_id"]),
        ),
    )
    .withRecursive("voted", (cte) =>
      cte
        .selectFrom("votes")
        .innerJoin("items", "items.id", "votes.item_id")
        .select(["items.id", "items.parent_id"])
        .where("votes.board_id", "=", boardId)
        .where("votes.user_id", "=", userId)
        .unionAll(
          cte
            .selectFrom("voted")
            .innerJoin("items", "items.id", "voted.parent_id")
            .select(["items.id", "items.parent_id"]),
        ),
    )
    .selectFrom("voted")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("voted.id", "=", (eb) =>
      eb.selectFrom("path").select("path.id").where("path.parent_id", "is", null),
    ),
);

/** How many stickers a user has voted on in the section of this item, nested ones included. */
export async function countInSection(
  db: Db,
  boardId: string,
  userId: string,
  itemId: string,
): Promise<number> {
  return Number((await castInSection(db, { boardId, userId, itemId }))[0]?.n ?? 0);
}

const voteOn = prepared((db, { itemId, userId }: { itemId: string; userId: string }) =>
  db.selectFrom("votes").select("id").where("item_id", "=", itemId).where("user_id", "=", userId),
);

export async function hasVoted(db: Db, itemId: string, userId: string): Promise<boolean> {
  return (await voteOn(db, { itemId, userId })).length > 0;
}

export async function votesOf(db: Db, boardId: string, userId: string): Promise<Selectable<VotesTable>[]> {
  return db
    .selectFrom("votes")
    .selectAll()
    .where("board_id", "=", boardId)
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

export async function insertVote(db: Db, vote: Selectable<VotesTable>): Promise<void> {
  await db.insertInto("votes").values(vote).execute();
}

/** @returns how many there were: 0 or 1 */
export async function deleteVote(db: Db, itemId: string, userId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("votes")
    .where("item_id", "=", itemId)
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes a board's votes, those that came with an import included. @returns whether there was any */
export async function deleteVotes(db: Db, boardId: string): Promise<boolean> {
  const cast = await db.deleteFrom("votes").where("board_id", "=", boardId).executeTakeFirstOrThrow();
  const imported = await db
    .updateTable("items")
    .set({ imported_votes: 0 })
    .where("board_id", "=", boardId)
    .where("imported_votes", ">", 0)
    .executeTakeFirstOrThrow();
  return Number(cast.numDeletedRows) + Number(imported.numUpdatedRows) > 0;
}
