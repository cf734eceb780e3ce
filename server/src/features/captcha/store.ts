import type { Db } from "../../deps.ts";

/** Marks a puzzle as used; false when it was already. Those long expired are forgotten on the way. */
export async function insertUsedSolution(
  db: Db,
  used: { id: string; expiresAt: number },
  now: number,
): Promise<boolean> {
  await db.deleteFrom("used_solutions").where("expires_at", "<=", now).execute();
  const result = await db
    .insertInto("used_solutions")
    .values({ id: used.id, expires_at: used.expiresAt })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function isUsedSolution(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom("used_solutions").select("id").where("id", "=", id).executeTakeFirst();
  return row !== undefined;
}
