import formbody from "@fastify/formbody";
import type { FastifyRequest } from "fastify";
import * as z from "zod";
import { signedOut, startedSignIn } from "@retro/contract/accounts";
import type { Feature } from "../../deps.ts";
import { AppError } from "../../http/errors/app-error.ts";
import { publicAddress } from "../../http/pages/base-path.ts";
import { cookieAttributes } from "../../http/pages/https.ts";
import { dataOf, nothing } from "../../http/openapi.ts";
import { sessionOf } from "../../http/session/session.ts";
import { revokeSession } from "../people/commands.ts";
import { findIdToken } from "./store.ts";
import { anyone, route } from "../../http/route.ts";
import { takeOnce } from "../captcha/verify.ts";
import { endAtProvider } from "./commands.ts";
import { askGuests } from "./pending.ts";
import { callbackPath, Provider, SignInError } from "./provider.ts";
import { unseal } from "./sealed-tokens.ts";
import { sessionsWithEnd } from "./session-end.ts";
import { spacesOfPeople } from "./spaces.ts";
import { beginStart, cookieOf, readStart } from "./start.ts";
import { signInFailures } from "../../observe/metrics.ts";
import { prices } from "../../limits/budgets.ts";

/** Registered only with OIDC_ISSUER. */
export const signIn: Feature = (app, deps) => {
  const { settings } = deps;
  const { oidc } = settings;
  if (oidc === null) throw new Error("there is no provider of sign-ins");
  const provider = new Provider(deps, oidc);
  spacesOfPeople(app, deps);

  const attributes = (request: FastifyRequest) => ({
    ...cookieAttributes(request, settings),
    path: settings.basePath + callbackPath,
    httpOnly: true,
  });

  /** The guest's entry, with a text about the problem: guests may go on there. */
  const entryFor = (request: FastifyRequest, error: unknown): string => {
    if (!(error instanceof SignInError)) throw error;
    const { problem, seconds, message } = error;
    signInFailures.inc({ by: "provider" });
    request.log.warn({ problem, reason: message }, "a sign-in did not succeed");
    const difference = seconds === null ? "" : `&seconds=${seconds}`;
    return publicAddress(settings, `/auth-anonymous?sign-in=${problem}${difference}`);
  };

  const signInOrAsk = askGuests(app, deps, {
    adminGroup: oidc.adminGroup,
    isFrom: () => true,
    onOpened: () => undefined,
  });
  sessionsWithEnd(app, deps, oidc, provider);

  route(app, "post", "/sign-in/start", {
    access: anyone,
    price: prices.visitor.points,
    tags: ["sign-in"],
    summary: "Begin to sign in, and learn the address of the provider; only with OIDC_ISSUER",
    answer: { 200: dataOf(startedSignIn) },
    refusals: [429],
    handler: async (request, reply) => {
      const { cookie, ...start } = beginStart(deps);
      try {
        const url = await provider.authorizationUrl(start);
        const maxAge = Math.ceil((start.expiresAt - deps.clock()) / 1000);
        reply.setCookie(cookie.name, cookie.value, { ...attributes(request), maxAge });
        return { data: { address: url.href } };
      } catch (error) {
        return { data: { address: entryFor(request, error) } };
      }
    },
  });

  route(app, "get", "/sign-in/callback", {
    access: anyone,
    price: prices.visitor.points,
    tags: ["sign-in"],
    summary: "Where the provider sends a person back; only with OIDC_ISSUER",
    querystring: z.looseObject({}),
    answer: { 302: z.null() },
    refusals: [429],
    handler: async (request, reply) => {
      // A text of a person's page, whatever the query is: `state` twice is a list.
      const state = typeof request.query["state"] === "string" ? request.query["state"] : "";
      reply.clearCookie(cookieOf(state), attributes(request));
      try {
        const start = readStart(deps, state, request.cookies);
        if (start === null) throw new SignInError("failed", "this browser has begun no such sign-in");
        if (!(await deps.database.transaction((trx) => takeOnce(deps, trx, start))))
          throw new SignInError("failed", "this sign-in has been answered already");
        const person = await provider.person(request.url.split("?", 2)[1] ?? "", start);
        // The page stores the address that its user opened, so that no address comes from outside.
        return await reply.redirect(await signInOrAsk(request, reply, person));
      } catch (error) {
        return reply.redirect(entryFor(request, error));
      }
    },
  });

  route(app, "post", "/sign-in/out", {
    config: { tokens: "never" },
    tags: ["sign-in"],
    summary: "End this session, and learn where the provider ends its own; only with OIDC_ISSUER",
    answer: { 200: dataOf(signedOut) },
    handler: async (request, reply) => {
      const session = sessionOf(request);
      const idToken = await findIdToken(deps.database.db, session.id);
      await revokeSession(deps, session);
      app.clearSessionCookie(request, reply);
      const address = idToken === null ? null : await provider.endSessionUrl(unseal(deps, idToken));
      return { data: { address } };
    },
  });

  // The provider's server calls it: without a session, and with a form.
  app.register(async (scope) => {
    await scope.register(formbody);
    route(scope, "post", "/sign-in/back-channel", {
      access: anyone,
      price: prices.visitor.points,
      config: { signedBody: true },
      tags: ["sign-in"],
      summary: "What the provider calls when somebody has signed out there; only with OIDC_ISSUER",
      consumes: ["application/x-www-form-urlencoded"],
      body: z.object({ logout_token: z.string().max(16_384) }),
      answer: { 200: nothing },
      refusals: [400, 422, 429],
      handler: async (request, reply) => {
        // The protocol's section 2.8: no answer is stored.
        reply.header("cache-control", "no-store");
        try {
          await endAtProvider(deps, await provider.logout(request.body.logout_token));
        } catch (error) {
          if (!(error instanceof SignInError)) throw error;
          request.log.warn({ reason: error.message }, "a sign-out from the provider is refused");
          throw new AppError(400, "malformed");
        }
        return { data: null };
      },
    });
  });
};
