import type { FeatureApp } from "../../deps.ts";
import { notFound } from "../../http/errors/app-error.ts";
import type { Access } from "../../http/route.ts";

/** For anyone but an administrator, with or without a session, the address does not exist (404; A1). */
export function adminOnly(app: Pick<FeatureApp, "resolveSession">): Access {
  return {
    onRequest: async (request, reply) => {
      await app.resolveSession(request, reply);
      if (request.user?.role !== "admin") throw notFound();
    },
  };
}
