import { type RawBuilder, sql } from "kysely";
import { isPassphraseGiven } from "../../board/turn/pass-store.ts";
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

/**
 * A text of the board in the statement; empty while the user has not given its passphrase (M5). Others may have edited also what the user
 * wrote.
 */
const textFor = (userId: string, column: string) =>
  sql<string>`case when ${isPassphraseGiven("boards", userId)} then ${sql.ref(column)} else '' end`;
const titleFor = (userId: string) => textFor(userId, "boards.title").as("title");

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

/** Ids of the boards that the user facilitates. */
export async function seatsOf(db: Db, userId: string) {
  return db.selectFrom("boards").select("id as board_id").where("facilitator_id", "=", userId).execute();
}

/** The boards that the user put into the bin and that are still there. */
export async function boardsBinnedBy(db: Db, userId: string) {
  return db
    .selectFrom("boards")
    .select(["id as board_id", "deleted_at"])
    .where("deleted_by", "=", userId)
    .where("deleted_at", "is not", null)
    .$narrowType<{ deleted_at: number }>()
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
    .innerJoin("boards", "boards.id", "items.board_id")
    .select(["items.id", "items.style", "items.created_at"])
    .select(textFor(userId, "items.title").as("title"))
    .where("items.user_id", "=", userId)
    .where("items.board_id", "=", boardId)
    .orderBy("items.created_at")
    .execute();
}

/** The user's own stickers that were deleted and can still be restored, whoever deleted them. */
export async function deletedStickersOf(db: Db, userId: string) {
  return db
    .selectFrom("deleted_items")
    .innerJoin("deletions", "deletions.id", "deleted_items.deletion_id")
    .innerJoin("boards", "boards.id", "deletions.board_id")
    .select(textFor(userId, "deleted_items.title").as("title"))
    .select([
      "deletions.board_id",
      "deleted_items.id",
      "deleted_items.style",
      "deleted_items.created_at",
      "deletions.created_at as deleted_at",
    ])
    .where("deleted_items.user_id", "=", userId)
    .orderBy("deleted_items.created_at")
    .execute();
}

interface WrittenAction {
  board_id: string;
  id: string;
  text: string;
  owner_name: string | null;
  due_on: string | null;
  status: string;
  created_at: number;
  deleted_at: number | null;
}

/** The actions that the user wrote, those that are deleted and can still be restored last. */
export async function actionsWrittenBy(db: Db, userId: string) {
  const read = async (table: "actions" | "deleted_actions", deletedAt: RawBuilder<number | null>) => {
    const { rows } = await sql<WrittenAction>`select a.board_id, a.id, ${textFor(userId, "a.text")} as text,
      nullif(${textFor(userId, "a.owner_name")}, '') as owner_name, a.due_on, a.status, a.created_at, ${deletedAt} as deleted_at
      from ${sql.table(table)} a join boards on boards.id = a.board_id where a.user_id = ${userId}`.execute(
      db,
    );
    return rows;
  };
  return [
    ...(await read("actions", sql<null>`null`)),
    ...(await read("deleted_actions", sql<number>`a.deleted_at`)),
  ];
}

/** The actions that were made from the user's stickers, also deleted ones: ids, because others may have written them. */
export async function actionsFromStickersOf(db: Db, userId: string) {
  const read = (table: "actions" | "deleted_actions") =>
    db
      .selectFrom(table)
      .select(["board_id", "id as action_id"])
      .where("source_user_id", "=", userId)
      .execute();
  return [...(await read("actions")), ...(await read("deleted_actions"))];
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
