import { randomUUID } from "node:crypto";
import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from "fastify";

interface LoggedRequest {
  requestId: string;
  traceId?: string;
}

declare module "fastify" {
  interface FastifyRequest {
    logged: LoggedRequest | null;
  }
}

const current = new AsyncLocalStorage<LoggedRequest | undefined>();

/** What every log line of the work for a request names, whichever logger writes it. */
export function loggedRequest(): LoggedRequest | undefined {
  return current.getStore();
}

/** A proxy's or a client's id is taken when it can stand in a log line as it is. */
const acceptable = /^[\w.-]{8,128}$/;

export const requestIds = {
  genReqId({ headers }: { headers: IncomingHttpHeaders }) {
    const given = headers["x-request-id"];
    return typeof given === "string" && acceptable.test(given) ? given : randomUUID();
  },
  // The lines get the id from `loggedRequest`: a second one from a child would repeat it.
  childLoggerFactory: (logger) => logger,
} satisfies Pick<FastifyServerOptions, "genReqId" | "childLoggerFactory">;

export function inRequest<T>(request: FastifyRequest, work: () => T): T {
  request.logged ??= { requestId: request.id };
  return current.run(request.logged, work);
}

/** For a line about several requests: no one of them is its cause. */
export function outsideRequests(work: () => void): void {
  current.run(undefined, work);
}

/** For what Fastify does not see: a websocket that is refused, or what is no HTTP. */
export function asRequest<T>(headers: IncomingHttpHeaders, work: (requestId: string) => T): T {
  const requestId = requestIds.genReqId({ headers });
  return current.run({ requestId }, () => work(requestId));
}

export function nameRequests(app: FastifyInstance): void {
  app.decorateRequest("logged", null);
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    inRequest(request, done);
  });
  // What reads the body and what ends the response may call from outside.
  app.addHook("preValidation", (request, _reply, done) => inRequest(request, done));
  app.addHook("onResponse", (request, _reply, done) => inRequest(request, done));
}
