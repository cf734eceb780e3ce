import type { FastifyInstance, FastifyRequest } from "fastify";
import { addressKey } from "../../limits/address.ts";
import type { Payer } from "../../limits/payer.ts";
import type { RateLimiter } from "../../limits/rate-limiter.ts";
import { bytesCost, type Costs, prices } from "../../limits/budgets.ts";
import { AppError } from "../errors/app-error.ts";
import { sha256 } from "../session/secrets.ts";
import { bearerOf } from "../session/tokens.ts";

export const bodyLimit = 100_000;
/** A whole request must arrive in this time, so that slow clients do not use resources for long. */
export const requestTimeoutMs = 30_000;

/** Points of `prices`. */
export type RoutePrice = number | ((request: FastifyRequest) => number);

declare module "fastify" {
  interface FastifyContextConfig {
    /** False: the call is free, and never refused. */
    price?: RoutePrice | false;
    /** What the call stores besides its body. While the disk is nearly full, it is refused. */
    storedBytes?: number;
  }
  interface FastifyRequest {
    payer: Payer;
  }
}

const changingMethods = new Set(["POST", "PUT", "PATCH", "DELETE"]);
const diskRetrySeconds = 60;

export function limitRequests(app: FastifyInstance, rateLimiter: RateLimiter, cookieName: string): void {
  app.decorateRequest("payer", null as never);
  app.decorateRequest("bearer", null);
  app.addHook("onRequest", async (request) => {
    request.bearer = bearerOf(request.headers);
    const token = request.bearer ?? request.cookies[cookieName];
    const id = token ? sha256(token) : null;
    request.payer = rateLimiter.payerOf(addressKey(request.ip), id, request.bearer !== null);
    const points = priceOf(request);
    if (points === null) return;
    if (rateLimiter.diskLow && request.routeOptions.config.storedBytes !== undefined)
      throw new AppError(503, "unavailable", { message: "error.diskLow", retryAfter: diskRetrySeconds });
    const { payer } = request;
    const refusal =
      rateLimiter.findRefusal(payer, { points, ...storageCostsOf(request) }) ??
      (payer.session !== null && hasIdInPath(request)
        ? rateLimiter.findRefusal(payer, { guesses: 1 })
        : null);
    if (refusal !== null) throw rateLimiter.toRefusalError(refusal);
    rateLimiter.charge(payer, { points });
  });
  app.addHook("onResponse", (request, reply, done) => {
    const { statusCode } = reply;
    // `servePages` counts unknown addresses, because it has the list of pages and files.
    if (statusCode === 404 && !request.is404) rateLimiter.charge(request.payer, { guesses: 1 });
    else if (statusCode < 300) rateLimiter.charge(request.payer, storageCostsOf(request));
    done();
  });
}

/**
 * For a session or a token that is found or made during the request: it pays from this request on.
 * @throws AppError 429
 */
export function chargeNewPayer(request: FastifyRequest, rateLimiter: RateLimiter): void {
  const points = priceOf(request);
  if (points !== null) rateLimiter.take(request.payer, { points });
}

function priceOf(request: FastifyRequest): number | null {
  if (request.is404) return prices.read.points;
  const { price } = request.routeOptions.config;
  if (price === false) return null;
  if (price !== undefined) return typeof price === "function" ? price(request) : price;
  return changingMethods.has(request.method) ? prices.write.points : prices.read.points;
}

/** Charged after success: refused requests use up no quota. Deletions are free. */
function storageCostsOf({ method, headers, is404, routeOptions }: FastifyRequest): Costs {
  if (is404 || method === "DELETE" || !changingMethods.has(method)) return {};
  const length = headers["content-length"];
  const { storedBytes = 0 } = routeOptions.config;
  return bytesCost(
    storedBytes + (length !== undefined ? Number(length) : "transfer-encoding" in headers ? bodyLimit : 0),
  );
}

/** True for a route with an id in its path: the server refuses a session that has guessed too many ids. */
function hasIdInPath({ is404, routeOptions }: FastifyRequest): boolean {
  return !is404 && routeOptions.url?.includes(":") === true;
}

/** The price of a change that answers with the board's tree if its query asks for it. */
export const changePrice = (request: FastifyRequest): number =>
  (request.query as { return?: string }).return === "items" ? prices.tree.points : prices.write.points;
