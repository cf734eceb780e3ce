import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Limits } from "../limits/limits.ts";
import { AppError } from "./app-error.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** True for routes whose work waits in another fair queue, or for a slow upload. */
    ownQueue?: boolean;
  }
  interface FastifyRequest {
    /** Gives the request's slot back; further calls do nothing. */
    releaseSlot: (() => void) | null;
    /** Waits for a slot again, after `releaseSlot`. @throws AppError 429 or 503 `busy` when too many wait */
    acquireSlot: () => Promise<void>;
  }
}

/** Lets requests work in a fair order (`FairSemaphore`). Pages, static files and probes do not wait: they use no database. */
export function limitConcurrency(app: FastifyInstance, limits: Limits): void {
  app.decorateRequest("releaseSlot", null);
  app.decorateRequest("acquireSlot", async function (this: FastifyRequest) {
    this.releaseSlot = await limits.requestSlots.acquireAgain(this.client);
  });

  // Not in an earlier hook: a request whose body is still arriving must not hold a slot.
  app.addHook("preHandler", async (request, reply) => {
    const { config } = request.routeOptions;
    if (request.is404 || config.costs === false || config.ownQueue === true) return;
    request.releaseSlot = limits.requestSlots.tryAcquire(request.client);
    if (request.releaseSlot !== null) return;
    const gone = new AbortController();
    reply.raw.once("close", () => gone.abort(new AppError(400, "malformed")));
    request.releaseSlot = await limits.requestSlots.acquire(request.client, gone.signal);
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
