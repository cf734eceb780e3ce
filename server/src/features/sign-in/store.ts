import type { Role, User } from "@retro/contract/entities";
import type { IdentitiesTable, ProviderSessionsTable } from "../../db/schema/schema-sign-in.ts";
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
