import type { Selectable } from "kysely";
import { removeDeletedVotes } from "../../board/parts/deletion-store.ts";
import { prepareQuery } from "../../db/engines/prepared.ts";
import type { VotesTable } from "../../db/schema/schema.ts";
import type { Db } from "../../deps.ts";

interface Voter {
  boardId: string;
  userId: string;
}

const countOnBoardQuery = prepareQuery((db, { boardId, userId }: Voter) =>
  db
    .selectFrom("votes")
    .select((eb) => eb.fn.sum<number | null>("count").as("n"))
    .where("board_id", "=", boardId)
    .where("user_id", "=", userId),
);

export async function countOnBoard(db: Db, boardId: string, userId: string): Promise<number> {
  return Number((await countOnBoardQuery(db, { boardId, userId }))[0]?.n ?? 0);
}

/** Walks up from the sticker and from every voted one, at most seven steps each: stickers nest five deep. */
const countInSectionQuery = prepareQuery((db, { boardId, userId, itemId }: Voter & { itemId: string }) =>
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
        .select(["items.id", "items.parent_id", "votes.count"])
        .where("votes.board_id", "=", boardId)
        .where("votes.user_id", "=", userId)
        .unionAll(
          cte
            .selectFrom("voted")
            .innerJoin("items", "items.id", "voted.parent_id")
            .select(["items.id", "items.parent_id", "voted.count"]),
        ),
    )
    .selectFrom("voted")
    .select((eb) => eb.fn.sum<number | null>("voted.count").as("n"))
    .where("voted.id", "=", (eb) =>
      eb.selectFrom("path").select("path.id").where("path.parent_id", "is", null),
    ),
);

export async function countInSection(
  db: Db,
  boardId: string,
  userId: string,
  itemId: string,
): Promise<number> {
  return Number((await countInSectionQuery(db, { boardId, userId, itemId }))[0]?.n ?? 0);
}

const votersQuery = prepareQuery((db, { boardId }: { boardId: string }) =>
  db.selectFrom("votes").select("user_id").distinct().where("board_id", "=", boardId),
);

/** Ids of the users who have voted on a board. They must not leave the server [V5]. */
export async function voterIds(db: Db, boardId: string): Promise<string[]> {
  return (await votersQuery(db, { boardId })).map((row) => row.user_id);
}

const spentOnBoardQuery = prepareQuery((db, { boardId }: { boardId: string }) =>
  db
    .selectFrom("votes")
    .select((eb) => ["user_id", eb.fn.sum<number>("count").as("n")])
    .where("board_id", "=", boardId)
    .groupBy("user_id"),
);

/** As `countInSectionQuery`, for all users and sections. */
const spentInSectionsQuery = prepareQuery((db, { boardId }: { boardId: string }) =>
  db
    .withRecursive("voted", (cte) =>
      cte
        .selectFrom("votes")
        .innerJoin("items", "items.id", "votes.item_id")
        .select(["votes.user_id", "items.id", "items.parent_id", "votes.count"])
        .where("votes.board_id", "=", boardId)
        .unionAll(
          cte
            .selectFrom("voted")
            .innerJoin("items", "items.id", "voted.parent_id")
            .select(["voted.user_id", "items.id", "items.parent_id", "voted.count"]),
        ),
    )
    .selectFrom("voted")
    .select((eb) => ["user_id", "id as section_id", eb.fn.sum<number>("count").as("n")])
    .where("parent_id", "is", null)
    .groupBy(["user_id", "id"]),
);

export interface SpentVotes {
  user_id: string;
  /** Left out: on the whole board. */
  section_id?: string;
  n: number;
}

/** The votes that each user has given, on the board or in each section. The ids must not leave the server [V10]. */
export async function spentVotes(db: Db, boardId: string, item: "board" | "section"): Promise<SpentVotes[]> {
  const query = item === "board" ? spentOnBoardQuery : spentInSectionsQuery;
  return (await query(db, { boardId })).map((row) => ({ ...row, n: Number(row.n) }));
}

const stickersInSectionsQuery = prepareQuery((db, { boardId }: { boardId: string }) =>
  db
    .withRecursive("placed", (cte) =>
      cte
        .selectFrom("items")
        .select(["id as section_id", "id", "kind"])
        .where("board_id", "=", boardId)
        .where("kind", "=", "section")
        .unionAll(
          cte
            .selectFrom("placed")
            .innerJoin("items", "items.parent_id", "placed.id")
            .select(["placed.section_id", "items.id", "items.kind"])
            // Without it, the rows of all boards are looked through.
            .where("items.board_id", "=", boardId),
        ),
    )
    .selectFrom("placed")
    .select((eb) => ["section_id", eb.fn.countAll<number>().as("n")])
    .where("kind", "=", "sticker")
    .groupBy("section_id"),
);

/** How many stickers each section has; a section without any is left out. */
export async function stickersInSections(
  db: Db,
  boardId: string,
): Promise<{ section_id: string; n: number }[]> {
  return (await stickersInSectionsQuery(db, { boardId })).map((row) => ({ ...row, n: Number(row.n) }));
}

const ownVotesQuery = prepareQuery((db, { itemId, userId }: { itemId: string; userId: string }) =>
  db.selectFrom("votes").select("count").where("item_id", "=", itemId).where("user_id", "=", userId),
);

/** How many votes a user has on a sticker. */
export async function countOwn(db: Db, itemId: string, userId: string): Promise<number> {
  return (await ownVotesQuery(db, { itemId, userId }))[0]?.count ?? 0;
}

/** Sets how many votes a user has on a sticker; `vote.count` 0 deletes the row. */
export async function saveVote(db: Db, vote: Selectable<VotesTable>): Promise<void> {
  if (vote.count === 0)
    await db
      .deleteFrom("votes")
      .where("item_id", "=", vote.item_id)
      .where("user_id", "=", vote.user_id)
      .execute();
  else
    await db
      .insertInto("votes")
      .values(vote)
      .onConflict((c) => c.columns(["item_id", "user_id"]).doUpdateSet({ count: vote.count }))
      .execute();
}

/** Imported ones and those of deleted stickers included. */
export async function deleteVotes(db: Db, boardId: string): Promise<boolean> {
  const cast = await db.deleteFrom("votes").where("board_id", "=", boardId).executeTakeFirstOrThrow();
  const imported = await db
    .updateTable("items")
    .set({ imported_votes: 0 })
    .where("board_id", "=", boardId)
    .where("imported_votes", ">", 0)
    .executeTakeFirstOrThrow();
  const deleted = await removeDeletedVotes(db, boardId);
  return Number(cast.numDeletedRows) + Number(imported.numUpdatedRows) > 0 || deleted;
}
