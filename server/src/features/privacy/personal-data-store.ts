import { sql } from "kysely";
import { isPassphraseGiven } from "../../board/pass-store.ts";
import type { Db } from "../../deps.ts";

/** The user's row, without the password. */
export async function findSelf(db: Db, userId: string) {
  return db
    .selectFrom("users")
    .select(["id", "role", "name", "color", "is_avatar_stickers", "email", "created_at", "seen_at"])
    .where("id", "=", userId)
    .executeTakeFirst();
}

/** The user's sessions, without their ids. */
export async function sessionsOf(db: Db, userId: string) {
  return db
    .selectFrom("sessions")
    .select(["created_at", "last_used_at", "address", "user_agent"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
}

/** A board's title; empty while the user has not given its passphrase (M5). */
const titleFor = (userId: string) =>
  sql<string>`case when ${isPassphraseGiven("boards", userId)} then boards.title else '' end`.as("title");

export async function boardsOpenedBy(db: Db, userId: string) {
  return db
    .selectFrom("visits")
    .innerJoin("boards", "boards.id", "visits.board_id")
    .select(["boards.id", titleFor(userId), "visits.visited_at", "visits.removed_at"])
    .where("visits.user_id", "=", userId)
    .orderBy("visits.visited_at")
    .execute();
}

export async function boardsMadeBy(db: Db, userId: string) {
  return db
    .selectFrom("boards")
    .select(["id", titleFor(userId), "created_at"])
    .where("creator_id", "=", userId)
    .orderBy("created_at")
    .execute();
}

/** The boards whose passphrase the user has given [M5]. */
export async function passesOf(db: Db, userId: string) {
  return db
    .selectFrom("board_passes")
    .select(["board_id", "passed_at"])
    .where("user_id", "=", userId)
    .orderBy("passed_at")
    .orderBy("board_id")
    .execute();
}

/** Ids of the boards on which the user has stickers. */
export async function boardsWrittenOn(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("items")
    .select("board_id")
    .distinct()
    .where("user_id", "=", userId)
    .execute();
  return rows.map(({ board_id }) => board_id);
}

/** The user's own stickers on a board; an author always sees them (H1). */
export async function stickersWrittenOn(db: Db, userId: string, boardId: string) {
  return db
    .selectFrom("items")
    .select(["id", "title", "style", "created_at"])
    .where("user_id", "=", userId)
    .where("board_id", "=", boardId)
    .orderBy("created_at")
    .execute();
}

/** The user's own stickers that were deleted and can still be restored, whoever deleted them. */
export async function deletedStickersOf(db: Db, userId: string) {
  return db
    .selectFrom("deleted_items")
    .innerJoin("deletions", "deletions.id", "deleted_items.deletion_id")
    .select([
      "deletions.board_id",
      "deleted_items.id",
      "deleted_items.title",
      "deleted_items.style",
      "deleted_items.created_at",
      "deletions.created_at as deleted_at",
    ])
    .where("deleted_items.user_id", "=", userId)
    .orderBy("deleted_items.created_at")
    .execute();
}

/** The actions that the user wrote, those that are deleted and can still be restored last. */
export async function actionsWrittenBy(db: Db, userId: string) {
  const columns = ["board_id", "id", "text", "owner_name", "due_on", "status", "created_at"] as const;
  const present = await db.selectFrom("actions").select(columns).where("user_id", "=", userId).execute();
  const deleted = await db
    .selectFrom("deleted_actions")
    .select([...columns, "deleted_at"])
    .where("user_id", "=", userId)
    .execute();
  return [...present.map((row) => ({ ...row, deleted_at: null })), ...deleted];
}

/** The actions that the user owns: ids, because others may have written them. */
export async function actionsOwnedBy(db: Db, userId: string) {
  return db
    .selectFrom("actions")
    .select(["board_id", "id as action_id"])
    .where("owner_id", "=", userId)
    .execute();
}

/** The actions that the user deleted and can still restore. */
export async function actionsDeletedBy(db: Db, userId: string) {
  return db
    .selectFrom("deleted_actions")
    .select(["board_id", "id as action_id", "deleted_at"])
    .where("deleted_by", "=", userId)
    .execute();
}

/** What the user deleted and can still restore. */
export async function deletionsBy(db: Db, userId: string) {
  return db
    .selectFrom("deletions")
    .select(["board_id", "id as item_id", "created_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
}

/** The user's votes, those on deleted stickers last: ids of stickers, never their text. */
export async function votesOf(db: Db, userId: string) {
  const votes = await db
    .selectFrom("votes")
    .select(["board_id", "item_id", "created_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
  const onDeleted = await db
    .selectFrom("deleted_votes")
    .innerJoin("deleted_items", "deleted_items.id", "deleted_votes.item_id")
    .innerJoin("deletions", "deletions.id", "deleted_items.deletion_id")
    .select(["deletions.board_id", "deleted_votes.item_id", "deleted_votes.created_at"])
    .where("deleted_votes.user_id", "=", userId)
    .orderBy("deleted_votes.created_at")
    .execute();
  return [...votes, ...onDeleted];
}

export async function logsOf(db: Db, userId: string) {
  return db
    .selectFrom("logs")
    .innerJoin("log_events", "log_events.id", "logs.event_id")
    .select(["log_events.title", "logs.name", "logs.function", "logs.object", "logs.created_at"])
    .where("logs.user_id", "=", userId)
    .orderBy("logs.created_at")
    .execute();
}

export async function templatesOf(db: Db, userId: string) {
  return db
    .selectFrom("own_templates")
    .select(["title", "description", "sections", "created_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
}

export async function feedbackOf(db: Db, userId: string) {
  return db
    .selectFrom("feedback")
    .select(["id", "name", "email", "comment", "created_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
}

/** The pictures of one feedback, less than 2 MB together. */
export async function picturesOf(db: Db, feedbackId: string) {
  return db
    .selectFrom("feedback_files")
    .select(["type", "bytes"])
    .where("feedback_id", "=", feedbackId)
    .orderBy("position")
    .execute();
}
