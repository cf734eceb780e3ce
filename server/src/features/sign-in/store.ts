import type { Role, User } from "@retro/contract/entities";
import type {
  IdentitiesTable,
  MemberSpacesTable,
  ProviderSessionsTable,
} from "../../db/schema/schema-sign-in.ts";
import type { Db } from "../../deps.ts";

type Identity = Pick<IdentitiesTable, "issuer" | "subject">;

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
export async function insertIdentity(db: Db, identity: IdentitiesTable): Promise<boolean> {
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

export async function insertProviderSession(db: Db, row: ProviderSessionsTable): Promise<void> {
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
export async function keepSpace(trx: Db, row: MemberSpacesTable): Promise<void> {
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
