import { sql } from "kysely";
import type { User } from "@retro/contract/entities";
import type { Db } from "../../deps.ts";

export interface Account {
  user: User;
  email: string;
  passwordHash: string;
}

/** The administrator with this address (in lower case). */
export async function findAdmin(db: Db, email: string): Promise<Account | null> {
  const row = await db
    .selectFrom("users")
    .select(["id", "name", "color", "is_avatar_stickers", "email", "password_hash"])
    .where("email", "=", email)
    .where("role", "=", "admin")
    .executeTakeFirst();
  if (!row?.email || row.password_hash === null) return null;
  const options = { color: row.color, isAvatarStickers: row.is_avatar_stickers === 1 };
  const user: User = { id: row.id, name: row.name, role: "admin", options };
  return { user, email: row.email, passwordHash: row.password_hash };
}

export async function listAdmins(
  db: Db,
): Promise<{ email: string; created_at: number; last_used_at: number | null }[]> {
  const rows = await db
    .selectFrom("users")
    .leftJoin("sessions", "sessions.user_id", "users.id")
    .select((eb) => [
      "users.email",
      "users.created_at",
      eb.fn.max("sessions.last_used_at").as("last_used_at"),
    ])
    .where("role", "=", "admin")
    .groupBy(["users.id", "users.email", "users.created_at"])
    .orderBy("users.email")
    .execute();
  return rows.map((row) => ({ ...row, email: row.email ?? "", last_used_at: row.last_used_at ?? null }));
}

/** Makes an administrator; false when the address is taken. */
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
    })
    .onConflict((c) => c.column("email").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function savePassword(db: Db, id: string, passwordHash: string): Promise<void> {
  await db.updateTable("users").set({ password_hash: passwordHash }).where("id", "=", id).execute();
}

/** The person stays, with what they wrote and voted; the account goes. */
export async function demote(db: Db, id: string): Promise<void> {
  await db
    .updateTable("users")
    .set({ role: "anonymous", email: null, password_hash: null })
    .where("id", "=", id)
    .execute();
}

/** A user's sessions, the last used first. */
export async function listSessions(db: Db, userId: string) {
  return db
    .selectFrom("sessions")
    .select(["id", "address", "user_agent", "created_at", "last_used_at"])
    .where("user_id", "=", userId)
    .orderBy("last_used_at", "desc")
    .orderBy("id")
    .execute();
}

/** Counts one more failure, and holds the row until the transaction's end. What it gives is the count with this one, and the lock before it. */
export async function countFailure(
  db: Db,
  subject: string,
  now: number,
): Promise<{ failures: number; locked_until: number }> {
  return db
    .insertInto("sign_in_failures")
    .values({ subject, failures: 1, locked_until: now })
    .onConflict((c) =>
      c.column("subject").doUpdateSet((eb) => ({ failures: eb("sign_in_failures.failures", "+", 1) })),
    )
    .returning(["failures", "locked_until"])
    .executeTakeFirstOrThrow();
}

export async function lockSubject(db: Db, subject: string, until: number): Promise<void> {
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

export async function deleteFailuresBefore(db: Db, before: number): Promise<void> {
  await db.deleteFrom("sign_in_failures").where("locked_until", "<", before).execute();
}

type Days = Map<number, number>;
/** Whole days since 1970, UTC. Written out: a bound number would make SQLite divide into fractions. */
const dayOf = (column: string) => sql<number>`${sql.ref(column)} / 86400000`;
const asMap = (rows: readonly { day: number; total: number }[]): Days =>
  new Map(rows.map(({ day, total }) => [Number(day), Number(total)]));

/** Boards made since, by day. */
export async function boardsByDay(db: Db, since: number): Promise<Days> {
  const day = dayOf("created_at");
  const rows = await db
    .selectFrom("boards")
    .select((eb) => [day.as("day"), eb.fn.countAll<number>().as("total")])
    .where("created_at", ">=", since)
    .groupBy(day)
    .execute();
  return asMap(rows);
}

/** Stickers made since that are still there, by day. */
export async function stickersByDay(db: Db, since: number): Promise<Days> {
  const day = dayOf("created_at");
  const rows = await db
    .selectFrom("items")
    .select((eb) => [day.as("day"), eb.fn.countAll<number>().as("total")])
    .where("created_at", ">=", since)
    .where("kind", "=", "sticker")
    .groupBy(day)
    .execute();
  return asMap(rows);
}

/** People who opened a board or wrote a sticker, by day, each counted once a day. */
export async function peopleByDay(db: Db, since: number): Promise<Days> {
  const opened = db
    .selectFrom("visits")
    .select([dayOf("visited_at").as("day"), "user_id"])
    .where("visited_at", ">=", since);
  const wrote = db
    .selectFrom("items")
    .select([dayOf("created_at").as("day"), sql<string>`user_id`.as("user_id")])
    .where("created_at", ">=", since)
    .where("kind", "=", "sticker")
    .where("user_id", "is not", null);
  const rows = await db
    .selectFrom(opened.union(wrote).as("active"))
    .select((eb) => ["day", eb.fn.countAll<number>().as("total")])
    .groupBy("day")
    .execute();
  return asMap(rows);
}
