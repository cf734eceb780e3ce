import type { QuestionKind } from "@retro/contract/questions";
import type { Db } from "../../deps.ts";

/** @returns false when the user has answered before */
export async function insertAnswerer(
  db: Db,
  row: { board_id: string; kind: QuestionKind; user_id: string },
): Promise<boolean> {
  const done = await db
    .insertInto("board_answerers")
    .values(row)
    .onConflict((c) => c.doNothing())
    .executeTakeFirst();
  return Number(done.numInsertedOrUpdatedRows ?? 0) > 0;
}

export async function hasAnswered(
  db: Db,
  { boardId, kind, userId }: { boardId: string; kind: QuestionKind; userId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom("board_answerers")
    .select("user_id")
    .where("board_id", "=", boardId)
    .where("kind", "=", kind)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findCounts(db: Db, boardId: string) {
  return db
    .selectFrom("board_questions")
    .select(["kind", "counts", "shown"])
    .where("board_id", "=", boardId)
    .execute();
}

/** Makes the question's row if there is none, and locks it until the transaction ends. */
export async function lockCounts(db: Db, boardId: string, kind: QuestionKind, none: string) {
  return db
    .insertInto("board_questions")
    .values({ board_id: boardId, kind, counts: none, shown: none })
    .onConflict((c) =>
      c.columns(["board_id", "kind"]).doUpdateSet((eb) => ({ kind: eb.ref("excluded.kind") })),
    )
    .returning(["counts", "shown"])
    .executeTakeFirstOrThrow();
}

export async function writeCounts(
  db: Db,
  { boardId, kind, ...values }: { boardId: string; kind: QuestionKind; counts: string; shown: string },
): Promise<void> {
  await db
    .updateTable("board_questions")
    .set(values)
    .where("board_id", "=", boardId)
    .where("kind", "=", kind)
    .execute();
}

export async function insertCounts(
  db: Db,
  row: { board_id: string; kind: QuestionKind; counts: string; shown: string },
): Promise<void> {
  await db.insertInto("board_questions").values(row).execute();
}
