import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Limits } from "../limits/limits.ts";
import { heavyItems } from "../limits/table.ts";
import { AppError } from "./app-error.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** True for routes that read every item of the board `:id`: those of large boards work one after another. */
    wholeBoard?: boolean;
    /** True for routes whose work waits in a fair queue already, or for a slow upload. */
    ownQueue?: boolean;
  }
  interface FastifyRequest {
    /** Leaves the gates that the request is in. */
    leaveGates: (() => void) | null;
    /** Waits for a place again, after `leaveGates`. @throws AppError 429 or 503 `busy` when too many wait */
    enterGates: () => Promise<void>;
  }
}

/** Lets requests work in a fair order (`FairGate`). Pages, static files and probes do not wait: they use no database. */
export function takeTurns(app: FastifyInstance, limits: Limits): void {
  app.decorateRequest("leaveGates", null);
  app.decorateRequest("enterGates", function (this: FastifyRequest) {
    return enter(this, isHeavy(this), new AbortController().signal);
  });

  // Not earlier: a request whose body is still on its way must not hold a place.
  app.addHook("preHandler", async (request, reply) => {
    const { config } = request.routeOptions;
    if (request.is404 || config.costs === false || config.ownQueue === true) return;
    const heavy = isHeavy(request);
    if (!heavy) request.leaveGates = limits.requests.tryEnter(request.client);
    if (request.leaveGates !== null) return;
    const gone = new AbortController();
    reply.raw.once("close", () => gone.abort(new AppError(400, "malformed")));
    await enter(request, heavy, gone.signal);
  });

  function isHeavy(request: FastifyRequest): boolean {
    return request.routeOptions.config.wholeBoard === true && boardSize(request, limits) > heavyItems;
  }

  async function enter(request: FastifyRequest, heavy: boolean, signal: AbortSignal): Promise<void> {
    const leaveHeavy = heavy ? await limits.heavy.enter(request.client, signal) : null;
    try {
      const leave = await limits.requests.enter(request.client, signal);
      request.leaveGates = () => {
        leave();
        leaveHeavy?.();
      };
    } catch (error) {
      leaveHeavy?.();
      throw error;
    }
  }

  app.addHook("onSend", (request, _reply, payload, done) => {
    request.leaveGates?.();
    done(null, payload);
  });
  app.addHook("onResponse", (request, _reply, done) => {
    request.leaveGates?.();
    done();
  });
}

function boardSize(request: FastifyRequest, limits: Limits): number {
  return limits.boardSize((request.params as { id?: string }).id ?? "");
}
