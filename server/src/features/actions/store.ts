import { limits } from "@retro/contract/limits";
import type { CompiledQuery } from "kysely";
import { type ActionRow, actionColumns } from "../../board/parts/action-store.ts";
import type { Db } from "../../deps.ts";

export async function lastOrderKey(db: Db, boardId: string): Promise<string | null> {
  const last = await db
    .selectFrom("actions")
    .select("order_key")
    .where("board_id", "=", boardId)
    .orderBy("order_key", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.order_key ?? null;
}

export async function findAnywhere(
  db: Db,
  id: string,
): Promise<{ board_id: string; user_id: string | null } | undefined> {
  return db.selectFrom("actions").select(["board_id", "user_id"]).where("id", "=", id).executeTakeFirst();
}

export function insertion(db: Db, row: ActionRow): CompiledQuery {
  return db.insertInto("actions").values(row).compile();
}

export async function save(db: Db, { id, ...row }: ActionRow): Promise<void> {
  await db.updateTable("actions").set(row).where("id", "=", id).execute();
}

export async function remove(db: Db, id: string): Promise<void> {
  await db.deleteFrom("actions").where("id", "=", id).execute();
}

/** Its deleter can restore it (D4); a board keeps the newest `limits.actions.perBoard`. */
export async function keepDeleted(
  db: Db,
  row: ActionRow,
  deletion: { deleted_by: string; deleted_at: number },
): Promise<void> {
  await forgetDeleted(db, row.id);
  await db
    .insertInto("deleted_actions")
    .values({ ...row, ...deletion })
    .execute();
  await db
    .deleteFrom("deleted_actions")
    .where("board_id", "=", row.board_id)
    .where("id", "not in", (eb) =>
      eb
        .selectFrom("deleted_actions")
        .select("id")
        .where("board_id", "=", row.board_id)
        .orderBy("deleted_at", "desc")
        .orderBy("id")
        .limit(limits.actions.perBoard),
    )
    .execute();
}

export async function findDeleted(
  db: Db,
  id: string,
): Promise<{ row: ActionRow; deletedBy: string; deletedAt: number } | undefined> {
  const found = await db
    .selectFrom("deleted_actions")
    .select([...actionColumns, "deleted_by", "deleted_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { deleted_by, deleted_at, ...row } = found;
  return { row, deletedBy: deleted_by, deletedAt: deleted_at };
}

export async function forgetDeleted(db: Db, id: string): Promise<void> {
  await db.deleteFrom("deleted_actions").where("id", "=", id).execute();
}

export async function actionsWith(db: Db, boardId: string, userId: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom("actions")
    .select("id")
    .where("board_id", "=", boardId)
    .where((eb) =>
      eb.or([eb("user_id", "=", userId), eb("source_user_id", "=", userId), eb("owner_id", "=", userId)]),
    )
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Their own deletions go; in the others they are nobody. */
export async function eraseFromDeleted(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("deleted_actions").where("deleted_by", "=", userId).execute();
  await db
    .updateTable("deleted_actions")
    .set({ owner_id: null, owner_name: null })
    .where("owner_id", "=", userId)
    .execute();
  for (const column of ["user_id", "source_user_id"] as const)
    await db
      .updateTable("deleted_actions")
      .set({ [column]: null })
      .where(column, "=", userId)
      .execute();
}
