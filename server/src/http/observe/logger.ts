import type { Writable } from "node:stream";
import Fastify from "fastify";
import { hideBoardsInLine, hideBoardsInPath } from "../board-reference.ts";
import type { FastifyBaseLogger, FastifyInstance, FastifyServerOptions } from "fastify";
import { recordProblem } from "../../observe/recent-problems.ts";
import type { RefusalLog } from "./refusal-log.ts";
import { loggedRequest } from "./request-id.ts";

type LoggerOptions = Exclude<FastifyServerOptions["logger"], boolean | undefined>;

const warnLevel = 40;

/** Holds method, path, status and time: no query, body, cookie or header, and no board id. */
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
    mixin: () => ({ ...loggedRequest() }),
    hooks: {
      streamWrite: hideBoardsInLine,
      logMethod(args, method, level) {
        const message = [...args].find((each) => typeof each === "string");
        if (level >= warnLevel && message !== undefined) recordProblem(level, hideBoardsInLine(message));
        method.apply(this, args);
      },
    },
    serializers: {
      req: (request) => ({ method: request.method, path: pathOf(request.url) }),
    },
  };
}

export function createLogger(level: string, stream?: Writable): FastifyBaseLogger {
  return Fastify({ logger: { ...loggerOptions(level), ...(stream === undefined ? {} : { stream }) } }).log;
}

/** Refused requests at `info`, repeated ones together; successful ones at `debug`. */
export function logRequests(app: FastifyInstance, refusals: RefusalLog): void {
  // The path costs a hash.
  const writesDebug = app.log.level === "debug" || app.log.level === "trace";
  app.addHook("onClose", async () => refusals.flush());
  app.addHook("onResponse", (request, reply, done) => {
    const line = () => ({
      method: request.method,
      path: pathOf(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
    const route = request.is404 ? "" : (request.routeOptions.url ?? "");
    if (reply.statusCode >= 400 && !asksWhoItIs(reply.statusCode, route)) refusals.note(line(), route);
    else if (writesDebug) request.log.debug(line(), "answered");
    done();
  });
}

/** The path of an address without its query; the ids of boards and spaces are hidden in it. */
export function pathOf(url: string): string {
  return hideBoardsInPath(url.split("?", 1)[0] ?? "");
}

/** Every first visit begins with this question: its 401 is an answer, no refusal. */
function asksWhoItIs(status: number, route: string): boolean {
  return status === 401 && route.endsWith("/users/auth");
}
