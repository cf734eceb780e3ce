import { type Kysely, sql } from "kysely";
import type { Database, Engine } from "../schema/schema.ts";

export const listedTables = ["boards", "feedback", "contacts", "subscribers", "logs", "log_events"] as const;

export async function prepareForGrowth(db: Kysely<Database>, engine: Engine): Promise<void> {
  await addIndexes(db);
  await countRows(db, engine);
  await indexWords(db, engine);
}

async function addIndexes(db: Kysely<Database>): Promise<void> {
  const index = (name: string, table: string, ...columns: string[]) =>
    db.schema.createIndex(name).on(table).columns(columns);
  // Deleting a user searches every table that refers to users.
  await index("votes_user", "votes", "user_id").execute();
  await index("boards_creator", "boards", "creator_id")
    .where(sql.ref("creator_id"), "is not", null)
    .execute();
  await index("boards_facilitator", "boards", "facilitator_id")
    .where(sql.ref("facilitator_id"), "is not", null)
    .execute();
  await index("items_user", "items", "user_id").where(sql.ref("user_id"), "is not", null).execute();
  await index("feedback_user", "feedback", "user_id").where(sql.ref("user_id"), "is not", null).execute();
  await index("logs_user", "logs", "user_id").where(sql.ref("user_id"), "is not", null).execute();
  // Almost no board has a running timer, and almost no user is an administrator.
  await db.schema.dropIndex("boards_settles").execute();
  await index("boards_running_timers", "boards", "timer_settles_at", "id")
    .where(sql.ref("timer_settles_at"), "is not", null)
    .execute();
  await index("users_admins", "users", "email").where(sql.ref("role"), "=", sql.lit("admin")).execute();
  await index("logs_name", "logs", "name", "id").execute();
  await index("logs_event", "logs", "event_id", "id").execute();
  await index("logs_function", "logs", "function", "id").execute();
  await index("logs_object", "logs", "object", "id").execute();
}

async function countRows(db: Kysely<Database>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("list_totals")
    .addColumn("list", "text", (c) => c.notNull())
    .addColumn("part", "integer", (c) => c.notNull())
    .addColumn("total", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("list_totals_key", ["list", "part"])
    .execute();
  if (engine === "postgres")
    // Each connection updates one of 16 rows, so that concurrent inserts do not wait for each other.
    await sql`create function count_list_rows() returns trigger language plpgsql as $$
      declare added bigint;
      begin
        select count(*) into added from changed;
        if added > 0 then
          if tg_op = 'DELETE' then added := -added; end if;
          insert into list_totals (list, part, total) values (tg_table_name, pg_backend_pid() % 16, added)
            on conflict (list, part) do update set total = list_totals.total + excluded.total;
        end if;
        return null;
      end $$`.execute(db);
  for (const list of listedTables) {
    const table = sql.table(list);
    const trigger = (what: string) => sql.ref(`${list}_${what}`);
    await sql`insert into list_totals (list, part, total) select ${sql.lit(list)}, 0, count(*) from ${table}`.execute(
      db,
    );
    if (engine === "postgres") {
      await sql`create trigger ${trigger("added")} after insert on ${table}
        referencing new table as changed for each statement execute function count_list_rows()`.execute(db);
      await sql`create trigger ${trigger("removed")} after delete on ${table}
        referencing old table as changed for each statement execute function count_list_rows()`.execute(db);
    } else {
      await sql`create trigger ${trigger("added")} after insert on ${table} begin
        update list_totals set total = total + 1 where list = ${sql.lit(list)} and part = 0; end`.execute(db);
      await sql`create trigger ${trigger("removed")} after delete on ${table} begin
        update list_totals set total = total - 1 where list = ${sql.lit(list)} and part = 0; end`.execute(db);
    }
  }
}

/** Groups of three characters of the `search` columns: FTS5, or pg_trgm if the server has it. */
async function indexWords(db: Kysely<Database>, engine: Engine): Promise<void> {
  if (engine === "postgres") {
    const indexes = listedTables.map(
      (list) => `create index ${list}_words on ${list} using gin (search gin_trgm_ops);`,
    );
    await sql`do $$ begin create extension if not exists pg_trgm; ${sql.raw(indexes.join(" "))}
      exception when others then raise warning 'no search index: %', sqlerrm; end $$`.execute(db);
    return;
  }
  for (const list of listedTables) {
    const table = sql.table(list);
    const words = sql.table(`${list}_words`);
    const trigger = (what: string) => sql.ref(`${list}_words_${what}`);
    await sql`create virtual table ${words} using fts5(search, tokenize = 'trigram case_sensitive 1',
      content = '', contentless_delete = 1, detail = none)`.execute(db);
    await sql`insert into ${words} (rowid, search) select rowid, search from ${table}`.execute(db);
    await sql`create trigger ${trigger("added")} after insert on ${table} begin
      insert into ${words} (rowid, search) values (new.rowid, new.search); end`.execute(db);
    await sql`create trigger ${trigger("removed")} after delete on ${table} begin
      delete from ${words} where rowid = old.rowid; end`.execute(db);
    await sql`create trigger ${trigger("changed")} after update of search on ${table}
      when new.search is not old.search begin
      update ${words} set search = new.search where rowid = old.rowid; end`.execute(db);
  }
}
