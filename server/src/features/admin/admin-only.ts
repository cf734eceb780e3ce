import type { FastifyReply, FastifyRequest } from "fastify";
import type { FeatureApp } from "../../deps.ts";
import { notFound } from "../../http/app-error.ts";

/**
 * preHandler: lets administrators pass. For anyone else, signed in or not, there is no such address (404, rule A1).
 */
export function adminOnly(app: Pick<FeatureApp, "resolveSession">) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await app.resolveSession(request, reply);
    if (request.user?.role !== "admin") throw notFound();
  };
}
