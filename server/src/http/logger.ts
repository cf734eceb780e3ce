import type { Writable } from "node:stream";
import Fastify from "fastify";
import type { FastifyBaseLogger, FastifyInstance, FastifyServerOptions } from "fastify";
import { RefusalLog } from "./refusal-log.ts";

type LoggerOptions = Exclude<FastifyServerOptions["logger"], boolean | undefined>;

/**
 * What the log may know of a request: method, path, status, time. Never a query, a body, a cookie or a header, so that
 * no text of a board and no secret can end there; `redact` stands behind that for what somebody logs by mistake.
 */
export function loggerOptions(level: string): LoggerOptions {
  return {
    level,
    redact: {
      paths: [
        "req.headers",
        "headers",
        "*.headers",
        ...["cookie", "authorization", "password", "solution", "email", "token", "title"].flatMap((name) => [
          name,
          `*.${name}`,
        ]),
      ],
      censor: "[hidden]",
    },
    serializers: {
      req: (request) => ({ method: request.method, path: pathOf(request.url) }),
    },
  };
}

/** The server's logger, for what runs before and beside the HTTP application too. Fastify brings pino. */
export function createLogger(level: string, stream?: Writable): FastifyBaseLogger {
  return Fastify({ logger: { ...loggerOptions(level), ...(stream === undefined ? {} : { stream }) } }).log;
}

/** Refused requests are logged at `info`, repeated ones together; answered ones at `debug`, since a line costs more than an answer. */
export function logRequests(app: FastifyInstance, clock: () => number): void {
  const refusals = new RefusalLog(app.log, clock);
  app.addHook("onClose", async () => refusals.flush());
  app.addHook("onResponse", async (request, reply) => {
    const line = {
      method: request.method,
      path: pathOf(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    if (reply.statusCode >= 400) refusals.note(line, request.is404 ? "" : (request.routeOptions.url ?? ""));
    else request.log.debug(line, "answered");
  });
}

function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? "";
}
