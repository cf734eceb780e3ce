import { sql } from "kysely";
import type { Db } from "../../deps.ts";

export async function unusedBoards(db: Db, before: number, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom("boards")
    .select("id")
    .where("last_used_at", "<", before)
    .where("deleted_at", "is", null)
    .orderBy("last_used_at")
    .orderBy("id")
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

export interface DeletionCondition {
  binnedSince?: number;
}

export async function deleteBoardRow(
  db: Db,
  boardId: string,
  { binnedSince }: DeletionCondition = {},
): Promise<{ version: number; space_id: string | null } | undefined> {
  let query = db.deleteFrom("boards").where("id", "=", boardId);
  if (binnedSince !== undefined) query = query.where("deleted_at", "<", binnedSince);
  return query.returning(["version", "space_id"]).executeTakeFirst();
}

export interface UsePosition {
  lastUsedAt: number;
  id: string;
}

interface QuietBoards {
  after: UsePosition;
  before: number;
  most: number;
}

export async function quietBoards(db: Db, { after, before, most }: QuietBoards): Promise<UsePosition[]> {
  const rows = await db
    .selectFrom("boards")
    .select(["id", "last_used_at"])
    .where(sql<boolean>`(last_used_at, id) > (${after.lastUsedAt}, ${after.id})`)
    .where("last_used_at", "<", before)
    .orderBy("last_used_at")
    .orderBy("id")
    .limit(most)
    .execute();
  return rows.map(({ id, last_used_at }) => ({ id, lastUsedAt: last_used_at ?? 0 }));
}

/** Clients that ask for changes then load the board again. */
export async function deleteChanges(db: Db, boardId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("changes")
    .where("board_id", "=", boardId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
