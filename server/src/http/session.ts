import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import cookie from "@fastify/cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { User } from "@retro/contract/entities";
import { limits } from "@retro/contract/limits";
import { AppError } from "./app-error.ts";
import type { Limits } from "../limits/limits.ts";
import { chargeSession } from "./request-limits.ts";
import { isHttps } from "./https.ts";
import type { PublicUrlSetting } from "./https.ts";
import { sha256 } from "./secrets.ts";

export const sessionCookie = "retro_session";
const touchIntervalMs = 3_600_000;

export interface Session {
  /** SHA-256 of the cookie's token: what the server keeps, and what names the session everywhere but in the cookie. */
  id: string;
  userId: string;
  lastUsedAt: number;
  /** Epoch milliseconds of the absolute end of an administrator's session; null for a visitor's. */
  endsAt: number | null;
}

/** A session with its token, which only the cookie holds. */
export interface OpenedSession {
  token: string;
  session: Session;
}

/** True when a session has ended: by time without use, or at its absolute end. */
export function hasEnded({ lastUsedAt, endsAt }: Session, now: number): boolean {
  if (endsAt === null) return now - lastUsedAt >= limits.sessionMs;
  return now >= endsAt || now - lastUsedAt >= limits.adminSession.idleMs;
}

/** Where sessions are kept; a feature brings it, so that this room needs to know none. */
export interface SessionStore {
  find(sessionId: string): Promise<{ session: Session; user: User } | null>;
  touch(sessionId: string, now: number): Promise<void>;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Who asks; null before `requireUser` or `resolveSession` ran, and when nobody is signed in. */
    user: User | null;
    session: Session | null;
    /** The caller's realtime connection, if it is one that this session has authorised. */
    readonly socketId: string | undefined;
    sessionResolved: boolean;
  }
  interface FastifyInstance {
    /** preHandler: finds out who asks; 401 when nobody. */
    requireUser: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
    /** preHandler: finds out who asks, and lets everybody pass. Without `reply` the session's life is not renewed. */
    resolveSession: (request: FastifyRequest, reply?: FastifyReply) => Promise<void>;
    /** Hands the tokens of a new session to the browser: the session's and the CSRF token bound to it. */
    setSessionCookie: (request: FastifyRequest, reply: FastifyReply, opened: OpenedSession) => void;
    clearSessionCookie: (request: FastifyRequest, reply: FastifyReply) => void;
  }
}

/** A new session token, 256 random bits; only its hash is to be stored. */
export function generateToken(): { token: string; id: string } {
  const token = randomBytes(32).toString("base64url");
  return { token, id: sha256(token) };
}

/** The id of the session that a request's cookie names, for requests that Fastify does not see; unverified. */
export function sessionIdFromCookie({ headers }: IncomingMessage): string | null {
  const token = cookie.parse(headers.cookie ?? "")[sessionCookie];
  return token === undefined || token === "" ? null : sha256(token);
}

/** Who asks, after `requireUser`. @throws AppError 401 without it. */
export function userOf(request: FastifyRequest): User {
  if (request.user === null) throw new AppError(401, "unauthenticated");
  return request.user;
}

/** The asker's session, after `requireUser`. @throws AppError 401 without it. */
export function sessionOf(request: FastifyRequest): Session {
  if (request.session === null) throw new AppError(401, "unauthenticated");
  return request.session;
}

interface Options {
  sessions: SessionStore;
  clock: () => number;
  limits: Limits;
  settings: PublicUrlSetting;
  ownsSocket: (sessionId: string, socketId: string) => boolean;
}

/** Reads the session cookie, with one query per request that needs it. The last use is stored at most hourly. */
export function registerSessions(
  app: FastifyInstance,
  { sessions, clock, limits: shared, settings, ownsSocket }: Options,
): void {
  app.decorateRequest("user", null);
  app.decorateRequest("session", null);
  app.decorateRequest("sessionResolved", false);
  app.decorateRequest("socketId", {
    getter() {
      const header = this.headers["x-socket-id"];
      if (typeof header !== "string" || this.session === null) return undefined;
      return ownsSocket(this.session.id, header) ? header : undefined;
    },
  });

  const setSessionCookie = (
    request: FastifyRequest,
    reply: FastifyReply,
    { token, session }: OpenedSession,
  ): void => {
    const life = session.endsAt === null ? limits.sessionMs : session.endsAt - clock();
    reply.setCookie(sessionCookie, token, {
      path: "/",
      httpOnly: true,
      sameSite: "lax",
      secure: isHttps(request, settings),
      maxAge: Math.ceil(life / 1000),
    });
  };

  const resolveSession = async (request: FastifyRequest, reply?: FastifyReply): Promise<void> => {
    if (request.sessionResolved) return;
    request.sessionResolved = true;
    const token = request.cookies[sessionCookie];
    if (token === undefined || token === "") return;
    const found = await sessions.find(sha256(token));
    const now = clock();
    const exists = found !== null && !hasEnded(found.session, now);
    shared.noteSession(sha256(token), exists);
    if (!exists) return;
    request.session = found.session;
    request.user = found.user;
    chargeSession(request, shared);
    if (reply === undefined || now - found.session.lastUsedAt < touchIntervalMs) return;
    // A database that only reads (its disk is full, say) still shows boards: the session is renewed by a later request.
    const renewed = await sessions.touch(found.session.id, now).then(
      () => true,
      (error: unknown) => {
        request.log.warn({ err: error }, "a session could not be renewed; a later request tries again");
        return false;
      },
    );
    if (renewed) setSessionCookie(request, reply, { token, session: found.session });
  };

  app.decorate("resolveSession", resolveSession);
  app.decorate("setSessionCookie", (request: FastifyRequest, reply: FastifyReply, opened: OpenedSession) => {
    shared.noteSession(opened.session.id, true);
    setSessionCookie(request, reply, opened);
    app.setCsrfCookie(request, reply, opened.token);
  });
  app.decorate("clearSessionCookie", (request: FastifyRequest, reply: FastifyReply) => {
    app.setCsrfCookie(request, reply, "");
    reply.clearCookie(sessionCookie, {
      path: "/",
      httpOnly: true,
      sameSite: "lax",
      secure: isHttps(request, settings),
    });
  });
  app.decorate("requireUser", async (request: FastifyRequest, reply: FastifyReply) => {
    await resolveSession(request, reply);
    if (request.user === null) throw new AppError(401, "unauthenticated");
  });
}
