import rateLimit, { normalizeIP } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "./app-error.ts";

/** Bodies of JSON and forms; a route that takes files raises it for itself. */
export const bodyLimit = 100_000;
/** A whole request must arrive in this time, so that slow bodies hold nothing for long. */
export const requestTimeoutMs = 30_000;

const minute = 60_000;
/** An office of hundreds stands behind one address, all of them loading a board at once: this stops floods only. */
const perAddressAndMinute = 60_000;

/** Whose requests are counted together: an address, or the 64-bit network of an IPv6 one. */
export function addressOf(request: Pick<FastifyRequest, "ip">): string {
  return normalizeIP(request.ip, 64);
}

/** A route's own, stricter limit by address: `config: perAddress(30)`. */
export function perAddress(max: number, timeWindow: number = minute) {
  return { rateLimit: { max, timeWindow, keyGenerator: addressOf } };
}

/**
 * Limits requests by address. Sessions of their own allowance would help an attacker, who has as many as there are
 * puzzles to solve, and hurt nobody else: the address stands for both.
 */
export async function limitRates(app: FastifyInstance): Promise<void> {
  const quiet = { "x-ratelimit-limit": false, "x-ratelimit-remaining": false, "x-ratelimit-reset": false };
  await app.register(rateLimit, {
    global: true,
    max: perAddressAndMinute,
    timeWindow: minute,
    cache: 20_000,
    keyGenerator: addressOf,
    addHeaders: { ...quiet, "retry-after": true },
    addHeadersOnExceeding: quiet,
    errorResponseBuilder: (_request, context) =>
      new AppError(429, "rate_limited", { retryAfter: Math.max(1, Math.ceil(context.ttl / 1000)) }),
  });
}
