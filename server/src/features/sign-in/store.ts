import { sql } from "kysely";
import type { Role, User } from "@retro/contract/users";
import type { Database } from "../../db/schema/schema.ts";
import type { Db } from "../../deps.ts";

type Identity = Pick<Database["identities"], "issuer" | "subject">;

export async function findUserOf(db: Db, { issuer, subject }: Identity): Promise<User | null> {
  const row = await db
    .selectFrom("identities")
    .innerJoin("users", "users.id", "identities.user_id")
    .select(["users.id", "users.role", "users.name", "users.color", "users.is_avatar_stickers"])
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { color, is_avatar_stickers, ...user } = row;
  return { ...user, options: { color, isAvatarStickers: is_avatar_stickers === 1 } };
}

/** False when another request has just stored it. */
export async function insertIdentity(db: Db, identity: Database["identities"]): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("identities")
    .values(identity)
    .onConflict((c) => c.columns(["issuer", "subject"]).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function saveUser(
  db: Db,
  id: string,
  { role, name }: { role: Role; name: string },
): Promise<void> {
  await db.updateTable("users").set({ role, name }).where("id", "=", id).execute();
}

export async function insertProviderSession(db: Db, row: Database["provider_sessions"]): Promise<void> {
  await db.insertInto("provider_sessions").values(row).execute();
}

export async function findIdToken(db: Db, sessionId: string): Promise<string | null> {
  const row = await db
    .selectFrom("provider_sessions")
    .select("id_token")
    .where("session_id", "=", sessionId)
    .executeTakeFirst();
  return row?.id_token ?? null;
}

/** In a transaction: nobody else can take it until it is saved again. */
export async function takeRefreshToken(
  trx: Db,
  sessionId: string,
): Promise<{ refresh_token: string; subject: string } | null> {
  const row = await trx
    .selectFrom("provider_sessions")
    .select(["refresh_token", "subject"])
    .where("session_id", "=", sessionId)
    .executeTakeFirst();
  if (row === undefined || row.refresh_token === null) return null;
  const { refresh_token, subject } = row;
  const { numUpdatedRows } = await trx
    .updateTable("provider_sessions")
    .set({ refresh_token: null })
    .where("session_id", "=", sessionId)
    .where("refresh_token", "=", refresh_token)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? { refresh_token, subject } : null;
}

export async function saveRefreshToken(db: Db, sessionId: string, refresh_token: string): Promise<void> {
  await db
    .updateTable("provider_sessions")
    .set({ refresh_token })
    .where("session_id", "=", sessionId)
    .execute();
}

export async function findOwner(
  db: Db,
  sessionId: string,
): Promise<{ role: Role; created_at: number } | null> {
  const row = await db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select(["users.role", "sessions.created_at"])
    .where("sessions.id", "=", sessionId)
    .executeTakeFirst();
  return row ?? null;
}

export async function saveEnd(db: Db, sessionId: string, ends_at: number): Promise<void> {
  await db.updateTable("sessions").set({ ends_at }).where("id", "=", sessionId).execute();
}

export async function insertPending(db: Db, row: Database["pending_sign_ins"]): Promise<void> {
  await db.insertInto("pending_sign_ins").values(row).execute();
}

export async function findPending(
  db: Db,
  id: string,
  now: number,
): Promise<Pick<Database["pending_sign_ins"], "user_id" | "sealed"> | null> {
  const row = await db
    .selectFrom("pending_sign_ins")
    .select(["user_id", "sealed"])
    .where("id", "=", id)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row ?? null;
}

/** False when another request has just answered it. */
export async function deletePending(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("pending_sign_ins").where("id", "=", id).executeTakeFirst();
  return numDeletedRows === 1n;
}

/** What shows a user's name to others. `boards` is 0 for who has written nothing. */
export async function countWritten(db: Db, userId: string): Promise<{ stickers: number; boards: number }> {
  const { rows } = await sql<{ stickers: number | string; boards: number | string }>`
    select
      (select count(*) from items where user_id = ${userId} and kind = 'sticker') as stickers,
      (select count(*) from (
        select board_id from items where user_id = ${userId}
        union select board_id from actions where user_id = ${userId}
        union select items.board_id from visits join items on items.board_id = visits.board_id
          where visits.user_id = ${userId} and reactions like ${`%${JSON.stringify(userId)}%`}
      ) as written) as boards`.execute(db);
  return { stickers: Number(rows[0]?.stickers ?? 0), boards: Number(rows[0]?.boards ?? 0) };
}

/** Ends what has ended at the provider. @returns the sessions that were open */
export async function deleteProviderSessions(
  trx: Db,
  { issuer, subject, sid }: { issuer: string; subject: string | null; sid: string | null },
): Promise<{ id: string; userId: string }[]> {
  const named = trx
    .selectFrom("provider_sessions")
    .select("session_id")
    .where("issuer", "=", issuer)
    .$if(sid !== null, (q) => q.where("sid", "=", sid))
    .$if(subject !== null, (q) => q.where("subject", "=", subject ?? ""));
  const rows = await trx
    .deleteFrom("sessions")
    .where("id", "in", named)
    .returning(["id", "user_id"])
    .execute();
  return rows.map(({ id, user_id }) => ({ id, userId: user_id }));
}

/** The same key again changes nothing; a new key of the space replaces the former. */
export async function keepSpace(trx: Db, row: Database["member_spaces"]): Promise<void> {
  const { sealed_key, kept_at } = row;
  await trx
    .insertInto("member_spaces")
    .values(row)
    .onConflict((c) => c.columns(["user_id", "space_id"]).doUpdateSet({ sealed_key, kept_at }))
    .execute();
}

export async function forgetOlderSpaces(trx: Db, userId: string, most: number): Promise<void> {
  const last = trx
    .selectFrom("member_spaces")
    .select("space_id")
    .where("user_id", "=", userId)
    .orderBy("kept_at", "desc")
    .orderBy("space_id")
    .limit(most);
  await trx
    .deleteFrom("member_spaces")
    .where("user_id", "=", userId)
    .where("space_id", "not in", last)
    .execute();
}

export async function keptSpaces(db: Db, userId: string) {
  return db
    .selectFrom("member_spaces")
    .innerJoin("spaces", "spaces.id", "member_spaces.space_id")
    .select(["spaces.name", "spaces.key_hash", "sealed_key"])
    .where("user_id", "=", userId)
    .orderBy("kept_at", "desc")
    .orderBy("space_id")
    .execute();
}
