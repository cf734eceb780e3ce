import type { ExpressionBuilder, Selectable } from "kysely";
import { removeDeletedVotes } from "../../board/parts/deletion-store.ts";
import { prepareQuery } from "../../db/engines/prepared.ts";
import type { PendingQuery } from "../../db/engines/query-batch.ts";
import type { Database } from "../../db/schema/schema.ts";
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

/**
 * The votes of a board, or of one user on it, each beside the section in which it was given. A vote of an earlier
 * release is where its sticker is: at most seven steps up, because stickers nest five deep.
 */
function votesBySection(db: Db, boardId: string, userId?: string) {
  return db
    .withRecursive("voted", (cte) =>
      cte
        .selectFrom("votes")
        .innerJoin("items", "items.id", "votes.item_id")
        .select(givenIn)
        .where("votes.board_id", "=", boardId)
        .$if(userId !== undefined, (votes) => votes.where("votes.user_id", "=", userId ?? ""))
        .unionAll(
          cte
            .selectFrom("voted")
            .innerJoin("items", "items.id", "voted.parent_id")
            .select(["voted.user_id", "items.id", "items.parent_id", "voted.count"]),
        ),
    )
    .selectFrom("voted")
    .where("voted.parent_id", "is", null);
}

/** The section in which a vote was given, or the sticker from which the way up to it begins. */
function givenIn(eb: ExpressionBuilder<Database, "votes" | "items">) {
  return [
    "votes.user_id" as const,
    eb.fn.coalesce("votes.section_id", "items.id").as("id"),
    eb.case().when("votes.section_id", "is", null).then(eb.ref("items.parent_id")).end().as("parent_id"),
    "votes.count" as const,
  ];
}

const countInSectionQuery = prepareQuery(
  (db, { boardId, userId, sectionId }: Voter & { sectionId: string }) =>
    votesBySection(db, boardId, userId)
      .select((eb) => eb.fn.sum<number | null>("voted.count").as("n"))
      .where("voted.id", "=", sectionId),
);

/** The votes that a user has given in a section, wherever their stickers are now [V2]. */
export async function countInSection(
  db: Db,
  boardId: string,
  userId: string,
  sectionId: string,
): Promise<number> {
  return Number((await countInSectionQuery(db, { boardId, userId, sectionId }))[0]?.n ?? 0);
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

const spentInSectionsQuery = prepareQuery((db, { boardId }: { boardId: string }) =>
  votesBySection(db, boardId)
    .select((eb) => ["user_id", "id as section_id", eb.fn.sum<number>("count").as("n")])
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

const placeQuery = prepareQuery((db, { itemId, userId }: { itemId: string; userId: string }) =>
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
    .selectFrom("path")
    .leftJoin("votes", (join) => join.on("votes.item_id", "=", itemId).on("votes.user_id", "=", userId))
    .select(["path.id as section_id", "votes.section_id as given_in", "votes.count"])
    .where("path.parent_id", "is", null),
);

export interface VotePlace {
  /** How many votes the user has on the sticker. */
  had: number;
  /** The section of the sticker. */
  sectionId: string;
  /** The section in which the user's votes on it count [V2]. */
  countsIn: string;
}

export async function findPlace(db: Db, itemId: string, userId: string): Promise<VotePlace> {
  const [row] = await placeQuery(db, { itemId, userId });
  const sectionId = row?.section_id ?? "";
  return { had: row?.count ?? 0, sectionId, countsIn: row?.given_in ?? sectionId };
}

/** Sets how many votes a user has on a sticker; `vote.count` 0 deletes the row. Further votes stay with the first. */
export async function saveVote(db: Db, vote: Selectable<Database["votes"]>): Promise<void> {
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

/** @param more negative for votes taken back */
export function givenWrite(db: Db, { boardId, userId }: Voter, more: number): PendingQuery {
  return db
    .insertInto("given_votes")
    .values({ board_id: boardId, user_id: userId, count: more })
    .onConflict((c) =>
      c.columns(["board_id", "user_id"]).doUpdateSet((eb) => ({ count: eb("given_votes.count", "+", more) })),
    )
    .compile();
}

const countedQuery = prepareQuery((db, { boardId }: { boardId: string }) =>
  db
    .selectFrom("given_votes")
    .select(["user_id", "count"])
    .where("board_id", "=", boardId)
    .where("counted", "=", 1),
);

/** The people who count for the votes left, and how many votes each has given. */
export async function countedPeople(db: Db, boardId: string): Promise<{ user_id: string; count: number }[]> {
  return countedQuery(db, { boardId });
}

/** @param fromNow begin with no vote given, whatever they have given before */
export async function insertCounted(
  db: Db,
  boardId: string,
  userIds: readonly string[],
  fromNow: boolean,
): Promise<void> {
  await db
    .insertInto("given_votes")
    .values(userIds.map((user_id) => ({ board_id: boardId, user_id, count: 0, counted: 1 })))
    .onConflict((c) =>
      c
        .columns(["board_id", "user_id"])
        .doUpdateSet({ counted: 1, ...(fromNow && { count: 0 }) })
        .where("given_votes.counted", "=", 0),
    )
    .execute();
}

/** Waits for the commands on the board, and lets none change a vote before the end of the transaction. */
export async function lockVotes(db: Db, boardId: string): Promise<void> {
  await db
    .updateTable("boards")
    .set((eb) => ({ version: eb.ref("version") }))
    .where("id", "=", boardId)
    .execute();
}

/** Begins to count these users; who is counted already stays as they are. */
export async function insertGiven(
  db: Db,
  boardId: string,
  given: readonly { user_id: string; count: number }[],
): Promise<void> {
  await db
    .insertInto("given_votes")
    .values(given.map((each) => ({ ...each, board_id: boardId })))
    .onConflict((c) => c.columns(["board_id", "user_id"]).doNothing())
    .execute();
}

/** Imported ones and those of deleted stickers included. */
export async function deleteVotes(db: Db, boardId: string): Promise<boolean> {
  await db.deleteFrom("given_votes").where("board_id", "=", boardId).execute();
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
