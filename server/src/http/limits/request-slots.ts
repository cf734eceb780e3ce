import type { FastifyInstance, FastifyRequest } from "fastify";
import type { RateLimiter } from "../../limits/rate-limiter.ts";
import { isSocketId } from "../../realtime/channel-names.ts";
import { clientGoneSignal } from "../errors/client-gone.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    ownQueue?: boolean;
  }
  interface FastifyRequest {
    releaseSlot: (() => void) | null;
    /** Waits for a slot again, after `releaseSlot`. @throws AppError 429 or 503 `busy` when too many wait */
    acquireSlot: () => Promise<void>;
  }
}

/** Pages, files and probes use no database and do not wait. People at work on a board go first. */
export function limitConcurrency(
  app: FastifyInstance,
  rateLimiter: RateLimiter,
  ownsSocket: (sessionId: string, socketId: string) => boolean,
): void {
  const goesFirst = (request: FastifyRequest): boolean => {
    const socketId = request.headers["x-socket-id"];
    const { session } = request.payer;
    const { method, routeOptions } = request;
    // The path of a new board has no id, so it waits with everything else.
    const changesBoard =
      method !== "GET" && method !== "HEAD" && routeOptions.url?.includes("/boards/:") === true;
    // With several servers, one without the connection has no owner for it; every server has the session.
    return changesBoard && session !== null && isSocketId(socketId) && ownsSocket(session, socketId);
  };
  app.decorateRequest("releaseSlot", null);
  app.decorateRequest("acquireSlot", async function (this: FastifyRequest) {
    this.releaseSlot = await rateLimiter.requestSlots.acquireAgain(this.payer);
  });

  // Not in an earlier hook: a request whose body is still arriving must not take a slot.
  app.addHook("preHandler", async (request, reply) => {
    const { config } = request.routeOptions;
    if (request.is404 || config.price === false || config.ownQueue === true) return;
    const first = goesFirst(request);
    request.releaseSlot = rateLimiter.requestSlots.tryAcquire(request.payer, first);
    if (request.releaseSlot !== null) return;
    request.releaseSlot = await rateLimiter.requestSlots.acquire(request.payer, {
      signal: clientGoneSignal(reply),
      first,
    });
  });

  app.addHook("onSend", (request, _reply, payload, done) => {
    request.releaseSlot?.();
    done(null, payload);
  });
  app.addHook("onResponse", (request, _reply, done) => {
    request.releaseSlot?.();
    done();
  });
}
