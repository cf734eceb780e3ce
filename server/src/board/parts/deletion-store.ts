import { limits } from "@retro/contract/limits";
import type { Reactions } from "@retro/contract/reactions";
import { withoutReactionsOf } from "@retro/rules/reactions";
import type { Selectable } from "kysely";
import type { Database } from "../../db/schema/schema.ts";
import type { Db } from "../../deps.ts";
import { copiedColumns, type ItemRow, maxIdsPerStatement } from "./item-store.ts";

/** Deleted stickers, which the user who deleted them can restore for a day [T12]. */

export type Deletion = Omit<Selectable<Database["deletions"]>, "item_count">;

function* inChunks(ids: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < ids.length; at += maxIdsPerStatement) yield ids.slice(at, at + maxIdsPerStatement);
}

/** Copies stickers and their votes before they are deleted; a board keeps only the newest. */
export async function keepDeleted(db: Db, deletion: Deletion, ids: readonly string[]): Promise<void> {
  // An id that was restored or added again since an earlier deletion is kept once.
  for (const chunk of inChunks(ids))
    await db
      .deleteFrom("deletions")
      .where("id", "in", (eb) =>
        eb.selectFrom("deleted_items").select("deletion_id").where("deleted_items.id", "in", chunk),
      )
      .execute();
  if (ids.length > limits.deletedStickers.perBoard) return;
  await db
    .insertInto("deletions")
    .values({ ...deletion, item_count: ids.length })
    .execute();
  for (const chunk of inChunks(ids)) {
    await db
      .insertInto("deleted_items")
      .columns([...copiedColumns, "deletion_id"])
      .expression((eb) =>
        eb
          .selectFrom("items")
          .select([...copiedColumns, eb.val(deletion.id).as("deletion_id")])
          .where("items.id", "in", chunk),
      )
      .execute();
    await db
      .insertInto("deleted_votes")
      .columns(["id", "item_id", "user_id", "created_at", "count", "section_id"])
      .expression((eb) =>
        eb
          .selectFrom("votes")
          .select(["id", "item_id", "user_id", "created_at", "count", "section_id"])
          .where("votes.item_id", "in", chunk),
      )
      .execute();
  }
  await dropOldest(db, deletion, ids.length);
}

/** Drops the oldest deletions until at most `limits.deletedStickers.perBoard` stickers are kept. */
async function dropOldest(db: Db, added: Deletion, addedCount: number): Promise<void> {
  const kept = await db
    .selectFrom("deletions")
    .select(["id", "item_count"])
    .where("board_id", "=", added.board_id)
    .where("id", "<>", added.id)
    .orderBy("created_at", "desc")
    .execute();
  let count = addedCount;
  const dropped = kept.filter(({ item_count }) => (count += item_count) > limits.deletedStickers.perBoard);
  if (dropped.length > 0)
    await db
      .deleteFrom("deletions")
      .where(
        "id",
        "in",
        dropped.map(({ id }) => id),
      )
      .execute();
}

export async function findDeletion(db: Db, id: string): Promise<Deletion | undefined> {
  return db
    .selectFrom("deletions")
    .select(["id", "board_id", "user_id", "column_id", "section_order", "column_order", "created_at"])
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function deletedRows(
  db: Db,
  { id, board_id }: Deletion,
): Promise<(ItemRow & { parent_id: string })[]> {
  const rows = await db
    .selectFrom("deleted_items")
    .select(copiedColumns)
    .where("deletion_id", "=", id)
    .execute();
  return rows.map((row) => ({ ...row, board_id, kind: "sticker" }));
}

export async function deletedVotes(
  db: Db,
  deletionId: string,
): Promise<{ id: string; item_id: string; user_id: string; count: number; section_id: string | null }[]> {
  return db
    .selectFrom("deleted_items")
    .innerJoin("deleted_votes", "deleted_votes.item_id", "deleted_items.id")
    .select([
      "deleted_votes.id",
      "deleted_votes.item_id",
      "deleted_votes.user_id",
      "deleted_votes.count",
      "deleted_votes.section_id",
    ])
    .where("deleted_items.deletion_id", "=", deletionId)
    .orderBy("deleted_votes.created_at")
    .orderBy("deleted_votes.id")
    .execute();
}

export async function returnVotes(
  db: Db,
  { id, board_id }: Deletion,
  droppedIds: readonly string[],
): Promise<void> {
  for (const chunk of inChunks(droppedIds))
    await db.deleteFrom("deleted_votes").where("id", "in", chunk).execute();
  await db
    .insertInto("votes")
    .columns(["id", "board_id", "item_id", "user_id", "created_at", "count", "section_id"])
    .expression((eb) =>
      eb
        .selectFrom("deleted_items")
        .innerJoin("deleted_votes", "deleted_votes.item_id", "deleted_items.id")
        .select([
          "deleted_votes.id",
          eb.val(board_id).as("board_id"),
          "deleted_votes.item_id",
          "deleted_votes.user_id",
          "deleted_votes.created_at",
          "deleted_votes.count",
          "deleted_votes.section_id",
        ])
        .where("deleted_items.deletion_id", "=", id),
    )
    .execute();
}

export async function removeDeletion(db: Db, id: string): Promise<void> {
  await db.deleteFrom("deletions").where("id", "=", id).execute();
}

export async function removeDeletionsOf(db: Db, boardId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("deletions")
    .where("board_id", "=", boardId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function removeDeletedVotes(db: Db, boardId: string): Promise<boolean> {
  const cast = await db
    .deleteFrom("deleted_votes")
    .where("item_id", "in", (eb) =>
      eb
        .selectFrom("deletions")
        .innerJoin("deleted_items", "deleted_items.deletion_id", "deletions.id")
        .select("deleted_items.id")
        .where("deletions.board_id", "=", boardId),
    )
    .executeTakeFirstOrThrow();
  const imported = await db
    .updateTable("deleted_items")
    .set({ imported_votes: 0 })
    .where("deletion_id", "in", (eb) =>
      eb.selectFrom("deletions").select("deletions.id").where("board_id", "=", boardId),
    )
    .where("imported_votes", ">", 0)
    .executeTakeFirstOrThrow();
  return cast.numDeletedRows + imported.numUpdatedRows > 0n;
}

/** Whoever has reacted on a board has visited it: no index finds a user in the JSON. */
export function deletedReactionsOf(db: Db, userId: string) {
  return db
    .selectFrom("visits")
    .innerJoin("deletions", "deletions.board_id", "visits.board_id")
    .innerJoin("deleted_items", "deleted_items.deletion_id", "deletions.id")
    .select(["deletions.board_id", "deleted_items.id", "deleted_items.reactions"])
    .where("visits.user_id", "=", userId)
    .where("deleted_items.reactions", "like", `%"${userId}"%`)
    .$narrowType<{ reactions: string }>();
}

/** Their own deletions go; on stickers that others deleted they are nobody, as on living stickers. */
export async function eraseFromDeleted(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("deletions").where("user_id", "=", userId).execute();
  await db
    .updateTable("deleted_items")
    .set((eb) => ({
      imported_votes: eb(
        "imported_votes",
        "+",
        eb
          .selectFrom("deleted_votes")
          .select((of) => of.fn.sum<number>("deleted_votes.count").as("n"))
          .whereRef("deleted_votes.item_id", "=", "deleted_items.id")
          .where("deleted_votes.user_id", "=", userId),
      ),
    }))
    .where("id", "in", (eb) =>
      eb.selectFrom("deleted_votes").select("item_id").where("deleted_votes.user_id", "=", userId),
    )
    .execute();
  await db.deleteFrom("deleted_votes").where("user_id", "=", userId).execute();
  for (const { id, reactions } of await deletedReactionsOf(db, userId).execute()) {
    const left = withoutReactionsOf(JSON.parse(reactions) as Reactions, userId);
    await db
      .updateTable("deleted_items")
      .set({ reactions: left ? JSON.stringify(left) : null })
      .where("id", "=", id)
      .execute();
  }
  await db.updateTable("deleted_items").set({ user_id: null }).where("user_id", "=", userId).execute();
}
