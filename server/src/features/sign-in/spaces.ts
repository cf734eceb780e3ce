import * as z from "zod";
import { keepSpace, knownSpace, type KnownSpace } from "@retro/contract/spaces/spaces";
import { limits } from "@retro/contract/limits";
import type { Db, Deps, FeatureApp } from "../../deps.ts";
import { AppError } from "../../http/errors/app-error.ts";
import { answerNothing, dataOf, nothing } from "../../http/openapi.ts";
import { route } from "../../http/route.ts";
import { deriveKey, sha256 } from "../../http/session/secrets.ts";
import { userOf } from "../../http/session/session.ts";
import { openSealedKey, sealKey } from "../../http/session/tokens.ts";
import { requireSpace } from "../spaces/require-space.ts";
import * as store from "./store.ts";
import { prices } from "../../limits/budgets.ts";

type Needs = Pick<Deps, "settings" | "database" | "clock">;

/** The spaces of a signed-in person on every device [I8]; with OIDC_ISSUER or AUTH_HEADER. */
export function spacesOfPeople(app: FeatureApp, deps: Needs): void {
  route(app, "get", "/sign-in/spaces", {
    price: prices.list.points,
    config: { tokens: "never" },
    tags: ["sign-in"],
    summary: "The spaces that a signed-in person has kept, with their keys, the last one first",
    answer: { 200: dataOf(z.array(knownSpace)) },
    refusals: [403, 429],
    handler: async (request) => ({ data: await listSpaces(deps, memberOf(userOf(request))) }),
  });
  route(app, "post", "/sign-in/spaces", {
    price: prices.list.points,
    config: { tokens: "never" },
    tags: ["sign-in"],
    summary: "Keep a space for the other devices of a signed-in person",
    body: keepSpace,
    answer: { 200: nothing },
    refusals: [403, 404, 422, 429],
    handler: (request) => answerNothing(keep(deps, memberOf(userOf(request)), request.body.key)),
  });
}

/** @throws AppError 403 for a guest: nobody can prove on another device to be the same guest */
function memberOf({ id, role }: { id: string; role: string }): string {
  if (role === "anonymous") throw new AppError(403, "sign_in_required");
  return id;
}

const secretOf = ({ settings }: Pick<Deps, "settings">) =>
  deriveKey(settings.appSecret, "member-spaces").toString("base64url");

async function keep(deps: Needs, userId: string, key: string): Promise<void> {
  await deps.database.transaction(async (trx: Db) => {
    const { id } = await requireSpace(trx, key);
    const sealed_key = sealKey(secretOf(deps), key);
    await store.keepSpace(trx, { user_id: userId, space_id: id, sealed_key, kept_at: deps.clock() });
    await store.forgetOlderSpaces(trx, userId, limits.spaceKeys);
  });
}

/** Without those whose link was replaced: they open nothing any more [G2]. */
async function listSpaces(deps: Needs, userId: string): Promise<KnownSpace[]> {
  const secret = secretOf(deps);
  const rows = await store.keptSpaces(deps.database.db, userId);
  return rows.flatMap(({ name, sealed_key, key_hash }) => {
    const key = opened(secret, sealed_key);
    return key !== null && sha256(key) === key_hash ? [{ key, name }] : [];
  });
}

/** @returns null for a key that was kept under another APP_SECRET: the browser that has it keeps it again */
function opened(secret: string, sealed: string): string | null {
  try {
    return openSealedKey(secret, sealed);
  } catch {
    return null;
  }
}
