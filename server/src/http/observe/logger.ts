import type { Writable } from "node:stream";
import Fastify from "fastify";
import { hideBoardsInLine, hideBoardsInPath } from "../board-reference.ts";
import type { FastifyBaseLogger, FastifyInstance, FastifyServerOptions } from "fastify";
import { noteProblem } from "../../observe/recent-problems.ts";
import { RefusalLog } from "./refusal-log.ts";

type LoggerOptions = Exclude<FastifyServerOptions["logger"], boolean | undefined>;

/** pino's number of the level `warn`. */
const warnLevel = 40;

/**
 * The log holds a request's method, path, status and time. It holds no query, body, cookie or header, so that
 * no board text and no secret gets there, and no board id. `redact` and `streamWrite` remove what code logs
 * by mistake.
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
    hooks: {
      streamWrite: hideBoardsInLine,
      logMethod(args, method, level) {
        const message = [...args].find((each) => typeof each === "string");
        if (level >= warnLevel && message !== undefined) noteProblem(level, hideBoardsInLine(message));
        method.apply(this, args);
      },
    },
    serializers: {
      req: (request) => ({ method: request.method, path: pathOf(request.url) }),
    },
  };
}

/** The server's logger (pino, a dependency of Fastify), for code outside the HTTP application too. */
export function createLogger(level: string, stream?: Writable): FastifyBaseLogger {
  return Fastify({ logger: { ...loggerOptions(level), ...(stream === undefined ? {} : { stream }) } }).log;
}

/**
 * Logs refused requests at `info`, repeated ones together, and successful ones at `debug`: a log line costs
 * more than the answer.
 */
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
