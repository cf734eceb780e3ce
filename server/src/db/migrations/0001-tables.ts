import { type Kysely, sql } from "kysely";
import type { Database, Engine } from "../schema/schema.ts";

type Db = Kysely<Database>;

export async function createTables(db: Db, engine: Engine): Promise<void> {
  await createUsers(db);
  await createBoards(db);
  await createItems(db, engine);
  await createVotesAndChanges(db);
  await createVisits(db);
  await createTemplates(db);
  await createUsedSolutions(db);
  await createFeedback(db, engine);
  await createContactsAndSubscribers(db);
  await createActivityLog(db);
  await createSignInFailures(db);
}

async function createUsers(db: Db): Promise<void> {
  await db.schema
    .createTable("users")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("role", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("color", "text", (c) => c.notNull())
    .addColumn("is_avatar_stickers", "integer", (c) => c.notNull())
    .addColumn("email", "text", (c) => c.unique())
    .addColumn("password_hash", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();

  await db.schema
    .createTable("sessions")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("last_used_at", "bigint", (c) => c.notNull())
    .addColumn("address", "text", (c) => c.notNull())
    .addColumn("user_agent", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("sessions_user").on("sessions").column("user_id").execute();
  await db.schema.createIndex("sessions_last_used").on("sessions").column("last_used_at").execute();
}

async function createBoards(db: Db): Promise<void> {
  await db.schema
    .createTable("boards")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("description", "text", (c) => c.notNull())
    .addColumn("search", "text", (c) => c.notNull())
    .addColumn("creator_id", "text", (c) => c.references("users.id").onDelete("set null"))
    .addColumn("version", "bigint", (c) => c.notNull())
    .addColumn("facilitator_id", "text", (c) => c.references("users.id").onDelete("set null"))
    .addColumn("facilitator_options", "text", (c) => c.notNull())
    .addColumn("timer", "text", (c) => c.notNull())
    .addColumn("timer_settles_at", "bigint")
    .addColumn("section_count", "integer", (c) => c.notNull())
    .addColumn("sticker_count", "integer", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("boards_created").on("boards").columns(["created_at", "id"]).execute();
  await db.schema.createIndex("boards_search").on("boards").columns(["search", "id"]).execute();
  await db.schema.createIndex("boards_section_count").on("boards").columns(["section_count", "id"]).execute();
  await db.schema.createIndex("boards_sticker_count").on("boards").columns(["sticker_count", "id"]).execute();
  await db.schema.createIndex("boards_settles").on("boards").column("timer_settles_at").execute();
}

async function createItems(db: Db, engine: Engine): Promise<void> {
  // Compare order keys byte by byte, as the rules do: an ICU collation sorts them differently.
  const ordered = engine === "postgres" ? sql`text collate "C"` : sql`text`;
  await db.schema
    .createTable("items")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("board_id", "text", (c) => c.notNull().references("boards.id").onDelete("cascade"))
    .addColumn("parent_id", "text")
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("order_key", ordered, (c) => c.notNull())
    .addColumn("user_id", "text", (c) => c.references("users.id").onDelete("set null"))
    .addColumn("title", "text")
    .addColumn("style", "text", (c) => c.notNull())
    .addColumn("rev", "integer", (c) => c.notNull())
    .addColumn("imported_votes", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("items_board")
    .on("items")
    .columns(["board_id", "parent_id", "order_key"])
    .execute();
  await db.schema
    .createIndex("items_created")
    .on("items")
    .columns(["created_at", "kind", "user_id"])
    .execute();
}

async function createVotesAndChanges(db: Db): Promise<void> {
  await db.schema
    .createTable("votes")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("board_id", "text", (c) => c.notNull().references("boards.id").onDelete("cascade"))
    .addColumn("item_id", "text", (c) => c.notNull().references("items.id").onDelete("cascade"))
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addUniqueConstraint("votes_once", ["item_id", "user_id"])
    .execute();
  await db.schema.createIndex("votes_board").on("votes").columns(["board_id", "user_id"]).execute();

  await db.schema
    .createTable("changes")
    .addColumn("board_id", "text", (c) => c.notNull().references("boards.id").onDelete("cascade"))
    .addColumn("version", "bigint", (c) => c.notNull())
    .addColumn("touched", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("changes_key", ["board_id", "version"])
    .execute();
}

async function createVisits(db: Db): Promise<void> {
  await db.schema
    .createTable("visits")
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("board_id", "text", (c) => c.notNull().references("boards.id").onDelete("cascade"))
    .addColumn("visited_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("visits_key", ["user_id", "board_id"])
    .execute();
  await db.schema.createIndex("visits_recent").on("visits").columns(["user_id", "visited_at"]).execute();
  await db.schema.createIndex("visits_board").on("visits").columns(["board_id", "visited_at"]).execute();
  await db.schema.createIndex("visits_day").on("visits").column("visited_at").execute();
}

async function createTemplates(db: Db): Promise<void> {
  await db.schema
    .createTable("template_counts")
    .addColumn("template_key", "text", (c) => c.primaryKey())
    .addColumn("count", "integer", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("own_templates")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("description", "text", (c) => c.notNull())
    .addColumn("sections", "text", (c) => c.notNull())
    .addColumn("count", "integer", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addUniqueConstraint("own_templates_title", ["user_id", "title"])
    .execute();
}

async function createUsedSolutions(db: Db): Promise<void> {
  await db.schema
    .createTable("used_solutions")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("used_solutions_expires").on("used_solutions").column("expires_at").execute();
}

async function createFeedback(db: Db, engine: Engine): Promise<void> {
  const bytes = engine === "postgres" ? sql`bytea` : sql`blob`;
  await db.schema
    .createTable("feedback")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("user_id", "text", (c) => c.references("users.id").onDelete("set null"))
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("email", "text")
    .addColumn("comment", "text", (c) => c.notNull())
    .addColumn("search", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("feedback_created").on("feedback").columns(["created_at", "id"]).execute();
  await db.schema.createIndex("feedback_name").on("feedback").columns(["name", "id"]).execute();
  await db.schema.createIndex("feedback_email").on("feedback").columns(["email", "id"]).execute();
  await db.schema
    .createTable("feedback_files")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("feedback_id", "text", (c) => c.notNull().references("feedback.id").onDelete("cascade"))
    .addColumn("position", "integer", (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("bytes", bytes, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("feedback_files_feedback")
    .on("feedback_files")
    .columns(["feedback_id", "position"])
    .execute();
}

async function createContactsAndSubscribers(db: Db): Promise<void> {
  await db.schema
    .createTable("contacts")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("inquiry", "text", (c) => c.notNull())
    .addColumn("subject", "text", (c) => c.notNull())
    .addColumn("message", "text", (c) => c.notNull())
    .addColumn("search", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("contacts_created").on("contacts").columns(["created_at", "id"]).execute();
  await db.schema.createIndex("contacts_email").on("contacts").columns(["email", "id"]).execute();
  await db.schema.createIndex("contacts_name").on("contacts").columns(["name", "id"]).execute();
  await db.schema.createIndex("contacts_inquiry").on("contacts").columns(["inquiry", "id"]).execute();
  await db.schema.createIndex("contacts_subject").on("contacts").columns(["subject", "id"]).execute();
  await db.schema
    .createTable("subscribers")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("email", "text", (c) => c.notNull().unique())
    .addColumn("search", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("subscribers_created")
    .on("subscribers")
    .columns(["created_at", "id"])
    .execute();
}

async function createActivityLog(db: Db): Promise<void> {
  await db.schema
    .createTable("log_events")
    .addColumn("id", "integer", (c) => c.primaryKey())
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("function", "text", (c) => c.notNull())
    .addColumn("object", "text", (c) => c.notNull())
    .addColumn("search", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("logs")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("event_id", "integer", (c) => c.notNull().references("log_events.id"))
    .addColumn("user_id", "text", (c) => c.references("users.id").onDelete("set null"))
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("function", "text", (c) => c.notNull())
    .addColumn("object", "text", (c) => c.notNull())
    .addColumn("search", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("logs_created").on("logs").columns(["created_at", "id"]).execute();
}

async function createSignInFailures(db: Db): Promise<void> {
  await db.schema
    .createTable("sign_in_failures")
    .addColumn("subject", "text", (c) => c.primaryKey())
    .addColumn("failures", "integer", (c) => c.notNull())
    .addColumn("locked_until", "bigint", (c) => c.notNull())
    .execute();
}
