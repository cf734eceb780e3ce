import { sql } from "kysely";
import type { Database } from "../../db/schema/schema.ts";
import type { Db } from "../../deps.ts";

export type Merge = Pick<Database["user_merges"], "user_id" | "into_id">;

export async function insertMerge(db: Db, merge: Merge, now: number): Promise<void> {
  await db
    .insertInto("user_merges")
    .values({ ...merge, created_at: now })
    .onConflict((c) => c.column("user_id").doNothing())
    .execute();
  // From the next request on, the heir repeats what the guest has sent.
  await sql`
    insert into idempotency_keys (board_id, user_id, key, request, version, ids, created_at)
    select board_id, ${merge.into_id}, key, request, version, ids, created_at from idempotency_keys
      where user_id = ${merge.user_id}
    on conflict (board_id, user_id, key) do nothing`.execute(db);
}

export async function pendingMerges(db: Db, before: number, most: number): Promise<Merge[]> {
  return db
    .selectFrom("user_merges")
    .select(["user_id", "into_id"])
    .where("created_at", "<=", before)
    .limit(most)
    .execute();
}

/**
 * The guest's votes, and what names the guest as the board's creator, in the board's turn. A vote on a sticker
 * that the heir has voted for stays with the guest.
 */
export async function inheritBoard(db: Db, boardId: string, userId: string, heir: string): Promise<void> {
  await sql`
    update votes set user_id = ${heir} where board_id = ${boardId} and user_id = ${userId} and item_id not in
    (select item_id from votes where board_id = ${boardId} and user_id = ${heir})`.execute(db);
  await sql`
    update given_votes set user_id = ${heir} where board_id = ${boardId} and user_id = ${userId} and not exists
    (select 1 from given_votes where board_id = ${boardId} and user_id = ${heir})`.execute(db);
  for (const column of ["creator_id", "deleted_by"] as const)
    await db
      .updateTable("boards")
      .set({ [column]: heir })
      .where("id", "=", boardId)
      .where(column, "=", userId)
      .execute();
  const [before, after] = [JSON.stringify(userId), JSON.stringify(heir)];
  await sql`
    update changes set touched = replace(touched, ${before}, ${after})
    where board_id = ${boardId} and touched like ${`%${before}%`}`.execute(db);
}

/** All that belongs to no board's turn. It can be repeated. The guest's visits stay, to find the boards by. */
export async function inheritUser(db: Db, userId: string, heir: string): Promise<void> {
  await sql`
    insert into visits (user_id, board_id, visited_at, removed_at)
    select ${heir}, board_id, visited_at, removed_at from visits where user_id = ${userId}
    on conflict (user_id, board_id) do update set
      visited_at = case when excluded.visited_at > visits.visited_at then excluded.visited_at else visits.visited_at end,
      removed_at = case when excluded.removed_at is null then null else visits.removed_at end`.execute(db);
  await sql`
    insert into board_passes (board_id, user_id, passed_at, has_set)
    select board_id, ${heir}, passed_at, has_set from board_passes where user_id = ${userId}
    on conflict (board_id, user_id) do nothing`.execute(db);
  await sql`
    insert into space_members (space_id, user_id, since, key_hash)
    select space_id, ${heir}, since, key_hash from space_members where user_id = ${userId}
    on conflict (space_id, user_id) do update set
      since = case when excluded.since < space_members.since then excluded.since else space_members.since end,
      key_hash = case when excluded.key_hash = (select key_hash from spaces where id = space_members.space_id)
        then excluded.key_hash else space_members.key_hash end`.execute(db);
  await sql`
    insert into question_people (board_id, kind, user_id, answered)
    select board_id, kind, ${heir}, answered from question_people where user_id = ${userId}
    on conflict (board_id, kind, user_id) do update set
      answered = case when excluded.answered > question_people.answered then 1 else question_people.answered end`.execute(
    db,
  );
  await sql`delete from question_people where user_id = ${userId}`.execute(db);
  await sql`
    update deleted_votes set user_id = ${heir} where user_id = ${userId} and item_id not in
    (select item_id from deleted_votes where user_id = ${heir})`.execute(db);
  for (const { table, columns } of namingUsers)
    for (const column of columns)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${heir} where ${sql.ref(column)} = ${userId}`.execute(
        db,
      );
}

const namingUsers = [
  { table: "own_templates", columns: ["user_id"] },
  { table: "deletions", columns: ["user_id"] },
  { table: "deleted_items", columns: ["user_id"] },
  { table: "deleted_actions", columns: ["deleted_by", "user_id", "source_user_id", "owner_id"] },
  { table: "logs", columns: ["user_id"] },
  { table: "feedback", columns: ["user_id"] },
  { table: "api_tokens", columns: ["user_id", "made_by"] },
] as const;
