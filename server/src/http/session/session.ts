import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import cookie from "@fastify/cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { User } from "@retro/contract/users";
import type { GuestRule } from "@retro/contract/events";
import { limits } from "@retro/contract/limits";
import type { PendingQuery } from "../../db/engines/query-batch.ts";
import type { Db } from "../../deps.ts";
import { AppError } from "../errors/app-error.ts";
import type { RateLimiter } from "../../limits/rate-limiter.ts";
import { isSocketId } from "../../realtime/channel-names.ts";
import type { ConnectionRef } from "../../realtime/push-service.ts";
import { chargeNewPayer } from "../limits/request-limits.ts";
import type { BasePathSetting } from "../pages/base-path.ts";
import { cookieAttributes } from "../pages/https.ts";
import type { PublicUrlSetting } from "../pages/https.ts";
import { sha256 } from "./secrets.ts";
import { noSpaceKey } from "./space-key.ts";
import { boardOf, isApiCall, requireReach, type TokenStore } from "./tokens.ts";

export const sessionCookie = "retro_session";
const touchIntervalMs = 3_600_000;
/** The last use of an API token is stored once a minute at most. */
const tokenTouchMs = 60_000;
const maxRememberedSessions = 10_000;

export interface Session {
  /** SHA-256 of the cookie's token: it names the session everywhere but in the cookie. */
  id: string;
  userId: string;
  lastUsedAt: number;
  /** Epoch milliseconds at which the session ends in any case; null for a visitor's. */
  endsAt: number | null;
  /** After so long without use it ends too. */
  idleMs: number;
}

export interface OpenedSession {
  token: string;
  session: Session;
}

/** Not used for too long, or past its absolute end. */
export function hasEnded(
  { lastUsedAt, endsAt, idleMs }: Omit<Session, "id" | "userId">,
  now: number,
): boolean {
  return now - lastUsedAt >= idleMs || (endsAt !== null && now >= endsAt);
}

export function idleMsOf(role: User["role"]): number {
  return role === "admin" ? limits.adminSession.idleMs : limits.sessionMs;
}

export interface FoundSession {
  session: Session;
  user: User;
}

/** Asks in a command's own transaction whether the session that the request was let in with still exists. */
export interface SessionCheck {
  query: (db: Db) => PendingQuery;
  /** @throws AppError 401 */
  confirm: (rows: readonly unknown[]) => void;
}

export interface SessionStore {
  find(sessionId: string): Promise<FoundSession | null>;
  findQuery(db: Db, sessionId: string): PendingQuery;
  fromRows(sessionId: string, rows: readonly unknown[]): FoundSession | null;
  touch(sessionId: string, now: number): Promise<void>;
}

declare module "fastify" {
  interface FastifyRequest {
    /** The caller; null before `requireUser` or `resolveSession` ran, and without a session. */
    user: User | null;
    session: Session | null;
    readonly realtimeConnection: ConnectionRef | undefined;
    sessionResolved: boolean;
    /** Set by `requireUserInTurn` only. */
    sessionCheck: SessionCheck | undefined;
  }
  interface FastifyInstance {
    requireUser: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
    /**
     * preHandler, for a call that does nothing but one turn: a session that was found before is let in, and
     * the turn asks with its first query whether it still exists.
     */
    requireUserInTurn: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
    /** preHandler: `requireUser`, for calls that make a board or a space, which guests may be kept from [I5]. */
    requireMaker: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
    /** preHandler: finds the caller's session, if any. Without `reply` it does not renew the session. */
    resolveSession: (request: FastifyRequest, reply?: FastifyReply) => Promise<void>;
    /** Finds also a guest whom `GUESTS=off` shuts out: the guest may sign in, and then keeps everything. */
    findSession: (request: FastifyRequest) => Promise<FoundSession | null>;
    hasLostSession: (request: FastifyRequest) => Promise<boolean>;
    setSessionCookie: (request: FastifyRequest, reply: FastifyReply, opened: OpenedSession) => void;
    clearSessionCookie: (request: FastifyRequest, reply: FastifyReply) => void;
  }
}

/** Generates a session token of 256 random bits, and its hash, the session's id. Store only the id. */
export function generateToken(): { token: string; id: string } {
  const token = randomBytes(32).toString("base64url");
  return { token, id: sha256(token) };
}

export function sessionIdFromCookie({ headers }: IncomingMessage): string | null {
  const token = cookie.parse(headers.cookie ?? "")[sessionCookie];
  return token === undefined || token === "" ? null : sha256(token);
}

export function userOf(request: FastifyRequest): User {
  if (request.user === null) throw new AppError(401, "unauthenticated");
  return request.user;
}

export function sessionOf(request: FastifyRequest): Session {
  if (request.session === null) throw new AppError(401, "unauthenticated");
  return request.session;
}

interface Options {
  sessions: SessionStore;
  tokens: TokenStore;
  clock: () => number;
  rateLimiter: RateLimiter;
  settings: PublicUrlSetting & BasePathSetting & { guests: GuestRule };
  ownsSocket: (sessionId: string, socketId: string) => boolean;
  /** Whether the session belongs to the person that a proxy names; null: no proxy names anybody [I7]. */
  isOfHeader: ((request: FastifyRequest, sessionToken: string, role: User["role"]) => boolean) | null;
}

/** Every request that needs the session asks the database (spec 10.4). The last use is stored hourly. */
export function registerSessions(
  app: FastifyInstance,
  { sessions, tokens, clock, rateLimiter: shared, settings, ownsSocket, isOfHeader }: Options,
): void {
  decorateRequests(app, { ownsSocket, sessions, tokens });
  const attributes = (request: FastifyRequest) => ({
    ...cookieAttributes(request, settings),
    httpOnly: true,
  });

  const setSessionCookie = (
    request: FastifyRequest,
    reply: FastifyReply,
    { token, session }: OpenedSession,
  ): void => {
    const life = session.endsAt === null ? limits.sessionMs : session.endsAt - clock();
    reply.setCookie(sessionCookie, token, {
      ...attributes(request),
      maxAge: Math.ceil(life / 1000),
    });
  };

  const remembered = new LRUCache<string, FoundSession>({
    maxSize: maxRememberedSessions,
    sizeCalculation: () => 1,
  });

  const mayUseSession = ({ role }: User) => role !== "anonymous" || settings.guests !== "off";

  const rememberFound = (id: string, found: FoundSession | null): FoundSession | null => {
    const exists = found !== null && !hasEnded(found.session, clock()) && mayUseSession(found.user);
    shared.recordSession(id, exists);
    if (exists) remembered.set(id, found);
    else remembered.delete(id);
    return exists ? found : null;
  };

  const letIn = (request: FastifyRequest, { session, user }: FoundSession, payer = session.id): void => {
    request.session = session;
    request.user = user;
    if (request.payer.session !== null) return;
    request.payer = { ...request.payer, session: payer, byToken: request.bearer !== null };
    chargeNewPayer(request, shared);
  };

  /** A token is read from the database each time, so that a revoked one is refused everywhere at once [U4]. */
  const resolveToken = async (request: FastifyRequest, bearer: string): Promise<void> => {
    const now = clock();
    const known = await tokens.find(bearer, { boardId: boardOf(request), now });
    const found = known !== null && mayUseSession(known.user) ? known : null;
    shared.recordSession(sha256(bearer), found !== null, found?.payer);
    if (found === null) {
      shared.take(shared.payerOf(request.payer.address, null), { guesses: 1 });
      throw new AppError(401, "unauthenticated");
    }
    const { id, user, spaceKey, lastUsedAt } = found;
    const params = request.params as { key?: string };
    if (params.key === noSpaceKey && spaceKey !== null) params.key = spaceKey;
    request.token = found;
    const session = { id, userId: user.id, lastUsedAt: now, endsAt: null, idleMs: limits.sessionMs };
    letIn(request, { session, user }, found.payer);
    requireReach(request, found);
    if (lastUsedAt !== null && now - lastUsedAt < tokenTouchMs) return;
    await tokens.touch(found, now).catch((error: unknown) => {
      request.log.warn({ err: error }, "the last use of an API token could not be stored");
    });
  };

  const resolveSession = async (request: FastifyRequest, reply?: FastifyReply): Promise<void> => {
    if (request.sessionResolved) return;
    request.sessionResolved = true;
    if (request.bearer !== null) return resolveToken(request, request.bearer);
    const token = request.cookies[sessionCookie];
    if (token === undefined || token === "") return;
    const id = sha256(token);
    const now = clock();
    const found = rememberFound(id, await sessions.find(id));
    if (found === null) return;
    // Administrators have accounts of their own.
    if (found.user.role !== "admin" && isOfHeader?.(request, token, found.user.role) === false) return;
    letIn(request, found);
    if (reply === undefined || now - found.session.lastUsedAt < touchIntervalMs) return;
    // Boards must stay readable while the database cannot write (a full disk, for example): a later request
    // renews the session.
    const renewed = await sessions.touch(found.session.id, now).then(
      () => true,
      (error: unknown) => {
        request.log.warn({ err: error }, "a session could not be renewed; a later request tries again");
        return false;
      },
    );
    if (renewed) setSessionCookie(request, reply, { token, session: found.session });
  };

  const requireUser = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await resolveSession(request, reply);
    if (request.user === null) throw new AppError(401, "unauthenticated");
  };

  const requireUserInTurn = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const id = request.payer.session;
    const found = id === null ? undefined : remembered.get(id);
    // One that is due to be renewed, or may have ended, is read now, and one that must fit a header.
    if (isOfHeader !== null) return requireUser(request, reply);
    if (id === null || found === undefined || clock() - found.session.lastUsedAt >= touchIntervalMs)
      return requireUser(request, reply);
    request.sessionResolved = true;
    request.sessionCheck = {
      query: (db) => sessions.findQuery(db, id),
      confirm(rows) {
        if (rememberFound(id, sessions.fromRows(id, rows)) === null)
          throw new AppError(401, "unauthenticated");
      },
    };
    letIn(request, found);
  };

  // Before the body is read and validated, so that the first refusal is that the token does not reach the
  // call.
  app.addHook("onRequest", async (request) => {
    if (request.bearer !== null && isApiCall(request)) await resolveSession(request);
    else if (request.routeOptions.config.tokens === "required") throw new AppError(401, "unauthenticated");
  });
  app.decorate("findSession", async ({ raw }: FastifyRequest) => {
    const id = sessionIdFromCookie(raw);
    const found = id === null ? null : await sessions.find(id);
    return found === null || hasEnded(found.session, clock()) ? null : found;
  });
  app.decorate("resolveSession", resolveSession);
  app.decorate("requireUserInTurn", requireUserInTurn);
  app.decorate("setSessionCookie", (request: FastifyRequest, reply: FastifyReply, opened: OpenedSession) => {
    shared.recordSession(opened.session.id, true);
    setSessionCookie(request, reply, opened);
    app.setCsrfCookie(request, reply, opened.token);
  });
  app.decorate("clearSessionCookie", (request: FastifyRequest, reply: FastifyReply) => {
    app.setCsrfCookie(request, reply, "");
    reply.clearCookie(sessionCookie, attributes(request));
  });
  app.decorate("requireUser", requireUser);
  app.decorate("requireMaker", async (request: FastifyRequest, reply: FastifyReply) => {
    await requireUser(request, reply);
    if (settings.guests !== "on" && userOf(request).role === "anonymous")
      throw new AppError(403, "sign_in_required");
  });
}

function decorateRequests(
  app: FastifyInstance,
  { ownsSocket, sessions, tokens }: Pick<Options, "ownsSocket" | "sessions" | "tokens">,
): void {
  app.decorate("hasLostSession", async ({ session, bearer }: FastifyRequest) => {
    if (session === null) return false;
    const found =
      bearer === null ? sessions.find(session.id) : tokens.find(bearer, { boardId: null, now: 0 });
    return (await found) === null;
  });
  app.decorateRequest("user", null);
  app.decorateRequest("session", null);
  app.decorateRequest("sessionResolved", false);
  app.decorateRequest("sessionCheck", undefined);
  app.decorateRequest("token", null);
  app.decorateRequest("realtimeConnection", {
    getter() {
      const header = this.headers["x-socket-id"];
      if (!isSocketId(header) || this.session === null) return undefined;
      const sessionId = this.session.id;
      return ownsSocket(sessionId, header) ? { socketId: header, sessionId } : undefined;
    },
  });
}
