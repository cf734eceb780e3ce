import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ErrorCode, ErrorBody } from "@retro/contract/errors";
import {
  databaseFault,
  isForeignKeyViolation,
  isUniqueViolation,
  refersToMissingBoard,
} from "../../db/faults.ts";
import { QueueFullError } from "../../db/engines/wait-queue.ts";
import { faultCounters } from "../../observe/metrics.ts";
import { AppError, notFound } from "./app-error.ts";
import type { Message } from "./app-error.ts";
import type { RefusalLog } from "../observe/refusal-log.ts";
import { asRequest, inRequest } from "../observe/request-id.ts";
import { isProgram } from "../session/tokens.ts";
import type { Translate } from "../session/locale.ts";
import { ValidationError } from "./validation.ts";

const codeOfStatus: Partial<Record<number, ErrorCode>> = {
  404: "not_found",
  413: "too_large",
  414: "not_found",
  429: "rate_limited",
};
/** Everything that cannot be read is 400, even where HTTP has a finer status. */
const statusOfCode: Partial<Record<ErrorCode, number>> = {
  malformed: 400,
  not_found: 404,
  too_large: 413,
  rate_limited: 429,
};

/** In the caller's language (spec 10.2). No stack and no database message leaves the server. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) =>
    inRequest(request, async () => {
      const refused = (isForeignKeyViolation(error) && (await whatIsGone(error, request))) || error;
      if (refused !== error) request.log.warn({ err: error }, "a row refers to what was deleted meanwhile");
      return sendError(refused, request, reply, request.t);
    }),
  );
}

/** The user was erased, or the board deleted, while the request was at work. */
async function whatIsGone(error: unknown, request: FastifyRequest): Promise<AppError | null> {
  if (await request.server.hasLostSession(request)) return new AppError(401, "unauthenticated");
  return refersToMissingBoard(error) ? notFound() : null;
}

/** `frameworkErrors` calls it too, for requests that have no `t` yet. */
export function sendError(
  error: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
  t: Translate,
): FastifyReply {
  reply.header("x-request-id", request.id);
  const found = toAppError(error) ?? toDatabaseError(error, request);
  const refused = found && inWordsOf(request, found);
  if (refused === null) {
    request.log.error({ err: error }, "a request failed");
    return reply
      .code(500)
      .type("application/json; charset=utf-8")
      .send(
        toErrorBody(
          new AppError(500, "internal", { message: "errors.internal", params: { id: shortId(request) } }),
          t,
        ),
      );
  }
  if (refused.statusCode === 401 && isProgram(request))
    reply.header(
      "www-authenticate",
      `Bearer realm="Retro"${request.bearer ? ', error="invalid_token"' : ""}`,
    );
  if (refused.details.retryAfter !== undefined)
    reply.header("retry-after", String(refused.details.retryAfter));
  return reply.code(refused.statusCode).type("application/json; charset=utf-8").send(toErrorBody(refused, t));
}

/** What a person can read out on the telephone: the beginning of `requestId` in the log. */
function shortId({ id }: FastifyRequest): string {
  return id.slice(0, 8);
}

/** A program without a session cannot reload a page: the answer names the token that it needs. */
function inWordsOf(request: FastifyRequest, refused: AppError): AppError {
  if (!["unauthenticated", "csrf"].includes(refused.code) || !isProgram(request)) return refused;
  const message = request.bearer === null ? "tokens.needed" : "tokens.invalid";
  return new AppError(refused.statusCode, refused.code, { ...refused.details, message });
}

export function toErrorBody(refused: AppError, t: Translate): ErrorBody {
  const { errors, data, params, message = `error.${refused.code}` as const } = refused.details;
  const failure: ErrorBody = { message: t(message, params), code: refused.code };
  if (errors !== undefined) {
    failure.errors = Object.fromEntries(
      Object.entries(errors).map(([field, messages]) => [
        field,
        messages.map((message) => translateMessage(message, t)),
      ]),
    );
  }
  if (data !== undefined) failure.data = data;
  return failure;
}

function translateMessage(message: Message, t: Translate): string {
  return typeof message === "string" ? t(message) : t(message.key, message.params);
}

function toAppError(error: FastifyError | AppError | ValidationError): AppError | null {
  if (error instanceof AppError) return error;
  if (error instanceof ValidationError) {
    // A malformed id gets the same answer as an unknown one, so that the caller learns nothing from the
    // difference.
    if (error.validationContext === "params") return notFound();
    if (error.unreadable) return new AppError(400, "malformed");
    return new AppError(422, "invalid", { errors: error.errors });
  }
  const status = error.statusCode ?? 500;
  if (status < 400 || status >= 500) return null;
  if (error.code === "FST_ERR_BAD_URL") return notFound();
  const code = codeOfStatus[status] ?? "malformed";
  return new AppError(statusOfCode[code] ?? 400, code);
}

/** Seconds: a failover of the database takes a few, a full queue empties within one. */
const retryAfter = { unavailable: 3, busy: 1 };
const logIntervalMs = 5_000;
let loggedAt = Number.NEGATIVE_INFINITY;

/** 503 for the database or a full queue, 409 for a unique value that another request took. */
function toDatabaseError(error: Error, request: FastifyRequest): AppError | null {
  if (error instanceof QueueFullError) {
    faultCounters.busy.add();
    return new AppError(503, "busy", { retryAfter: retryAfter.busy });
  }
  if (isUniqueViolation(error)) return new AppError(409, "id_taken");
  const fault = databaseFault(error);
  if (fault === null) return null;
  faultCounters.database.add();
  // Every request fails while the database is away: one log line in five seconds is enough.
  if (performance.now() - loggedAt > logIntervalMs) {
    loggedAt = performance.now();
    request.log.error(
      { err: error, fault },
      "the database cannot be used; requests are answered 503 meanwhile",
    );
  }
  return new AppError(503, "unavailable", { retryAfter: retryAfter.unavailable, data: { reason: fault } });
}

/** Too slow, headers too large, or not HTTP: Node cannot parse it. */
export function createBrokenConnectionHandler(refusals: RefusalLog) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    const slow = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
    const status = slow ? 408 : error.code === "HPE_HEADER_OVERFLOW" ? 431 : 400;
    const body = JSON.stringify({ message: STATUS_CODES[status], code: "malformed" });
    asRequest({}, (requestId) => {
      const headers = [
        "Content-Type: application/json",
        `Content-Length: ${body.length}`,
        `X-Request-Id: ${requestId}`,
        "Connection: close",
      ];
      socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join("\r\n")}\r\n\r\n${body}`);
      refusals.note({ status, ...(error.code !== undefined && { reason: error.code }) }, "");
    });
  };
}
