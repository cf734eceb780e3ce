import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import {
  signIn as signInBody,
  signInLink as signInLinkBody,
  useSignInLink as useSignInLinkBody,
} from "@retro/contract/accounts";
import { user as userSchema } from "@retro/contract/users";
import {
  personRow,
  sessionRow,
  signInLinkInfo,
  statsDay,
  type StatsDay,
  type SessionRow,
} from "@retro/contract/lists";
import { serverHealth } from "@retro/contract/server-health";
import type { Deps, Feature, FeatureApp, Db } from "../../deps.ts";
import { dataOf } from "../../http/openapi.ts";
import { anyone, route } from "../../http/route.ts";
import { isHttps } from "../../http/pages/https.ts";
import { sessionOf, hasEnded, type Session } from "../../http/session/session.ts";
import { adminOnly } from "./admin-only.ts";
import { registerAdminList } from "./list-route.ts";
import { listPeople, personSortNames } from "./people-store.ts";
import { readSignInLink, signInByLink } from "./sign-in-link.ts";
import { signIn } from "./sign-in.ts";
import type { SignInBrowser, SignedIn } from "./sign-in.ts";
import { readHealth } from "./health.ts";
import { prices } from "../../limits/budgets.ts";
import { countBoardsByDay, countPeopleByDay, countStickersByDay } from "./stats-store.ts";
import { createHmac } from "node:crypto";
import { notFound } from "../../http/errors/app-error.ts";
import { deriveKey } from "../../http/session/secrets.ts";
import { revokeSession } from "../people/commands.ts";
import { listSessions } from "./store.ts";

const dayMs = 86_400_000;
const shownDays = 30;

/** Past days hardly change: they are counted every ten minutes, and today with every request. */
const cacheMs = 600_000;
const cachedDays = new WeakMap<Db, { at: number; today: number; days: StatsDay[] }>();

/** The last 30 days (UTC), today last. Figures of past days may be ten minutes old. */
async function readStats(db: Db, now: number): Promise<StatsDay[]> {
  const today = Math.floor(now / dayMs);
  const last = cachedDays.get(db);
  const isRecent = last?.today === today && now >= last.at && now - last.at < cacheMs;
  if (isRecent) return [...last.days.slice(0, -1), ...(await countDays(db, today, today))];
  const days = await countDays(db, today - shownDays + 1, today);
  cachedDays.set(db, { at: now, today, days });
  return days;
}

async function countDays(db: Db, first: number, today: number): Promise<StatsDay[]> {
  const since = first * dayMs;
  const boards = await countBoardsByDay(db, since);
  const stickers = await countStickersByDay(db, since);
  const people = await countPeopleByDay(db, since);
  return Array.from({ length: today - first + 1 }, (_, i) => ({
    day: new Date((first + i) * dayMs).toISOString().slice(0, 10),
    boards: boards.get(first + i) ?? 0,
    stickers: stickers.get(first + i) ?? 0,
    people: people.get(first + i) ?? 0,
  }));
}

const deviceCookie = "retro_device";
const yearSeconds = 365 * 24 * 3600;

export const admin: Feature = (app, deps) => {
  const takeLink = ({ payer: { address } }: FastifyRequest) =>
    deps.rateLimiter.take({ session: null, address }, { signInLinks: 1 });

  route(app, "post", "/users/sign-in", {
    access: { preHandler: app.resolveSession },
    price: prices.signIn.points,
    config: { tokens: "never" },
    tags: ["admin"],
    summary: "Sign in as an administrator",
    body: signInBody,
    answer: { 200: dataOf(userSchema) },
    refusals: [422, 429],
    handler: async (request, reply) => {
      const signedIn = await signIn(deps, {
        ...browserOf(request),
        ...request.body,
        countedAddress: request.payer.address,
        device: request.cookies[deviceCookie],
      });
      return keepSignedIn(app, deps, request, reply, signedIn);
    },
  });
  route(app, "post", "/users/sign-in-link/check", {
    access: anyone,
    tags: ["admin"],
    summary: "Which account a one-time link is for; does not use the link",
    body: signInLinkBody,
    answer: { 200: dataOf(signInLinkInfo) },
    refusals: [422, 429],
    handler: async (request) => {
      takeLink(request);
      return { data: await readSignInLink(deps, request.body.token) };
    },
  });
  route(app, "post", "/users/sign-in-link", {
    access: { preHandler: app.resolveSession },
    config: { tokens: "never" },
    tags: ["admin"],
    summary: "Use a one-time link: set a new password and sign in",
    body: useSignInLinkBody,
    answer: { 200: dataOf(userSchema) },
    refusals: [422, 429],
    handler: async (request, reply) => {
      takeLink(request);
      const signedIn = await signInByLink(deps, { ...browserOf(request), ...request.body });
      return keepSignedIn(app, deps, request, reply, signedIn);
    },
  });
  route(app, "get", "/admin/stats", {
    access: adminOnly(app),
    tags: ["admin"],
    summary: "Boards, stickers and active people on each of the last 30 days; administrators only",
    answer: { 200: dataOf(z.array(statsDay)) },
    refusals: [404],
    handler: async () => ({ data: await readStats(deps.database.reader, deps.clock()) }),
  });
  route(app, "get", "/admin/health", {
    access: adminOnly(app),
    tags: ["admin"],
    summary: "The state of the server, the database and the bus between servers; administrators only",
    answer: { 200: dataOf(serverHealth) },
    refusals: [404],
    handler: async () => ({ data: await readHealth(deps, app.server) }),
  });
  registerAdminList(app, deps, {
    path: "/admin/people",
    tag: "people",
    summary: "Who signs in; guests are not listed",
    row: personRow,
    sorts: personSortNames,
    read: listPeople,
  });
  route(app, "get", "/admin/sessions", {
    access: adminOnly(app),
    config: { tokens: "never" },
    tags: ["admin"],
    summary: "The caller's own sessions; administrators only",
    answer: { 200: dataOf(z.array(sessionRow)) },
    refusals: [404],
    handler: async (request) => ({ data: await listOwnSessions(deps, sessionOf(request)) }),
  });
  route(app, "delete", "/admin/sessions/:id", {
    access: adminOnly(app),
    config: { tokens: "never" },
    tags: ["admin"],
    summary: "End one of the caller's own sessions; administrators only",
    params: z.object({ id: z.string() }),
    answer: { 200: dataOf(z.null()) },
    refusals: [404],
    handler: async (request, reply) => {
      const { current } = await endOwnSession(deps, sessionOf(request), request.params.id);
      if (current) app.clearSessionCookie(request, reply);
      return { data: null };
    },
  });
};

function browserOf(request: FastifyRequest): SignInBrowser {
  return {
    address: request.ip,
    userAgent: request.headers["user-agent"] ?? "",
    previous: request.session,
  };
}

function keepSignedIn(
  app: FeatureApp,
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { user, opened, device }: SignedIn,
) {
  app.setSessionCookie(request, reply, opened);
  reply.setCookie(deviceCookie, device, {
    path: `${deps.settings.basePath}/api/v1/users/sign-in`,
    httpOnly: true,
    sameSite: "strict",
    secure: isHttps(request, deps.settings),
    maxAge: yearSeconds,
  });
  return { data: user };
}

function publicSessionId({ settings }: Pick<Deps, "settings">, id: string): string {
  return createHmac("sha256", deriveKey(settings.appSecret, "session-id"))
    .update(id)
    .digest("hex")
    .slice(0, 32);
}

async function listOwnSessions(deps: Deps, current: Session): Promise<SessionRow[]> {
  const rows = await listSessions(deps.database.db, current.userId);
  const now = deps.clock();
  const open = rows.filter(
    ({ last_used_at, ends_at }) =>
      !hasEnded({ lastUsedAt: last_used_at, endsAt: ends_at, idleMs: current.idleMs }, now),
  );
  return open.map(({ id, address, user_agent, created_at, last_used_at }) => ({
    id: publicSessionId(deps, id),
    current: id === current.id,
    address,
    user_agent,
    created_at: new Date(created_at).toISOString(),
    last_used_at: new Date(last_used_at).toISOString(),
  }));
}

/**
 * Ends one of the caller's sessions; `current`: whether it was the session of the request.
 * @throws AppError 404 for any other id
 */
async function endOwnSession(deps: Deps, current: Session, id: string): Promise<{ current: boolean }> {
  const rows = await listSessions(deps.database.db, current.userId);
  const row = rows.find((each) => publicSessionId(deps, each.id) === id);
  if (row === undefined) throw notFound();
  await revokeSession(deps, { id: row.id, userId: current.userId });
  return { current: row.id === current.id };
}
