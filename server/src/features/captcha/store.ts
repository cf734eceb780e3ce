import type { Db } from "../../deps.ts";

/** False when it was used already. A few of those that have expired are forgotten. */
export async function insertUsedSolution(
  db: Db,
  used: { id: string; expiresAt: number },
  now: number,
): Promise<boolean> {
  await db
    .deleteFrom("used_solutions")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("used_solutions")
        .select("id")
        .where("expires_at", "<=", now)
        .orderBy("expires_at")
        .limit(50),
    )
    .execute();
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
