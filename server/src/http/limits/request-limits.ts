import type { FastifyInstance, FastifyRequest } from "fastify";
import { addressKey } from "../../limits/address.ts";
import type { RateLimiter } from "../../limits/rate-limiter.ts";
import { bytesCost } from "../../limits/stored-bytes.ts";
import { type Costs, type RateName, type RateLimit, rateLimits } from "../../limits/table.ts";
import { AppError } from "../errors/app-error.ts";
import { requireClient } from "../errors/client-gone.ts";
import { sha256 } from "../session/secrets.ts";
import { bearerOf } from "../session/tokens.ts";

export const bodyLimit = 100_000;
/** A whole request must arrive in this time, so that slow clients do not hold resources for long. */
export const requestTimeoutMs = 30_000;

type RouteCosts = Costs | ((request: FastifyRequest) => Costs);

declare module "fastify" {
  interface FastifyContextConfig {
    costs?: RouteCosts | false;
    storedBytes?: number;
  }
  interface FastifyRequest {
    /**
     * The address and, if the cookie or the token names one, the session, or who pays for the token (unverified until
     * `resolveSession` ran).
     */
    client: { address: string; session: string | null };
    /** Who is charged before the session is read from the database (`Limits.chargedClient`). */
    chargedClient: { address: string; session: string | null };
  }
}

export function withCost(name: RateName, cost: number | ((request: FastifyRequest) => number) = 1) {
  return {
    costs:
      typeof cost === "number" ? { [name]: cost } : (request: FastifyRequest) => ({ [name]: cost(request) }),
  };
}

export function withTreeCost(rateLimiter: RateLimiter) {
  return withCost("treeReads", (request) => treeCost(request, rateLimiter));
}

/** For a read of every item that answers little: 1 more per 100 items. */
export function withScanCost(rateLimiter: RateLimiter) {
  return withCost("requests", (request) => 1 + Math.floor(boardSize(request, rateLimiter) / 100));
}

export function withTreeChangeCost(rateLimiter: RateLimiter) {
  return {
    costs: (request: FastifyRequest): Costs => ({ writes: 1, treeReads: treeCost(request, rateLimiter) }),
  };
}

export function withChangeCost(rateLimiter: RateLimiter) {
  return {
    costs: (request: FastifyRequest): Costs =>
      (request.query as { return?: string }).return === "items"
        ? { writes: 1, treeReads: treeCost(request, rateLimiter) }
        : { writes: 1 },
  };
}

/** The command charges for the stickers when it knows their number. */
export function withCopyCost(rateLimiter: RateLimiter) {
  return {
    costs: (request: FastifyRequest): Costs => ({
      writes: 1,
      boards: 1,
      treeReads: treeCost(request, rateLimiter),
    }),
  };
}

function treeCost(request: FastifyRequest, rateLimiter: RateLimiter): number {
  return 1 + Math.floor(boardSize(request, rateLimiter) / 250);
}

function boardSize(request: FastifyRequest, rateLimiter: RateLimiter): number {
  return rateLimiter.boardSize((request.params as { id?: string }).id ?? "");
}

const changingMethods = new Set(["POST", "PUT", "PATCH", "DELETE"]);
const readCosts: Costs = { requests: 1 };
const write: Costs = { requests: 1, writes: 1 };
const file: Costs = { requests: 1, files: 1 };

const shedRetrySeconds = 3;

const diskRetrySeconds = 60;

function storesLargeData({ boards, imports, uploads }: Costs): boolean {
  return boards !== undefined || imports !== undefined || uploads !== undefined;
}

function shedAt(costs: Costs): number {
  let level = Number.POSITIVE_INFINITY;
  for (const name of Object.keys(costs) as RateName[])
    level = Math.min(level, (rateLimits[name] as RateLimit).shedAt ?? level);
  return level;
}

function costsOf(request: FastifyRequest): Costs | null {
  if (request.is404) return file;
  const { costs } = request.routeOptions.config;
  if (costs === false) return null;
  if (costs === undefined) return changingMethods.has(request.method) ? write : readCosts;
  return { requests: 1, ...(typeof costs === "function" ? costs(request) : costs) };
}

/** What the session, or the token, pays. */
function sessionCostsOf(request: FastifyRequest): Costs | null {
  const costs = costsOf(request);
  return costs === null || request.bearer === null ? costs : { ...costs, tokenCalls: 1 };
}

/** The session is refused first: one visitor cannot use up the limits of an office. */
export function limitRequests(app: FastifyInstance, rateLimiter: RateLimiter, cookieName: string): void {
  app.decorateRequest("client", null as never);
  app.decorateRequest("chargedClient", null as never);
  app.decorateRequest("bearer", null);
  app.addHook("onRequest", async (request, reply) => {
    request.bearer = bearerOf(request.headers);
    const token = request.bearer ?? request.cookies[cookieName];
    const id = token ? sha256(token) : null;
    const address = addressKey(request.ip);
    const client = { address, session: id === null ? null : rateLimiter.payerOf(id) };
    request.client = client;
    const chargedClient = rateLimiter.chargedClient(address, id);
    request.chargedClient = chargedClient;
    const costs = sessionCostsOf(request);
    if (costs === null) return;
    const { loopShare } = rateLimiter;
    loopShare.begin(client.address);
    if (loopShare.waitMs(client.address) > 0) {
      await loopShare.wait(client.address);
      loopShare.begin(client.address);
      // After `begin`: what a refusal takes is the address's, too.
      requireClient(request, reply);
    }
    const { level } = rateLimiter.load;
    if (level > 0 && shedAt(costs) <= level)
      throw new AppError(503, "busy", { retryAfter: shedRetrySeconds });
    if (rateLimiter.diskLow && storesLargeData(costs))
      throw new AppError(503, "unavailable", { message: "error.diskLow", retryAfter: diskRetrySeconds });
    // A known token pays for itself: scripts use up nothing of the people at their address.
    const payingAddress =
      request.bearer !== null && chargedClient.session !== null ? null : chargedClient.address;
    const refusal =
      rateLimiter.findRefusal({ address: payingAddress, session: client.session }, costs) ??
      rateLimiter.findRefusal(client, storageCostsOf(request) ?? {}) ??
      (hasIdInPath(request)
        ? rateLimiter.findRefusal({ session: chargedClient.session }, { notFound: 1 })
        : null);
    if (refusal !== null) throw rateLimiter.toRefusalError(refusal);
    // Pages and files do not read the session from the database, so a known session is charged here.
    rateLimiter.charge(request.is404 ? chargedClient : { address: payingAddress }, costs);
  });
  app.addHook("onResponse", (request, reply, done) => {
    const { statusCode } = reply;
    const { client } = request;
    // `servePages` counts unknown addresses: only it knows which pages and files exist.
    if (statusCode === 404 && !request.is404) rateLimiter.charge(client, { notFound: 1 });
    else if (statusCode < 300) {
      const after = storageCostsOf(request);
      if (after !== null) rateLimiter.charge(client, after);
    }
    done();
  });
}

/** Charged after success: refused requests use up no quota. Deletions are free. */
function storageCostsOf({ method, headers, is404, routeOptions }: FastifyRequest): Costs | null {
  if (is404 || method === "DELETE" || !changingMethods.has(method)) return null;
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

/** Call it once the session is known to exist. Refuses with 429. */
export function chargeSession(request: FastifyRequest, rateLimiter: RateLimiter): void {
  const costs = sessionCostsOf(request);
  if (costs !== null) rateLimiter.take({ session: request.client.session }, costs);
}
