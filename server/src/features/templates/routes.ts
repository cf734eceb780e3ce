import * as z from "zod";
import { template } from "@retro/contract/entities";
import type { Feature } from "../../deps.ts";
import { notFound } from "../../http/errors/app-error.ts";
import { dataOf, fileResponse } from "../../http/openapi.ts";
import { anyone, route } from "../../http/route.ts";
import { userOf } from "../../http/session/session.ts";
import { templateArt } from "./art.ts";
import { listTemplates } from "./commands.ts";

export const templates: Feature = (app, deps) => {
  route(app, "get", "/board-templates", {
    config: { tokens: "any" },
    tags: ["templates"],
    summary: "Templates in the caller's language, their own last",
    answer: { 200: dataOf(z.array(template)) },
    handler: async (request, reply) => {
      reply.header("vary", "accept-language");
      return { data: await listTemplates(deps.database.db, userOf(request).id, request.locale) };
    },
  });

  route(app, "get", "/board-templates/img/:img", {
    access: anyone,
    tags: ["templates"],
    summary: "A template's picture, `<key>.svg`, or `<key>.dark.svg` for the dark theme",
    params: z.object({ img: z.string() }),
    answer: { 200: fileResponse("image/svg+xml") },
    refusals: [404],
    handler: async (request, reply) => {
      const svg = templateArt(request.params.img);
      if (svg === null) throw notFound();
      return reply
        .type("image/svg+xml; charset=utf-8")
        .header("cache-control", "public, max-age=31536000, immutable")
        .send(svg);
    },
  });
};
