import { randomUUID, randomInt } from "node:crypto";
import type { UpdateUser } from "@retro/contract/accounts";
import type { Person, User } from "@retro/contract/users";
import { channels, eventNames } from "@retro/contract/events";
import { limits } from "@retro/contract/limits";
import { type Locale, inLocale } from "@retro/contract/messages/catalogue";
import { runAfterCommit } from "../../after-commit.ts";
import type { Db, Deps } from "../../deps.ts";
import { generateToken, idleMsOf } from "../../http/session/session.ts";
import type { OpenedSession, Session } from "../../http/session/session.ts";
import type { ConnectionRef } from "../../realtime/push-service.ts";
import { randomColor } from "./avatar-colors.ts";
import {
  deleteSession,
  deleteSessionsOf,
  deleteStaleSessions,
  findUsers,
  insertSession,
  insertUser,
  updateUserRow,
} from "./store.ts";
import { nameParts } from "@retro/contract/random-names";

/** Makes a visitor (spec 10.3), without a name or colour with random ones. */
export async function createAnonymousUser(
  deps: Pick<Deps, "clock">,
  trx: Db,
  input: { name?: string | undefined; options?: UpdateUser["options"]; locale: Locale },
): Promise<User> {
  const user: User = {
    id: randomUUID(),
    role: "anonymous",
    name: input.name ?? randomName(input.locale),
    options: {
      color: input.options?.color ?? randomColor(),
      isAvatarStickers: input.options?.isAvatarStickers ?? true,
    },
  };
  await insertUser(trx, user, deps.clock());
  return user;
}

/**
 * The token goes into the cookie and is not stored (spec 10.4). `previous`, the session of the request, ends:
 * an attacker may know its token [A4].
 */
export async function openSession(
  deps: Pick<Deps, "clock">,
  trx: Db,
  input: {
    user: Pick<User, "id" | "role">;
    address: string;
    userAgent: string;
    previous?: Session | null;
    /** The session ends after so long in any case; an administrator's may end sooner. */
    maxMs?: number | null;
  },
): Promise<OpenedSession> {
  const { token, id } = generateToken();
  const now = deps.clock();
  if (input.previous) await deleteSession(trx, input.previous.id);
  await deleteStaleSessions(trx, now - limits.sessionMs);
  const { role } = input.user;
  const maxMs = Math.min(input.maxMs ?? Infinity, role === "admin" ? limits.adminSession.maxMs : Infinity);
  const endsAt = maxMs === Infinity ? null : now + maxMs;
  await insertSession(trx, {
    id,
    user_id: input.user.id,
    created_at: now,
    last_used_at: now,
    address: input.address.slice(0, 64),
    user_agent: input.userAgent.slice(0, 255).replaceAll("\u0000", ""),
    ends_at: endsAt,
  });
  return { token, session: { id, userId: input.user.id, lastUsedAt: now, endsAt, idleMs: idleMsOf(role) } };
}

export async function revokeSession(deps: Deps, session: Pick<Session, "id" | "userId">): Promise<void> {
  await deleteSession(deps.database.db, session.id);
  announceSessionEnd(deps, session);
}

/** In the caller's transaction. Call the returned announcement after the commit. */
export async function revokeAllSessions(
  deps: Pick<Deps, "transport" | "sockets" | "log">,
  trx: Db,
  userId: string,
): Promise<() => void> {
  const ids = await deleteSessionsOf(trx, userId);
  return () => {
    for (const id of ids) announceSessionEnd(deps, { id, userId });
  };
}

/** Call it after the commit. Never throws. */
export function announceSessionEnd(
  deps: Pick<Deps, "transport" | "sockets" | "log">,
  session: Pick<Session, "id" | "userId">,
): void {
  const { transport, sockets, log } = deps;
  runAfterCommit(log, "announce the end of a session", () =>
    transport.broadcast(channels.user(session.userId), eventNames.sessionEnded, {}),
  );
  runAfterCommit(log, "end a session's connections", () =>
    sockets.disconnectSession(session.id, session.userId),
  );
}

export function announceUserEnd(deps: Pick<Deps, "transport" | "sockets">, userId: string): void {
  deps.transport.broadcast(channels.user(userId), eventNames.sessionEnded, {});
  deps.sockets.disconnectUser(userId);
}

/** An omitted field keeps its value. The boards that the user is on get an event (spec 4.8). */
export async function updateUser(
  deps: Pick<Deps, "database" | "presence">,
  user: User,
  patch: UpdateUser,
  connection?: ConnectionRef,
): Promise<User> {
  const { name, options } = patch;
  const changed = await updateUserRow(deps.database.db, user.id, {
    ...(name === undefined ? {} : { name }),
    ...(options?.color === undefined ? {} : { color: options.color }),
    ...(options?.isAvatarStickers === undefined
      ? {}
      : { is_avatar_stickers: options.isAvatarStickers ? 1 : 0 }),
  });
  if (changed === null) return user;
  const info = { name: changed.name, options: changed.options };
  deps.presence.updateMember(user.id, info, eventNames.whisperUser, connection);
  return changed;
}

export async function findPeople(db: Db, ids: readonly string[]): Promise<Person[]> {
  const unique = [...new Set(ids)];
  const byId = new Map((await findUsers(db, unique)).map((user) => [user.id, user]));
  return unique.flatMap((id) => {
    const user = byId.get(id);
    return user === undefined ? [] : [{ id, name: user.name, options: user.options }];
  });
}

export function randomName(locale: Locale): string {
  const { adjectives, animals, feminine = [], toFeminine } = inLocale(nameParts, locale);
  const adjective = pickRandom(adjectives);
  const animal = pickRandom([...animals, ...feminine]);
  return `${feminine.includes(animal) && toFeminine ? toFeminine(adjective) : adjective} ${animal}`;
}

function pickRandom(from: readonly string[]): string {
  return from[randomInt(from.length)] as string;
}
