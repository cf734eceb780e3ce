import { signedOut, startedSignIn } from "@retro/contract/accounts";
import type { Feature } from "../../deps.ts";
import { publicAddress } from "../../http/pages/base-path.ts";
import { cookieAttributes } from "../../http/pages/https.ts";
import { dataOf } from "../../http/openapi.ts";
import { anyone, route } from "../../http/route.ts";
import { sessionOf } from "../../http/session/session.ts";
import { revokeSession } from "../people/commands.ts";
import { askGuests } from "./pending.ts";
import { spacesOfPeople } from "./spaces.ts";
import { personCookie, personMark, readPerson } from "./proxy-header.ts";
import { prices } from "../../limits/budgets.ts";

/** Registered only with AUTH_HEADER: a proxy in front has asked who the caller is. */
export const headerSignIn: Feature = (app, deps) => {
  const { settings } = deps;
  const { authHeader } = settings;
  if (authHeader === null) throw new Error("no proxy names people");
  const read = readPerson(authHeader);
  const markOf = personMark(settings);
  spacesOfPeople(app, deps);

  const signInOrAsk = askGuests(app, deps, {
    adminGroup: null,
    isFrom: (request, { subject }) => read(request)?.subject === subject,
    onOpened(request, reply, { token }, person) {
      reply.setCookie(personCookie, markOf(token, person), {
        ...cookieAttributes(request, settings),
        httpOnly: true,
      });
    },
  });

  route(app, "post", "/sign-in/start", {
    access: anyone,
    price: prices.visitor.points,
    tags: ["sign-in"],
    summary: "Sign in as the person whom the proxy names; with AUTH_HEADER",
    answer: { 200: dataOf(startedSignIn) },
    refusals: [429],
    handler: async (request, reply) => {
      const named = read(request);
      if (named === null) {
        request.log.warn(
          { proxy: request.raw.socket.remoteAddress },
          "nobody was signed in: AUTH_HEADER is missing, doubled, or not from an address that TRUST_PROXY names",
        );
        return { data: { address: publicAddress(settings, "/auth-anonymous?sign-in=unnamed") } };
      }
      const { subject, name } = named;
      const address = await signInOrAsk(request, reply, {
        issuer: `header:${authHeader.name}`,
        subject,
        name: name ?? subject,
        groups: { names: [], complete: true },
        sid: null,
        idToken: null,
        refreshToken: null,
      });
      return { data: { address } };
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
