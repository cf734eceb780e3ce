import { sql, type SqlBool } from "kysely";
import { prepareQuery } from "../../db/engines/prepared.ts";
import type { Db } from "../../deps.ts";

const passQuery = prepareQuery((db, { boardId, userId }: { boardId: string; userId: string }) =>
  db
    .selectFrom("board_passes")
    .select("user_id")
    .where("board_id", "=", boardId)
    .where("user_id", "=", userId),
);

export async function hasPass(db: Db, boardId: string, userId: string): Promise<boolean> {
  return (await passQuery(db, { boardId, userId })).length > 0;
}

export function isPassphraseGiven(board: string, userId: string) {
  return sql<SqlBool>`(${sql.ref(`${board}.passphrase_hash`)} is null or exists (select 1 from board_passes
    where board_passes.board_id = ${sql.ref(`${board}.id`)} and board_passes.user_id = ${userId}))`;
}

export async function passHolders(
  db: Db,
  boardId: string,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("board_passes")
    .select("user_id")
    .where("board_id", "=", boardId)
    .where("user_id", "in", userIds)
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

export async function addPass(
  db: Db,
  boardId: string,
  userId: string,
  now: number,
  { hasSet = false } = {},
): Promise<void> {
  await db
    .insertInto("board_passes")
    .values({ board_id: boardId, user_id: userId, passed_at: now, has_set: hasSet ? 1 : 0 })
    .onConflict((c) => c.columns(["board_id", "user_id"]).doNothing())
    .execute();
}

export async function deletePasses(db: Db, boardId: string): Promise<void> {
  await db.deleteFrom("board_passes").where("board_id", "=", boardId).execute();
}

export async function passphraseSetter(db: Db, boardId: string, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("board_passes")
    .innerJoin("visits", "visits.board_id", "board_passes.board_id")
    .innerJoin("users", "users.id", "board_passes.user_id")
    .select("users.name")
    .where("board_passes.board_id", "=", boardId)
    .where("board_passes.has_set", "=", 1)
    .where("visits.user_id", "=", userId)
    .executeTakeFirst();
  return row?.name;
}
