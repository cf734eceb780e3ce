import type { Deps } from "../../deps.ts";
import { deriveKey } from "../../http/session/secrets.ts";
import { openSealedKey, sealKey } from "../../http/session/tokens.ts";

/** Encrypts what a provider has sent about a session: a copy of the database alone opens nothing there. */
export function seal({ settings }: Pick<Deps, "settings">, token: string | null): string {
  return token === null ? "" : sealKey(secretOf(settings), token);
}

/** @returns null for none, and for one from before, or of another APP_SECRET */
export function unseal({ settings }: Pick<Deps, "settings">, sealed: string | null): string | null {
  try {
    return openSealedKey(secretOf(settings), sealed ?? "");
  } catch {
    return null;
  }
}

const secretOf = ({ appSecret }: Deps["settings"]) =>
  deriveKey(appSecret, "provider-tokens").toString("base64url");
