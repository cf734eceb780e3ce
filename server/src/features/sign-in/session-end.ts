import { sessionEnd } from "@retro/contract/accounts";
import { limits } from "@retro/contract/limits";
import type { Deps, FeatureApp } from "../../deps.ts";
import { dataOf } from "../../http/openapi.ts";
import { route } from "../../http/route.ts";
import { type Session, sessionCookie, sessionOf } from "../../http/session/session.ts";
import { roleOf } from "./commands.ts";
import { type OidcSettings, type Provider, SignInError } from "./provider.ts";
import { seal, unseal } from "./sealed-tokens.ts";
import * as store from "./store.ts";

/** Pages ask ten minutes before the end. */
const renewableMs = 15 * 60_000;

/** When the session of a person ends, and how it goes on [I9]; with OIDC_ISSUER. */
export function sessionsWithEnd(app: FeatureApp, deps: Deps, oidc: OidcSettings, provider: Provider): void {
  const endsIn = (endsAt: number | null) => ({
    data: { ends_in: endsAt === null ? null : Math.max(0, Math.round((endsAt - deps.clock()) / 1000)) },
  });
  const endOf = async (session: Session) =>
    (await store.findIdToken(deps.database.db, session.id)) === null ? null : session.endsAt;

  route(app, "get", "/sign-in/session", {
    config: { tokens: "never" },
    tags: ["sign-in"],
    summary: "In how many seconds this session ends; null: the provider has not begun it",
    answer: { 200: dataOf(sessionEnd) },
    handler: async (request) => endsIn(await endOf(sessionOf(request))),
  });

  route(app, "post", "/sign-in/session", {
    config: { tokens: "never" },
    tags: ["sign-in"],
    summary: "Let this session go on, if its end is near and the provider agrees without asking the person",
    answer: { 200: dataOf(sessionEnd) },
    refusals: [429],
    handler: async (request, reply) => {
      const session = sessionOf(request);
      const end = await endOf(session);
      if (end === null || end - deps.clock() > renewableMs) return endsIn(end);
      const endsAt = await renew(deps, oidc, provider, session.id);
      if (endsAt === null) return endsIn(end);
      const token = request.cookies[sessionCookie] ?? "";
      app.setSessionCookie(request, reply, { token, session: { ...session, endsAt } });
      return endsIn(endsAt);
    },
  });
}

/** @returns the new end; null: the person has to sign in again */
async function renew(
  deps: Deps,
  { adminGroup, sessionMs }: OidcSettings,
  provider: Provider,
  sessionId: string,
): Promise<number | null> {
  const { database, log } = deps;
  // One request has it at a time: providers take a token that is used twice for a stolen one.
  const taken = await database.transaction((trx) => store.takeRefreshToken(trx, sessionId));
  const refreshToken = unseal(deps, taken?.refresh_token ?? null);
  if (taken === null || refreshToken === null) return null;
  try {
    const renewed = await provider.renew(refreshToken, taken.subject);
    return await database.transaction(async (trx) => {
      const owner = await store.findOwner(trx, sessionId);
      // The next sign-in changes the role, and ends the other sessions.
      if (owner === null || roleOf(adminGroup, renewed, owner.role) !== owner.role) return null;
      const most = owner.role === "admin" ? owner.created_at + limits.adminSession.maxMs : Infinity;
      const endsAt = Math.min(deps.clock() + sessionMs, most);
      await store.saveRefreshToken(trx, sessionId, seal(deps, renewed.refreshToken));
      await store.saveEnd(trx, sessionId, endsAt);
      return endsAt;
    });
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    if (error.problem === "unavailable")
      await store.saveRefreshToken(database.db, sessionId, taken.refresh_token);
    log.info({ problem: error.problem, reason: error.message }, "the provider has not renewed a session");
    return null;
  }
}
