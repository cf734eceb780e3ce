import type { User } from "@retro/contract/users";
import { prepareQuery } from "../../db/engines/prepared.ts";
import type { Db } from "../../deps.ts";
import type { RetroDatabase } from "../../db/database.ts";
import { idleMsOf } from "../../http/session/session.ts";
import type { FoundSession, Session, SessionStore } from "../../http/session/session.ts";

const columns = ["users.id", "users.role", "users.name", "users.color", "users.is_avatar_stickers"] as const;

interface UserRow {
  id: string;
  role: User["role"];
  name: string;
  color: string;
  is_avatar_stickers: number;
}

export function toUser(row: UserRow): User {
  return {
    id: row.id,
    role: row.role,
    name: row.name,
    options: { color: row.color, isAvatarStickers: row.is_avatar_stickers === 1 },
  };
}

const findSessionQuery = prepareQuery((db, { id }: { id: string }) =>
  db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select([...columns, "sessions.last_used_at", "sessions.ends_at"])
    .where("sessions.id", "=", id),
);

function toFoundSession(id: string, rows: readonly unknown[]): FoundSession | null {
  const [row] = rows as FoundRow[];
  if (row === undefined) return null;
  return { session: toSession({ ...row, id, user_id: row.id }), user: toUser(row) };
}

type FoundRow = UserRow & { last_used_at: number; ends_at: number | null };

function toSession(row: {
  id: string;
  user_id: string;
  role: User["role"];
  last_used_at: number;
  ends_at: number | null;
}): Session {
  return {
    id: row.id,
    userId: row.user_id,
    lastUsedAt: row.last_used_at,
    endsAt: row.ends_at,
    idleMs: idleMsOf(row.role),
  };
}

export async function findSessions(db: Db, ids: readonly string[]): Promise<Session[]> {
  const rows = await db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select(["sessions.id", "user_id", "role", "last_used_at", "ends_at"])
    .where("sessions.id", "in", ids)
    .execute();
  return rows.map(toSession);
}

const seenIntervalMs = 86_400_000;

async function touchSession(db: Db, id: string, now: number): Promise<void> {
  await db.updateTable("sessions").set({ last_used_at: now }).where("id", "=", id).execute();
  await db
    .updateTable("users")
    .set({ seen_at: now })
    .where("id", "=", (eb) => eb.selectFrom("sessions").select("user_id").where("sessions.id", "=", id))
    .where((eb) => eb.or([eb("seen_at", "is", null), eb("seen_at", "<=", now - seenIntervalMs)]))
    .execute();
}

export async function insertSession(
  db: Db,
  row: {
    id: string;
    user_id: string;
    created_at: number;
    last_used_at: number;
    address: string;
    user_agent: string;
    ends_at: number | null;
  },
): Promise<void> {
  await db.insertInto("sessions").values(row).execute();
}

export async function deleteSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom("sessions").where("id", "=", id).execute();
}

export async function deleteSessionsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db.deleteFrom("sessions").where("user_id", "=", userId).returning("id").execute();
  return rows.map(({ id }) => id);
}

/** Their cookies have expired. Few at a time, because a new visitor waits. */
export async function deleteStaleSessions(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("sessions")
        .select("id")
        .where("last_used_at", "<=", before)
        .orderBy("last_used_at")
        .limit(50),
    )
    .execute();
}

export async function insertUser(db: Db, user: User, createdAt: number): Promise<void> {
  await db
    .insertInto("users")
    .values({
      id: user.id,
      role: user.role,
      name: user.name,
      color: user.options.color,
      is_avatar_stickers: user.options.isAvatarStickers ? 1 : 0,
      email: null,
      password_hash: null,
      created_at: createdAt,
      seen_at: createdAt,
    })
    .execute();
}

export async function updateUserRow(
  db: Db,
  id: string,
  patch: { name?: string; color?: string; is_avatar_stickers?: number },
): Promise<User | null> {
  if (Object.keys(patch).length === 0) return null;
  const row = await db
    .updateTable("users")
    .set(patch)
    .where("id", "=", id)
    .returning(columns)
    .executeTakeFirst();
  return row === undefined ? null : toUser(row);
}

export async function findUsers(db: Db, ids: readonly string[]): Promise<User[]> {
  const found: User[] = [];
  // Both engines bound the number of a statement's parameters.
  for (let at = 0; at < ids.length; at += 500) {
    const part = ids.slice(at, at + 500);
    const rows = await db.selectFrom("users").select(columns).where("users.id", "in", part).execute();
    found.push(...rows.map(toUser));
  }
  return found;
}

export function createSessionStore(database: RetroDatabase): SessionStore {
  return {
    find: async (sessionId) =>
      toFoundSession(sessionId, await findSessionQuery(database.db, { id: sessionId })),
    findQuery: (db, sessionId) => findSessionQuery.with(db, { id: sessionId }),
    fromRows: toFoundSession,
    touch: (sessionId, now) => touchSession(database.db, sessionId, now),
  };
}
