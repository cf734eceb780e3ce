import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../../db/schema/schema.ts";
import type { Db } from "../../deps.ts";

export interface Erasure {
  user_id: string;
  reason: Database["erasures"]["reason"];
}

export async function insertErasure(db: Db, erasure: Erasure, now: number): Promise<boolean> {
  const user = await db
    .selectFrom("users")
    .select("role")
    .where("id", "=", erasure.user_id)
    .executeTakeFirst();
  if (user === undefined || user.role === "admin") return false;
  await db
    .insertInto("erasures")
    .values({ ...erasure, created_at: now })
    .onConflict((c) => c.column("user_id").doNothing())
    .execute();
  return true;
}

export async function pendingErasures(db: Db, before: number, most: number): Promise<Erasure[]> {
  return db
    .selectFrom("erasures")
    .select(["user_id", "reason"])
    .where("created_at", "<=", before)
    .limit(most)
    .execute();
}

interface Inactive {
  seenBefore: number;
  sessionsBefore: number;
  most: number;
}

export async function inactiveVisitors(db: Db, inactive: Inactive): Promise<string[]> {
  const rows = await db
    .selectFrom("users")
    .select("id")
    .where("seen_at", "<", inactive.seenBefore)
    .where("role", "!=", "admin")
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("sessions")
            .select("sessions.id")
            .whereRef("sessions.user_id", "=", "users.id")
            .where("sessions.last_used_at", ">", inactive.sessionsBefore),
        ),
      ),
    )
    .orderBy("seen_at")
    .orderBy("id")
    .limit(inactive.most)
    .execute();
  return rows.map(({ id }) => id);
}

const userColumns = {
  visits: ["user_id"],
  items: ["user_id"],
  votes: ["user_id"],
  given_votes: ["user_id"],
  actions: ["user_id", "source_user_id", "owner_id"],
} as const;
const namingTables = Object.keys(userColumns) as (keyof typeof userColumns)[];

/** Each change by a user leaves a visit; the other tables are for what was written without one. */
export async function findBoardsOfUser(db: Db, userId: string): Promise<string[]> {
  let query = db.selectFrom("boards").select("id as board_id").where("creator_id", "=", userId);
  for (const table of namingTables)
    for (const column of userColumns[table])
      query = query.union(db.selectFrom(table).select("board_id").where(sql.ref(column), "=", userId));
  return (await query.execute()).map(({ board_id }) => board_id);
}

export async function findFacilitatedBoards(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom("boards").select("id").where("facilitator_id", "=", userId).execute();
  return rows.map(({ id }) => id);
}

/** Nobody else has opened, written or voted, and it is in no team's space. */
export async function isBoardOnlyOf(db: Db, boardId: string, userId: string): Promise<boolean> {
  // People who are only counted may have been erased since.
  const others = namingTables
    .filter((table) => table !== "given_votes")
    .map(
      (table) =>
        sql<boolean>`exists (select 1 from ${sql.table(table)} where board_id = ${boardId} and user_id <> ${userId})`,
    );
  const row = await db
    .selectFrom("boards")
    .select("id")
    .where("id", "=", boardId)
    .where("creator_id", "=", userId)
    .where("space_id", "is", null)
    .where(sql<boolean>`not (${sql.join(others, sql` or `)})`)
    .executeTakeFirst();
  return row !== undefined;
}

/** No count changes in the end; call it in the board's turn, because counts are wrong in between. */
export async function anonymiseVotes(db: Db, boardId: string, userId: string): Promise<void> {
  await db
    .updateTable("items")
    .set((eb) => ({
      imported_votes: eb(
        "imported_votes",
        "+",
        eb
          .selectFrom("votes")
          .select("votes.count")
          .whereRef("votes.item_id", "=", "items.id")
          .where("votes.user_id", "=", userId),
      ),
    }))
    .where("id", "in", (eb) =>
      eb.selectFrom("votes").select("item_id").where("user_id", "=", userId).where("board_id", "=", boardId),
    )
    .execute();
  await db.deleteFrom("votes").where("user_id", "=", userId).where("board_id", "=", boardId).execute();
  // The remaining votes must not reveal how many the user has given.
  await db
    .updateTable("given_votes")
    .set({ user_id: randomUUID() })
    .where("board_id", "=", boardId)
    .where("user_id", "=", userId)
    .execute();
  const quoted = JSON.stringify(userId);
  // Not "" for the author, which is the server: deletions must still be refused for what a user did.
  await sql`
    update changes set touched = replace(replace(touched, ${`"by":${quoted}`}, '"by":null'), ${quoted}, '""')
    where board_id = ${boardId} and touched like ${`%${quoted}%`}
  `.execute(db);
}

/** Fewer than `most` deleted rows mean that none are left. */
export async function deleteRowsOf(
  db: Db,
  table: "logs" | "feedback" | "visits",
  userId: string,
  most: number,
): Promise<number> {
  const key = table === "visits" ? "board_id" : "id";
  const result = await sql`
    delete from ${sql.table(table)} where user_id = ${userId} and ${sql.ref(key)} in
    (select ${sql.ref(key)} from ${sql.table(table)} where user_id = ${userId} limit ${most})
  `.execute(db);
  return Number(result.numAffectedRows ?? 0);
}

export async function deleteUser(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("users").where("id", "=", userId).execute();
}
