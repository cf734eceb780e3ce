import type { FastifyRequest } from "fastify";
import * as z from "zod";
import { personalData as personalDataFile } from "@retro/contract/personal-data";
import type { Feature } from "../../deps.ts";
import { AppError } from "../../http/errors/app-error.ts";
import { dataOf } from "../../http/openapi.ts";
import { route } from "../../http/route.ts";
import { userOf } from "../../http/session/session.ts";
import { trackWork } from "../../http/limits/work-in-progress.ts";
import { eraseVisitor } from "./erase.ts";
import { prices } from "../../limits/budgets.ts";

export const privacy: Feature = (app, deps) => {
  const params = z.object({ id: z.string() });

  route(app, "get", "/users/:id/data", {
    price: 2 * prices.document.points,
    config: { ownQueue: true, tokens: "never" },
    tags: ["people"],
    summary: "Everything that is stored about the caller, as a JSON file",
    params,
    answer: { 200: personalDataFile },
    refusals: [403, 413, 429, 503],
    handler: async (request, reply) => {
      const userId = ownId(request, request.params.id);
      reply.type("application/json; charset=utf-8");
      reply.header("content-disposition", 'attachment; filename="retro-my-data.json"');
      reply.header("cache-control", "no-store");
      const { owner, signal } = trackWork(deps, request, reply, "exports");
      const task = { task: "personal data", userId, now: deps.clock() } as const;
      const { file } = await app.documents.make(owner, task, signal);
      // The type of `send` describes the file, not the stream of its text.
      return reply.send(file as never);
    },
  });

  route(app, "delete", "/users/:id", {
    config: { tokens: "never" },
    tags: ["people"],
    summary: "Delete everything that is stored about the caller; ends every session. Not for administrators",
    params,
    answer: { 200: dataOf(z.null()) },
    refusals: [403, 429],
    handler: async (request, reply) => {
      await eraseVisitor(deps, ownId(request, request.params.id));
      app.clearSessionCookie(request, reply);
      return { data: null };
    },
  });
};

function ownId(request: FastifyRequest, id: string): string {
  if (id !== userOf(request).id) throw new AppError(403, "forbidden");
  return id;
}
