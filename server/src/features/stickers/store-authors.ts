import type { Db } from "../../deps.ts";

/** Ids of some stickers that a user wrote on a board. */
export async function stickersBy(db: Db, boardId: string, userId: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom("items")
    .select("id")
    .where("user_id", "=", userId)
    .where("board_id", "=", boardId)
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Leaves stickers without an author. @param ids at most a few hundred: each is a parameter of the statement */
export async function clearAuthorOf(db: Db, boardId: string, ids: readonly string[]): Promise<void> {
  await db
    .updateTable("items")
    .set({ user_id: null })
    .where("board_id", "=", boardId)
    .where("id", "in", ids)
    .execute();
}
