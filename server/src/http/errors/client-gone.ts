import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "./app-error.ts";

/** A 4xx, so that metrics do not count a server error: the client is gone and receives nothing. */
function clientGoneError(): AppError {
  return new AppError(400, "malformed");
}

/** @throws AppError 400 when the client has gone */
export function requireClient(request: FastifyRequest, reply: FastifyReply): void {
  if (reply.raw.destroyed || request.raw.socket.destroyed) throw clientGoneError();
}

/** Aborted when the client goes before its answer is written. */
export function clientGoneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once("close", () => {
    if (!raw.writableFinished) gone.abort(clientGoneError());
  });
  return gone.signal;
}
