import * as z from "zod";
import { signedOut } from "@retro/contract/accounts";
import type { Feature } from "../../deps.ts";
import { withCost } from "../../http/limits/request-limits.ts";
import { publicAddress } from "../../http/pages/base-path.ts";
import { cookieAttributes } from "../../http/pages/https.ts";
import { dataOf } from "../../http/openapi.ts";
import { anyone, route } from "../../http/route.ts";
import { sessionOf } from "../../http/session/session.ts";
import { revokeSession } from "../people/commands.ts";
import { resumeMergesAtStart, signInPerson } from "./commands.ts";
import { spacesOfPeople } from "./spaces.ts";
import { personCookie, personMark, readPerson } from "./proxy-header.ts";

/** Registered only with AUTH_HEADER: a proxy in front has asked who the caller is. */
export const headerSignIn: Feature = (app, deps) => {
  const { settings } = deps;
  const { authHeader } = settings;
  if (authHeader === null) throw new Error("no proxy names people");
  const read = readPerson(authHeader);
  const markOf = personMark(settings);
  resumeMergesAtStart(app, deps);
  spacesOfPeople(app, deps);

  route(app, "get", "/sign-in/start", {
    access: anyone,
    config: withCost("signIns"),
    tags: ["sign-in"],
    summary: "Sign in as the person whom the proxy names; with AUTH_HEADER",
    answer: { 302: z.null() },
    refusals: [429],
    handler: async (request, reply) => {
      const named = read(request);
      if (named === null) {
        request.log.warn(
          { proxy: request.raw.socket.remoteAddress },
          "nobody was signed in: AUTH_HEADER is missing, doubled, or not from one of AUTH_HEADER_PROXIES",
        );
        return reply.redirect(publicAddress(settings, "/auth-anonymous?sign-in=unnamed"));
      }
      const { subject, name } = named;
      const issuer = `header:${authHeader.name}`;
      const opened = await signInPerson(deps, null, {
        person: { issuer, subject, name: name ?? subject, groups: [], sid: null, idToken: "" },
        previous: await app.findSession(request),
        address: request.ip,
        userAgent: request.headers["user-agent"] ?? "",
        locale: request.locale,
      });
      app.setSessionCookie(request, reply, opened);
      reply.setCookie(personCookie, markOf(opened.token, named), {
        ...cookieAttributes(request, settings),
        httpOnly: true,
      });
      request.made = opened.session.userId;
      return reply.redirect(publicAddress(settings, "/auth-anonymous"));
    },
  });

  route(app, "post", "/sign-in/out", {
    config: { tokens: "never" },
    tags: ["sign-in"],
    summary: "End this session; the proxy ends its own",
    answer: { 200: dataOf(signedOut) },
    handler: async (request, reply) => {
      await revokeSession(deps, sessionOf(request));
      app.clearSessionCookie(request, reply);
      return { data: { address: null } };
    },
  });
};
