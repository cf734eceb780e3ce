import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { personalData as personalDataFile } from "@retro/contract/personal-data";
import type { Feature } from "../../deps.ts";
import { AppError } from "../../http/errors/app-error.ts";
import { responses, dataOf } from "../../http/openapi.ts";
import { withCost } from "../../http/limits/request-limits.ts";
import { userOf } from "../../http/session/session.ts";
import { trackWork } from "../../http/limits/work-in-progress.ts";
import { eraseVisitor } from "./erase.ts";

/** A download reads every table with data of the user. */
const downloadCost = 2;

/** The caller's data: download and erasure (P6). */
export const privacy: Feature = (app, deps) => {
  const params = z.object({ id: z.string() });

  app.get(
    "/users/:id/data",
    {
      config: { ...withCost("exports", downloadCost), ownQueue: true },
      preHandler: app.requireUser,
      schema: {
        tags: ["people"],
        summary: "Everything that is stored about the caller, as a JSON file",
        params,
        response: responses({ 200: personalDataFile }, 401, 403, 413, 429, 503),
      },
    },
    async (request, reply) => {
      const userId = ownId(request, request.params.id);
      reply.type("application/json; charset=utf-8");
      reply.header("content-disposition", 'attachment; filename="retro-my-data.json"');
      reply.header("cache-control", "no-store");
      const { owner, signal } = trackWork(deps, request, reply, "exports");
      const task = { task: "personal data", userId, now: deps.clock() } as const;
      const { file } = await app.documents.make(owner, task, signal);
      // The type of `send` knows the file, not the stream that carries its text.
      return reply.send(file as never);
    },
  );

  app.delete(
    "/users/:id",
    {
      preHandler: app.requireUser,
      schema: {
        tags: ["people"],
        summary:
          "Delete everything that is stored about the caller; ends every session. Not for administrators",
        params,
        response: responses({ 200: dataOf(z.null()) }, 401, 403, 429),
      },
    },
    async (request, reply) => {
      await eraseVisitor(deps, ownId(request, request.params.id));
      app.clearSessionCookie(request, reply);
      return { data: null };
    },
  );
};

/** The id of the address, which must be the caller's. @throws AppError 403 */
function ownId(request: FastifyRequest, id: string): string {
  if (id !== userOf(request).id) throw new AppError(403, "forbidden");
  return id;
}
