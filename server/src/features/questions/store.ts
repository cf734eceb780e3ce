import { sql } from "kysely";
import type { QuestionKind } from "@retro/contract/facilitation/questions";
import { limits } from "@retro/contract/limits";
import type { Db } from "../../deps.ts";

interface Place {
  boardId: string;
  kind: QuestionKind;
}

/** The stored counts of a question without answers. */
export const noAnswers = JSON.stringify(Array.from({ length: limits.questions.scale }, () => 0));

/** The questions that have ended. Release 1.0 has left some with a few answers that it did not show yet. */
export async function findEnded(db: Db, boardId: string) {
  return db
    .selectFrom("board_questions")
    .select(["kind", "shown", "text"])
    .where("board_id", "=", boardId)
    .where((eb) => eb.or([eb("shown", "<>", noAnswers), eb("counts", "=", noAnswers)]))
    .orderBy("kind")
    .execute();
}

/** A question that has ended with too few answers is asked anew, and replaces its end. */
export async function insertEnded(
  db: Db,
  row: { board_id: string; kind: QuestionKind; shown: string; text: string | null },
): Promise<void> {
  const { shown, text } = row;
  await db
    .insertInto("board_questions")
    .values({ ...row, counts: shown })
    .onConflict((c) => c.columns(["board_id", "kind"]).doUpdateSet({ counts: shown, shown, text }))
    .execute();
}

export async function deleteEnded(db: Db, { boardId, kind }: Place): Promise<void> {
  await db.deleteFrom("board_questions").where("board_id", "=", boardId).where("kind", "=", kind).execute();
}

export async function findOpen(db: Db, boardId: string) {
  return db.selectFrom("open_questions").select(["kind", "counts"]).where("board_id", "=", boardId).execute();
}

/** Of each open question: how many have answered and have not, and whether this user has; null: may not. */
export async function findPeople(db: Db, boardId: string, userId: string) {
  const rows = await db
    .selectFrom("question_people")
    .select("kind")
    .select((eb) => eb.fn.sum<number>("answered").as("answered"))
    .select((eb) => eb.fn.countAll<number>().as("people"))
    .select(sql<number | null>`max(case when user_id = ${userId} then answered end)`.as("own"))
    .where("board_id", "=", boardId)
    .groupBy("kind")
    .execute();
  return new Map(
    rows.map(({ kind, answered, people, own }) => [
      kind,
      { answered: Number(answered), waiting: Number(people) - Number(answered), own },
    ]),
  );
}

/** The answers to a question that is open already stay. */
export async function insertOpen(
  db: Db,
  row: { board_id: string; kind: QuestionKind; counts: string; asked_at: number },
): Promise<void> {
  await db
    .insertInto("open_questions")
    .values(row)
    .onConflict((c) => c.columns(["board_id", "kind"]).doUpdateSet({ asked_at: row.asked_at }))
    .execute();
}

/** Users who exist no more are left out. */
export async function insertPeople(
  db: Db,
  { boardId, kind }: Place,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  await db
    .insertInto("question_people")
    .columns(["board_id", "kind", "user_id", "answered"])
    .expression((eb) =>
      eb
        .selectFrom("users")
        .select([
          sql<string>`cast(${boardId} as text)`.as("board_id"),
          sql<QuestionKind>`cast(${kind} as text)`.as("kind"),
          "users.id",
          sql<number>`0`.as("answered"),
        ])
        .where("users.id", "in", userIds),
    )
    .onConflict((c) => c.doNothing())
    .execute();
}

/** @returns false when the user has answered before, or may not answer */
export async function markAnswered(db: Db, { boardId, kind }: Place, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("question_people")
    .set({ answered: 1 })
    .where("board_id", "=", boardId)
    .where("kind", "=", kind)
    .where("user_id", "=", userId)
    .where("answered", "=", 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Locks the counts until the transaction ends. @returns undefined when the question is not open */
export async function lockCounts(db: Db, { boardId, kind }: Place): Promise<string | undefined> {
  const row = await db
    .updateTable("open_questions")
    .set((eb) => ({ kind: eb.ref("kind") }))
    .where("board_id", "=", boardId)
    .where("kind", "=", kind)
    .returning("counts")
    .executeTakeFirst();
  return row?.counts;
}

export async function writeCounts(db: Db, { boardId, kind }: Place, counts: string): Promise<void> {
  await db
    .updateTable("open_questions")
    .set({ counts })
    .where("board_id", "=", boardId)
    .where("kind", "=", kind)
    .execute();
}

/** Who may answer them, and who has, goes with them. @returns those that were open */
export async function takeOpen(db: Db, boardId: string, kinds: readonly QuestionKind[]) {
  if (kinds.length === 0) return [];
  return db
    .deleteFrom("open_questions")
    .where("board_id", "=", boardId)
    .where("kind", "in", kinds)
    .returning(["kind", "counts"])
    .execute();
}

/** Boards with a question that has been open since before then. */
export async function boardsAskedBefore(db: Db, before: number, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom("open_questions")
    .select("board_id")
    .distinct()
    .where("asked_at", "<", before)
    .limit(most)
    .execute();
  return rows.map(({ board_id }) => board_id);
}

/** What release 1.0 has recorded of some boards. @returns the number of rows */
export async function deleteAnswerers(db: Db, boards: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("board_answerers")
    .where("board_id", "in", (eb) =>
      eb.selectFrom("board_answerers").select("board_id").distinct().limit(boards),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
