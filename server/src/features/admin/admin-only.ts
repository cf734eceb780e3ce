import type { FastifyReply, FastifyRequest } from "fastify";
import type { FeatureApp } from "../../deps.ts";
import { notFound } from "../../http/errors/app-error.ts";

/**
 * preHandler: for anyone but an administrator, with or without a session, the address does not exist (404; A1).
 */
export function adminOnly(app: Pick<FeatureApp, "resolveSession">) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await app.resolveSession(request, reply);
    if (request.user?.role !== "admin") throw notFound();
  };
}
