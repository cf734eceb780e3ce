import type { FastifyReply, FastifyRequest } from "fastify";
import type { RateLimiter } from "../../limits/rate-limiter.ts";
import type { Payer } from "../../limits/payer.ts";
import type { ReservationName } from "../../limits/reservations.ts";
import { clientGoneSignal, requireClient } from "../errors/client-gone.ts";

/** Until its answer is sent or its connection closes, so an unread file counts too. */
export function trackWork(
  { rateLimiter }: { rateLimiter: RateLimiter },
  request: FastifyRequest,
  reply: FastifyReply,
  name: ReservationName,
): { owner: Payer; signal: AbortSignal } {
  requireClient(request, reply);
  const owner = request.payer;
  const release = rateLimiter.reserve(owner, name);
  reply.raw.once("finish", release);
  reply.raw.once("close", release);
  return { owner, signal: clientGoneSignal(reply) };
}
