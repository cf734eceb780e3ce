import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import type { RateLimiter } from "../../limits/rate-limiter.ts";
import { AppError, notFound } from "../errors/app-error.ts";

const publicPrefixes = ["/assets/", "/health/", "/metrics", "/api/v1/board-templates/img/"];

/** The same for every user, so the server sets no cookie on them. */
export function isPublicFile(url: string): boolean {
  return publicPrefixes.some((start) => url.startsWith(start));
}

export function isApiOrAssetPath(url: string): boolean {
  const plain = isEncoded(url) ? url.replaceAll(/%([2-7][0-9a-f])/gi, decodeAscii) : url;
  return /^\/(?:api|broadcasting|web|health|mcp|metrics|app|assets)(?:[/?]|$)/.test(plain);
}

/**
 * A proxy's rule compares the plain form of `/%6Detrics`, and of two Host headers it may mean the other one. Register
 * it after the limits.
 */
export function refuseUnclearAddresses(app: FastifyInstance, rateLimiter: RateLimiter): void {
  app.addHook("onRequest", (request, _reply, done) => {
    if (namesTwoHosts(request.raw)) throw new AppError(400, "malformed");
    if (!isEncoded(request.url) || !isApiOrAssetPath(request.url)) return done();
    rateLimiter.take(request.payer, { guesses: 1 });
    throw notFound();
  });
}

/** Node takes the first and drops the others from `headers`. */
export function namesTwoHosts({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">): boolean {
  return rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === "host").length > 1;
}

function isEncoded(url: string): boolean {
  return /^\/[^/?]*%/.test(url);
}

function decodeAscii(_code: string, hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}
