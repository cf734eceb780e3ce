import { actionDetailNames } from "@retro/contract/actions";
import type { Reactions } from "@retro/contract/reactions";
import { hasReacted } from "@retro/rules/reactions";
import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { deletedReactionsOf } from "../../board/parts/deletion-store.ts";
import { isPassphraseGiven } from "../../board/turn/pass-store.ts";
import type { Db } from "../../deps.ts";

const pageRows = 1_000;

/** A page at a time: a user may have more rows than fit into memory. */
async function* inPages<Tables, T extends keyof Tables, Row extends object>(
  query: SelectQueryBuilder<Tables, T, Row>,
  key: Partial<Record<keyof Row & string, string>>,
): AsyncGenerator<Row> {
  const names = Object.keys(key) as (keyof Row & string)[];
  const columns = sql.join(Object.values<string | undefined>(key).map((column) => sql.ref(column ?? "")));
  let page = query.orderBy(columns).limit(pageRows);
  for (;;) {
    const rows = await page.execute();
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageRows) return;
    const after = sql.join(names.map((name) => last[name]));
    page = query
      .where(sql<boolean>`(${columns}) > (${after})`)
      .orderBy(columns)
      .limit(pageRows);
  }
}

export async function findSelf(db: Db, userId: string) {
  return db
    .selectFrom("users")
    .select(["id", "role", "name", "color", "is_avatar_stickers", "email", "created_at", "seen_at"])
    .where("id", "=", userId)
    .executeTakeFirst();
}

export const sessionsOf = (db: Db, userId: string) =>
  inPages(
    db
      .selectFrom("sessions")
      .select(["id", "created_at", "last_used_at", "address", "user_agent as browser"])
      .where("user_id", "=", userId),
    { created_at: "created_at", id: "id" },
  );

export const identitiesOf = (db: Db, userId: string) =>
  inPages(
    db.selectFrom("identities").select(["issuer", "subject", "created_at"]).where("user_id", "=", userId),
    { issuer: "issuer", subject: "subject" },
  );

export const providerSessionsOf = (db: Db, userId: string) =>
  inPages(
    db
      .selectFrom("sessions")
      .innerJoin("provider_sessions", "provider_sessions.session_id", "sessions.id")
      .select(["sessions.id", "issuer", "sid"])
      .where("sessions.user_id", "=", userId),
    { id: "sessions.id" },
  );

export const keptSpacesOf = (db: Db, userId: string) =>
  inPages(
    db
      .selectFrom("member_spaces")
      .innerJoin("spaces", "spaces.id", "member_spaces.space_id")
      .select(["spaces.id", "spaces.name", "kept_at"])
      .where("member_spaces.user_id", "=", userId),
    { kept_at: "kept_at", id: "spaces.id" },
  );

export const openedSpacesOf = (db: Db, userId: string) =>
  inPages(
    db
      .selectFrom("space_members")
      .innerJoin("spaces", "spaces.id", "space_members.space_id")
      .select(["spaces.id", "since as opened_at"])
      .select(
        sql<string>`case when space_members.key_hash = spaces.key_hash then spaces.name else '' end`.as(
          "name",
        ),
      )
      .where("space_members.user_id", "=", userId),
    { opened_at: "since", id: "spaces.id" },
  );

/** Their own, and those that they made for a space or for the server. */
export const tokensOf = (db: Db, userId: string) =>
  inPages(
    db
      .selectFrom("api_tokens")
      .select(["id", "kind", "name", "created_at", "last_used_at", "expires_at"])
      .where("made_by", "=", userId),
    { created_at: "created_at", id: "id" },
  );

/** Empty while the user has not given the board's passphrase [M5]: others may have edited it. */
const textFor = (userId: string, column: string) =>
  sql<string>`case when ${isPassphraseGiven("boards", userId)} then ${sql.ref(column)} else '' end`;
const titleFor = (userId: string) => textFor(userId, "boards.title").as("title");

export const boardsOpenedBy = (db: Db, userId: string) =>
  inPages(
    db
      .selectFrom("visits")
      .innerJoin("boards", "boards.id", "visits.board_id")
      .select(["boards.id", titleFor(userId)])
      .select(["visits.visited_at as opened_at", "visits.removed_at as removed_from_list_at"])
      .where("visits.user_id", "=", userId),
    { opened_at: "visits.visited_at", id: "visits.board_id" },
  );

export const boardsMadeBy = (db: Db, userId: string) =>
  inPages(
    db
      .selectFrom("boards")
      .select(["id", titleFor(userId), "created_at"])
      .where("creator_id", "=", userId),
    { created_at: "created_at", id: "id" },
  );

export const seatsOf = (db: Db, userId: string) =>
  inPages(db.selectFrom("boards").select("id as board_id").where("facilitator_id", "=", userId), {
    board_id: "id",
  });

export const boardsBinnedBy = (db: Db, userId: string) =>
  inPages(
    db
      .selectFrom("boards")
      .select(["id as board_id", "deleted_at"])
      .where("deleted_by", "=", userId)
      .where("deleted_at", "is not", null)
      .$narrowType<{ deleted_at: number }>(),
    { board_id: "id" },
  );

export const passesOf = (db: Db, userId: string) =>
  inPages(
    db.selectFrom("board_passes").select(["board_id", "passed_at as given_at"]).where("user_id", "=", userId),
    { given_at: "passed_at", board_id: "board_id" },
  );

export const questionsAnsweredBy = (db: Db, userId: string) =>
  inPages(
    db
      .selectFrom("question_people")
      .select(["board_id", "kind"])
      .where("user_id", "=", userId)
      .where("answered", "=", 1),
    { board_id: "board_id", kind: "kind" },
  );

/** Their own [H1]; then those that can still be restored, whoever deleted them. */
export async function* stickersWrittenBy(db: Db, userId: string) {
  yield* inPages(
    db
      .selectFrom("items")
      .innerJoin("boards", "boards.id", "items.board_id")
      .select(["items.board_id", "items.id", "items.style", "items.created_at"])
      .select(textFor(userId, "items.title").as("text"))
      .where("items.user_id", "=", userId),
    { created_at: "items.created_at", id: "items.id" },
  );
  yield* inPages(
    db
      .selectFrom("deleted_items")
      .innerJoin("deletions", "deletions.id", "deleted_items.deletion_id")
      .innerJoin("boards", "boards.id", "deletions.board_id")
      .select(textFor(userId, "deleted_items.title").as("text"))
      .select([
        "deletions.board_id",
        "deleted_items.id",
        "deleted_items.style",
        "deleted_items.created_at",
        "deletions.created_at as deleted_at",
      ])
      .where("deleted_items.user_id", "=", userId),
    { created_at: "deleted_items.created_at", id: "deleted_items.id" },
  );
}

export async function* actionsWrittenBy(db: Db, userId: string) {
  const read = (table: "actions" | "deleted_actions", deletedAt: RawBuilder<number | null>) =>
    inPages(
      db
        .selectFrom(`${table as "actions"} as a`)
        .innerJoin("boards", "boards.id", "a.board_id")
        .select(["a.board_id", "a.id", "a.status", "a.created_at"])
        .select(actionDetailNames.map((name) => `a.${name}` as const))
        .select([
          textFor(userId, "a.text").as("text"),
          sql<string | null>`nullif(${textFor(userId, "a.owner_name")}, '')`.as("owner_name"),
          deletedAt.as("deleted_at"),
        ])
        .where("a.user_id", "=", userId),
      { created_at: "a.created_at", id: "a.id" },
    );
  yield* read("actions", sql<null>`null`);
  yield* read("deleted_actions", sql<number>`a.deleted_at`);
}

/** Also deleted ones: ids, because others may have written them. */
export async function* actionsFromStickersOf(db: Db, userId: string) {
  for (const table of ["actions", "deleted_actions"] as const)
    yield* inPages(
      db.selectFrom(table).select(["board_id", "id as action_id"]).where("source_user_id", "=", userId),
      { action_id: "id" },
    );
}

export const actionsOwnedBy = (db: Db, userId: string) =>
  inPages(db.selectFrom("actions").select(["board_id", "id as action_id"]).where("owner_id", "=", userId), {
    action_id: "id",
  });

export const actionsDeletedBy = (db: Db, userId: string) =>
  inPages(
    db
      .selectFrom("deleted_actions")
      .select(["board_id", "id as action_id", "deleted_at"])
      .where("deleted_by", "=", userId),
    { action_id: "id" },
  );

export const deletionsBy = (db: Db, userId: string) =>
  inPages(
    db
      .selectFrom("deletions")
      .select(["board_id", "id as item_id", "created_at as deleted_at"])
      .where("user_id", "=", userId),
    { deleted_at: "created_at", item_id: "id" },
  );

/** The user's votes, those on deleted stickers last: ids of stickers, never their text. */
export async function* votesOf(db: Db, userId: string) {
  yield* inPages(
    db
      .selectFrom("votes")
      .select(["board_id", "item_id", "count", "created_at"])
      .where("user_id", "=", userId),
    { created_at: "created_at", item_id: "item_id" },
  );
  yield* inPages(
    db
      .selectFrom("deleted_votes")
      .innerJoin("deleted_items", "deleted_items.id", "deleted_votes.item_id")
      .innerJoin("deletions", "deletions.id", "deleted_items.deletion_id")
      .select([
        "deletions.board_id",
        "deleted_votes.item_id",
        "deleted_votes.count",
        "deleted_votes.created_at",
      ])
      .where("deleted_votes.user_id", "=", userId),
    { created_at: "deleted_votes.created_at", item_id: "deleted_votes.item_id" },
  );
}

/**
 * The user's reactions, those on deleted stickers last. Whoever has reacted on a board has visited it.
 */
export async function* reactionsOf(db: Db, userId: string) {
  const onBoards = db
    .selectFrom("visits")
    .innerJoin("items", "items.board_id", "visits.board_id")
    .select(["items.board_id", "items.id", "items.reactions"])
    .where("visits.user_id", "=", userId)
    .where("items.reactions", "like", `%"${userId}"%`)
    .$narrowType<{ reactions: string }>();
  for (const rows of [
    inPages(onBoards, { board_id: "items.board_id", id: "items.id" }),
    inPages(deletedReactionsOf(db, userId), { board_id: "deletions.board_id", id: "deleted_items.id" }),
  ])
    for await (const { board_id, id, reactions } of rows) {
      const given = JSON.parse(reactions) as Reactions;
      const kinds = Object.keys(given).filter((kind) => hasReacted(given, kind, userId));
      if (kinds.length > 0) yield { board_id, item_id: id, kinds };
    }
}

export const logsOf = (db: Db, userId: string) =>
  inPages(
    db
      .selectFrom("logs")
      .innerJoin("log_events", "log_events.id", "logs.event_id")
      .select(["logs.id", "log_events.title as event", "logs.name", "logs.function", "logs.object"])
      .select("logs.created_at")
      .where("logs.user_id", "=", userId),
    { created_at: "logs.created_at", id: "logs.id" },
  );

export const templatesOf = (db: Db, userId: string) =>
  inPages(
    db
      .selectFrom("own_templates")
      .select(["id", "title", "description", "sections", "steps", "created_at"])
      .where("user_id", "=", userId),
    { created_at: "created_at", id: "id" },
  );

export const feedbackOf = (db: Db, userId: string) =>
  inPages(
    db
      .selectFrom("feedback")
      .select(["id", "name", "email", "comment", "created_at"])
      .where("user_id", "=", userId),
    { created_at: "created_at", id: "id" },
  );

export async function picturesOf(db: Db, feedbackId: string) {
  return db
    .selectFrom("feedback_files")
    .select(["type", "bytes"])
    .where("feedback_id", "=", feedbackId)
    .orderBy("position")
    .execute();
}
