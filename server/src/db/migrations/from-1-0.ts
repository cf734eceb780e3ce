import { type Kysely, sql } from "kysely";
import { createTable } from "../schema/create-schema.ts";
import { type Database, type Engine, tables } from "../schema/schema.ts";

const lists = ["boards", "contacts", "feedback", "log_events", "logs", "subscribers"] as const;

const addedTables = [
  "given_votes",
  "open_questions",
  "question_people",
  "pending_sign_ins",
  "space_departures",
  "space_members",
] as const;

const addedColumns = [
  ["boards", "passphrase_set_at bigint"],
  ["boards", "passphrase_space_id text"],
  ["deleted_votes", "section_id text"],
  ["provider_sessions", "refresh_token text"],
  ["votes", "section_id text"],
  ["webhooks", "made_by_member integer default 0 not null"],
] as const;

/** Turns the schema that 1.0 left into the one that the first migration makes; no row changes. */
export async function updateFrom10(db: Kysely<Database>, engine: Engine): Promise<void> {
  const execute = (statement: string) => sql.raw(statement).execute(db);
  for (const list of lists) {
    const on = engine === "postgres" ? ` on ${list}` : "";
    for (const when of ["added", "removed"]) await execute(`drop trigger ${list}_${when}${on}`);
    if (engine === "postgres") await execute(`drop index ${list}_words`);
    else {
      for (const when of ["added", "changed", "removed"]) await execute(`drop trigger ${list}_words_${when}`);
      await execute(`drop table ${list}_words`);
    }
  }
  if (engine === "postgres") await execute("drop function count_list_rows()");
  await execute("drop table list_totals");
  for (const [table, column] of addedColumns) await execute(`alter table ${table} add column ${column}`);
  for (const name of addedTables) await createTable(db, engine, name, tables[name]);
  await execute("create index user_merges_age on user_merges (created_at)");
}

/** The votes that are left are counted from these, and 1.0 counted them from the votes [V10]. */
export async function countGivenVotes(db: Kysely<Database>): Promise<void> {
  await sql`insert into given_votes (board_id, user_id, count)
    select board_id, user_id, sum(count) from votes group by board_id, user_id
    on conflict do nothing`.execute(db);
}
