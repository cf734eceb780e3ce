import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import {
  signIn as signInBody,
  signInLink as signInLinkBody,
  useSignInLink as useSignInLinkBody,
} from "@retro/contract/accounts";
import { user as userSchema } from "@retro/contract/entities";
import { personRow, sessionRow, signInLinkInfo, statsDay } from "@retro/contract/lists";
import { serverHealth } from "@retro/contract/server-health";
import type { Deps, Feature, FeatureApp } from "../../deps.ts";
import { dataOf } from "../../http/openapi.ts";
import { anyone, route } from "../../http/route.ts";
import { withCost } from "../../http/limits/request-limits.ts";
import { isHttps } from "../../http/pages/https.ts";
import { sessionOf } from "../../http/session/session.ts";
import { adminOnly } from "./admin-only.ts";
import { registerAdminList } from "./list-route.ts";
import { listPeople, personSortNames } from "./people-store.ts";
import { endOwnSession, listOwnSessions } from "./sessions.ts";
import { readSignInLink, signInByLink } from "./sign-in-link.ts";
import { signIn } from "./sign-in.ts";
import type { SignInBrowser, SignedIn } from "./sign-in.ts";
import { readHealth } from "./health.ts";
import { readStats } from "./stats.ts";

const deviceCookie = "retro_device";
const yearSeconds = 365 * 24 * 3600;

export const admin: Feature = (app, deps) => {
  route(app, "post", "/users/sign-in", {
    access: { preHandler: app.resolveSession },
    config: { ...withCost("adminSignIns"), tokens: "never" },
    tags: ["admin"],
    summary: "Sign in as an administrator",
    body: signInBody,
    answer: { 200: dataOf(userSchema) },
    refusals: [422, 429],
    handler: async (request, reply) => {
      const signedIn = await signIn(deps, {
        ...browserOf(request),
        ...request.body,
        countedAddress: request.client.address,
        device: request.cookies[deviceCookie],
      });
      return keepSignedIn(app, deps, request, reply, signedIn);
    },
  });
  route(app, "post", "/users/sign-in-link/check", {
    access: anyone,
    config: withCost("signInLinks"),
    tags: ["admin"],
    summary: "Which account a one-time link is for; does not use the link",
    body: signInLinkBody,
    answer: { 200: dataOf(signInLinkInfo) },
    refusals: [422, 429],
    handler: async (request) => ({ data: await readSignInLink(deps, request.body.token) }),
  });
  route(app, "post", "/users/sign-in-link", {
    access: { preHandler: app.resolveSession },
    config: { ...withCost("signInLinks"), tokens: "never" },
    tags: ["admin"],
    summary: "Use a one-time link: set a new password and sign in",
    body: useSignInLinkBody,
    answer: { 200: dataOf(userSchema) },
    refusals: [422, 429],
    handler: async (request, reply) =>
      keepSignedIn(
        app,
        deps,
        request,
        reply,
        await signInByLink(deps, { ...browserOf(request), ...request.body }),
      ),
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
