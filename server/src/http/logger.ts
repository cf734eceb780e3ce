import type { Writable } from "node:stream";
import Fastify from "fastify";
import { hideBoardsInLine, hideBoardsInPath } from "./board-reference.ts";
import type { FastifyBaseLogger, FastifyInstance, FastifyServerOptions } from "fastify";
import { RefusalLog } from "./refusal-log.ts";

type LoggerOptions = Exclude<FastifyServerOptions["logger"], boolean | undefined>;

/**
 * The log holds a request's method, path, status and time. It holds no query, body, cookie or header, so that no text of
 * a board and no secret can get there, and no board id; `redact` and `streamWrite` catch what somebody logs by mistake.
 */
function loggerOptions(level: string): LoggerOptions {
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
    hooks: { streamWrite: hideBoardsInLine },
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
  return hideBoardsInPath(url.split("?", 1)[0] ?? "");
}
