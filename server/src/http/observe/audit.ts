import { createWriteStream } from "node:fs";
import type { Writable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { boardReference, spaceReference } from "../board-reference.ts";
import { pathOf } from "./logger.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The board, space, API token or webhook that the call has made, or who has signed in. */
    made: string | null;
  }
}

/**
 * POST calls that change nothing that belongs to anybody; the calls that a tool of `/mcp` makes have lines of
 * their own. A line of an anonymous answer would reveal its user and its time [Q2].
 */
const unnoted = new Set([
  "/mcp",
  "/api/v1/boards/:id/questions/:kind/answer",
  "/api/v1/logger",
  "/api/v1/users/sign-in-link/check",
  "/broadcasting/auth",
  "/broadcasting/user-auth",
]);

/**
 * A line of JSON for each change that the server has made for somebody (docs/log-lines.md, "Who did what").
 * It contains ids, never a text that somebody wrote; the ids of boards and spaces are hidden as in the log.
 * @param to `stdout`, or a file that lines are added to; null: no audit
 */
export function auditRequests(app: FastifyInstance, to: string | null, clock: () => number): void {
  app.decorateRequest("made", null);
  if (to === null) return;
  const lines = to === "stdout" ? process.stdout : new AppendedFile(app, to);
  app.addHook("preSerialization", async (request, _reply, payload) => {
    if (isNoted(request)) request.made = madeBy(request.routeOptions.url ?? "", payload);
    return payload;
  });
  app.addHook("onResponse", async (request, reply) => {
    // A GET that has made something: the provider sends people back with one.
    if ((!isNoted(request) && request.made === null) || reply.statusCode >= 400) return;
    const line = {
      event: "audit",
      time: new Date(clock()).toISOString(),
      user: request.user?.id ?? null,
      ...(request.token !== null && { token: request.token.id }),
      call: `${request.method} ${request.routeOptions.url?.replaceAll(/:(\w+)/g, "{$1}")}`,
      path: pathOf(request.url),
      ...(request.made !== null && { made: request.made }),
      address: request.ip,
      requestId: request.id,
    };
    lines.write(`${JSON.stringify(line)}\n`);
  });
}

function isNoted({ method, routeOptions: { url } }: FastifyRequest): boolean {
  return method !== "GET" && method !== "HEAD" && url !== undefined && !unnoted.has(url);
}

function madeBy(url: string, payload: unknown): string | null {
  const { id, key } = ((payload as { data?: unknown } | null)?.data ?? {}) as { id?: unknown; key?: unknown };
  if (typeof key === "string" && /\/spaces$|\/link$/.test(url)) return spaceReference(key);
  if (typeof id !== "string") return null;
  if (/\/boards$|\/copies$|\/import$/.test(url)) return boardReference(id);
  return url.startsWith("/api/v1/users/") || /\/(?:tokens|webhooks)$/.test(url) ? id : null;
}

/** After a failure the file is left alone for this long, so that the log gets one line and not one a request. */
const pauseMs = 60_000;

/** A file that cannot be written costs lines of the audit, never a request: the log says which file. */
class AppendedFile {
  readonly #app: FastifyInstance;
  readonly #file: string;
  #stream: Writable | null = null;
  #pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(app: FastifyInstance, file: string) {
    this.#app = app;
    this.#file = file;
    app.addHook("onClose", async () => {
      const stream = this.#stream;
      this.#stream = null;
      if (stream !== null) await new Promise((resolve) => stream.end(resolve));
    });
  }

  write(line: string): void {
    if (performance.now() < this.#pausedUntil) return;
    this.#stream ??= this.#open();
    this.#stream.write(line);
  }

  #open(): Writable {
    const stream = createWriteStream(this.#file, { flags: "a", mode: 0o600 });
    stream.on("error", (error) => {
      this.#app.log.error(
        { err: error, file: this.#file },
        "The audit log cannot be written: its lines are lost for a minute. Free its disk, or correct AUDIT_LOG.",
      );
      this.#stream = null;
      this.#pausedUntil = performance.now() + pauseMs;
    });
    return stream;
  }
}
