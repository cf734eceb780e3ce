import { sql } from "kysely";
import type { Selectable } from "kysely";
import type { User } from "@retro/contract/users";
import type { Database } from "../../db/schema/schema.ts";
import type { Db } from "../../deps.ts";
import { sha256 } from "../../http/session/secrets.ts";

export interface Account {
  user: User;
  email: string;
  passwordHash: string;
}

const accountColumns = [
  "users.id",
  "users.name",
  "users.color",
  "users.is_avatar_stickers",
  "users.email",
  "users.password_hash",
] as const;
type AccountRow = Pick<
  Selectable<Database["users"]>,
  "id" | "name" | "color" | "is_avatar_stickers" | "email" | "password_hash"
>;

export async function findAdmin(db: Db, email: string): Promise<Account | null> {
  const row = await db
    .selectFrom("users")
    .select(accountColumns)
    .where("email", "=", email)
    .where("role", "=", "admin")
    .executeTakeFirst();
  return row === undefined ? null : toAccount(row);
}

function toAccount(row: AccountRow): Account | null {
  if (!row.email || row.password_hash === null) return null;
  const options = { color: row.color, isAvatarStickers: row.is_avatar_stickers === 1 };
  const user: User = { id: row.id, name: row.name, role: "admin", options };
  return { user, email: row.email, passwordHash: row.password_hash };
}

export async function saveLink(db: Db, link: Database["sign_in_links"]): Promise<void> {
  await deleteLinksOf(db, link.user_id);
  await db.insertInto("sign_in_links").values(link).execute();
}

export async function findLink(
  db: Db,
  id: string,
  now: number,
): Promise<{ account: Account; expiresAt: number } | null> {
  const row = await db
    .selectFrom("sign_in_links")
    .innerJoin("users", "users.id", "sign_in_links.user_id")
    .select([...accountColumns, "sign_in_links.expires_at"])
    .where("sign_in_links.id", "=", id)
    .where("sign_in_links.expires_at", ">", now)
    .where("users.role", "=", "admin")
    .executeTakeFirst();
  const account = row === undefined ? null : toAccount(row);
  return row === undefined || account === null ? null : { account, expiresAt: row.expires_at };
}

export async function deleteLink(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("sign_in_links").where("id", "=", id).executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function deleteLinksOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("sign_in_links").where("user_id", "=", userId).execute();
}

/** Stores a hash of a removed administrator's address, so that ADMIN_EMAIL does not bring them back. */
export async function insertRemoval(db: Db, email: string, now: number): Promise<void> {
  await db
    .insertInto("removed_admins")
    .values({ email_hash: sha256(email), removed_at: now })
    .onConflict((c) => c.column("email_hash").doUpdateSet({ removed_at: now }))
    .execute();
}

export async function isRemovedAdmin(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom("removed_admins")
    .select("removed_at")
    .where("email_hash", "=", sha256(email))
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteRemoval(db: Db, email: string): Promise<void> {
  await db.deleteFrom("removed_admins").where("email_hash", "=", sha256(email)).execute();
}

export async function listAdmins(
  db: Db,
): Promise<{ email: string; created_at: number; last_used_at: number | null }[]> {
  const rows = await db
    .selectFrom("users")
    .select((eb) => [
      "email",
      "created_at",
      eb
        .selectFrom("sessions")
        .select((s) => s.fn.max("last_used_at").as("last"))
        .whereRef("user_id", "=", "users.id")
        .as("last_used_at"),
    ])
    // A literal, not a parameter: only then do both engines use the partial index.
    .where("role", "=", sql.lit("admin"))
    .orderBy("email")
    .execute();
  return rows.map((row) => ({ ...row, email: row.email ?? "", last_used_at: row.last_used_at ?? null }));
}

export async function insertAdmin(
  db: Db,
  user: User,
  account: { email: string; passwordHash: string; createdAt: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("users")
    .values({
      id: user.id,
      role: "admin",
      name: user.name,
      color: user.options.color,
      is_avatar_stickers: user.options.isAvatarStickers ? 1 : 0,
      email: account.email,
      password_hash: account.passwordHash,
      created_at: account.createdAt,
      seen_at: account.createdAt,
    })
    .onConflict((c) => c.column("email").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function savePassword(db: Db, id: string, passwordHash: string): Promise<void> {
  await db.updateTable("users").set({ password_hash: passwordHash }).where("id", "=", id).execute();
}

export async function removeAdminRole(db: Db, id: string): Promise<void> {
  await db
    .updateTable("users")
    .set({ role: "anonymous", email: null, password_hash: null })
    .where("id", "=", id)
    .execute();
}

export async function listSessions(db: Db, userId: string) {
  return db
    .selectFrom("sessions")
    .select(["id", "address", "user_agent", "created_at", "last_used_at", "ends_at"])
    .where("user_id", "=", userId)
    .orderBy("last_used_at", "desc")
    .orderBy("id")
    .execute();
}

export async function countFailure(
  db: Db,
  subject: string,
  until: number,
): Promise<{ failures: number; locked_until: number }> {
  return db
    .insertInto("sign_in_failures")
    .values({ subject, failures: 1, locked_until: until })
    .onConflict((c) =>
      c.column("subject").doUpdateSet((eb) => ({ failures: eb("sign_in_failures.failures", "+", 1) })),
    )
    .returning(["failures", "locked_until"])
    .executeTakeFirstOrThrow();
}

export async function saveFailureUntil(db: Db, subject: string, until: number): Promise<void> {
  await db
    .updateTable("sign_in_failures")
    .set({ locked_until: until })
    .where("subject", "=", subject)
    .execute();
}

export async function clearFailures(db: Db, subjects: readonly string[]): Promise<void> {
  await db
    .deleteFrom("sign_in_failures")
    .where("subject", "in", [...subjects])
    .execute();
}

/** Deletes at most 50 rows whose budget was full before `before`; few, because a sign-in waits. */
export async function deleteFailuresBefore(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom("sign_in_failures")
    .where("subject", "in", (eb) =>
      eb
        .selectFrom("sign_in_failures")
        .select("subject")
        .where("locked_until", "<", before)
        .orderBy("locked_until")
        .limit(50),
    )
    .execute();
}
