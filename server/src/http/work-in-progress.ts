import type { FastifyReply, FastifyRequest } from "fastify";
import type { Limits } from "../limits/limits.ts";
import type { ReservationName } from "../limits/table.ts";
import { AppError } from "./app-error.ts";
import { sessionOf } from "./session.ts";

/**
 * Counts a request as work in progress until its answer is sent or its connection closes: a file that nobody reads counts too.
 * @returns whose work it is, and a signal that aborts when the requester leaves
 * @throws AppError 429 when the session has all its places in use, 503 when the server has; 401 without a session
 */
export function trackWork(
  { limits }: { limits: Limits },
  request: FastifyRequest,
  reply: FastifyReply,
  name: ReservationName,
): { owner: { session: string; address: string }; signal: AbortSignal } {
  // A client that has left already: "close" was emitted and is not emitted again.
  if (reply.raw.destroyed || request.raw.socket.destroyed) throw clientGoneError();
  const owner = { session: sessionOf(request).id, address: request.client.address };
  const release = limits.reserve(owner, name);
  const left = new AbortController();
  reply.raw.once("finish", release);
  reply.raw.once("close", () => {
    release();
    if (!reply.raw.writableFinished) left.abort(clientGoneError());
  });
  return { owner, signal: left.signal };
}

/** Nobody receives this refusal. It is a 4xx, so that metrics do not count a server error. */
function clientGoneError(): AppError {
  return new AppError(400, "malformed");
}
