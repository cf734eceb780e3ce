import type { FeedbackRow, ListQuery } from "@retro/contract/lists";
import { sql } from "kysely";
import { fold } from "@retro/contract/fold";
import { likePattern } from "../../db/fold.ts";
import { listPage, type ListSorts } from "../../db/list-page.ts";
import type { Database } from "../../db/schema/schema.ts";
import type { Db } from "../../deps.ts";

export async function insertFeedback(db: Db, row: Omit<Database["feedback"], "search">): Promise<void> {
  const search = fold(row.name, row.email, row.comment);
  await db
    .insertInto("feedback")
    .values({ ...row, search })
    .execute();
}

export async function insertFile(db: Db, row: Database["feedback_files"]): Promise<void> {
  await db.insertInto("feedback_files").values(row).execute();
}

export async function findFile(db: Db, id: string): Promise<{ type: string; bytes: Uint8Array } | undefined> {
  return db.selectFrom("feedback_files").select(["type", "bytes"]).where("id", "=", id).executeTakeFirst();
}

const sorts: ListSorts<"feedback"> = {
  by: new Map([
    ["created_at", "created_at"],
    ["name", "name"],
    ["email", "email"],
  ]),
  default: "-created_at",
};
export const feedbackSortNames = [...sorts.by.keys()];

export async function listFeedback(
  db: Db,
  query: ListQuery,
): Promise<{ rows: FeedbackRow[]; total: number }> {
  const { rows, total } = await listPage(db, "feedback", ["id", "name", "email", "comment"], sorts, query);
  const ids = rows.map(({ id }) => id);
  const files =
    ids.length === 0
      ? []
      : await db
          .selectFrom("feedback_files")
          .select(["id", "feedback_id"])
          .where("feedback_id", "in", ids)
          .orderBy("feedback_id")
          .orderBy("position")
          .execute();
  const attachmentsOf = (id: string) =>
    files.filter((file) => file.feedback_id === id).map((file) => file.id);
  // Nothing is stored without consent.
  return { rows: rows.map((row) => ({ ...row, agree: true, attachments: attachmentsOf(row.id) })), total };
}

export async function findFeedback(db: Db, words: string, most: number) {
  const query = db
    .selectFrom("feedback")
    .select(["id", "name", "email", "comment", "created_at"])
    .orderBy("created_at", "desc")
    .limit(most);
  const byId = await query.where("id", "=", words).execute();
  if (byId.length > 0) return byId;
  return query.where(sql<boolean>`search like ${likePattern(words)} escape '\\'`).execute();
}

export async function deleteFeedbackRow(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("feedback").where("id", "=", id).executeTakeFirst();
  return numDeletedRows > 0n;
}
