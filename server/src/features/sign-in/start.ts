import { createHmac, randomBytes } from "node:crypto";
import type { Deps } from "../../deps.ts";
import { deriveKey, equalInConstantTime, sha256 } from "../../http/session/secrets.ts";

/** How long a person may take at the provider. */
export const startLifeMs = 15 * 60_000;
const cookiePrefix = "retro_sign_in_";

/** A sign-in that has begun: what the provider, and the answer from it, must match [I2]. */
export interface Start {
  state: string;
  nonce: string;
  codeVerifier: string;
  /** Names the start, so that it is answered once. */
  id: string;
  expiresAt: number;
}

type Needs = Pick<Deps, "settings" | "clock">;

/**
 * The server derives all values of a start from one secret, which only the browser's cookie holds. So it stores
 * nothing, and no other browser can use the provider's answer. Each start sets its own cookie: two tabs may sign
 * in at once.
 */
export function beginStart(deps: Needs): Start & { cookie: { name: string; value: string } } {
  const secret = randomBytes(32).toString("base64url");
  const expiresAt = deps.clock() + startLifeMs;
  const start = derive(deps, secret, expiresAt);
  return { ...start, cookie: { name: cookieOf(start.state), value: `${secret}.${expiresAt}` } };
}

/** @returns null: this browser has not begun it, or too long ago */
export function readStart(
  deps: Needs,
  state: string,
  cookies: Readonly<Record<string, string | undefined>>,
): Start | null {
  const [secret = "", expires = ""] = (cookies[cookieOf(state)] ?? "").split(".");
  const expiresAt = Number(expires);
  const start = derive(deps, secret, expiresAt);
  return equalInConstantTime(state, start.state) && deps.clock() < expiresAt ? start : null;
}

export function cookieOf(state: string): string {
  return cookiePrefix + sha256(state).slice(0, 12);
}

function derive({ settings }: Pick<Deps, "settings">, secret: string, expiresAt: number): Start {
  const key = deriveKey(settings.appSecret, "sign-in");
  const value = (name: string) =>
    createHmac("sha256", key).update(`${name}\n${secret}\n${expiresAt}`).digest("base64url");
  return {
    state: value("state"),
    nonce: value("nonce"),
    codeVerifier: value("verifier"),
    id: value("id"),
    expiresAt,
  };
}
