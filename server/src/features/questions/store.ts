import type { QuestionKind } from "@retro/contract/facilitation/questions";
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

/** Of the questions that the user has answered. */
export async function findAnswered(db: Db, boardId: string, userId: string): Promise<Set<QuestionKind>> {
  const rows = await db
    .selectFrom("board_answerers")
    .select("kind")
    .where("board_id", "=", boardId)
    .where("user_id", "=", userId)
    .execute();
  return new Set(rows.map(({ kind }) => kind));
}

export async function findCounts(db: Db, boardId: string) {
  return db
    .selectFrom("board_questions")
    .select(["kind", "counts", "shown", "text"])
    .where("board_id", "=", boardId)
    .orderBy("kind")
    .execute();
}

/** Makes the question's row if there is none, and locks it until the transaction ends. */
export async function lockCounts(
  db: Db,
  { boardId, kind, text }: { boardId: string; kind: QuestionKind; text: string | null },
  none: string,
) {
  return db
    .insertInto("board_questions")
    .values({ board_id: boardId, kind, counts: none, shown: none, text })
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
  row: { board_id: string; kind: QuestionKind; counts: string; shown: string; text: string | null },
): Promise<void> {
  await db.insertInto("board_questions").values(row).execute();
}
