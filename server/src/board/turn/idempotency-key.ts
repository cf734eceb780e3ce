import { createHmac, hash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { limits } from "@retro/contract/limits";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors/app-error.ts";
import { deriveKey } from "../../http/session/secrets.ts";
import type { KeyName } from "./idempotency-key-store.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    takesIdempotencyKey?: boolean;
  }
}

/** As it is stored: neither text nor the body of a request can be read from it. */
export interface IdempotencyKey extends KeyName {
  /** Distinguishes the request from others. */
  request: string;
}

/** A string of RFC 8941 without escapes, or the same without quotes. */
const pattern = /^("?)([!#-[\]-~]+)\1$/u;

/**
 * @returns null for a request without a key, or whose call takes none
 * @throws AppError 400 for a header that is no key
 */
export function toIdempotencyKey(
  { settings }: Pick<Deps, "settings">,
  names: { board_id: string; user_id: string },
  given: FastifyRequest | undefined,
): IdempotencyKey | null {
  const header = given?.headers["idempotency-key"];
  if (header === undefined || !given?.routeOptions.config.takesIdempotencyKey) return null;
  const key = pattern.exec(String(header))?.[2];
  if (key === undefined || key.length > limits.idempotencyKeys.length) throw new AppError(400, "malformed");
  const request = createHmac("sha256", deriveKey(settings.appSecret, "idempotency"))
    .update(`${given.method} ${given.url}\n${JSON.stringify(given.body ?? null)}`)
    .digest("base64url");
  return { ...names, key: hash("sha256", key, "base64url"), request };
}

const atWork = new WeakMap<Deps["database"], Set<string>>();

/**
 * Of two servers, the database lets the second one wait for the first, and answer a repeat.
 * @throws AppError 409 `in_progress` while this server carries out a command with the key
 */
export async function onceAtATime<T>(
  { database }: Pick<Deps, "database">,
  { board_id, user_id, key }: KeyName,
  work: () => Promise<T>,
): Promise<T> {
  const names = atWork.get(database) ?? new Set();
  atWork.set(database, names);
  const name = `${board_id} ${user_id} ${key}`;
  if (names.has(name)) throw new AppError(409, "in_progress", { retryAfter: 1 });
  names.add(name);
  try {
    return await work();
  } finally {
    names.delete(name);
  }
}
