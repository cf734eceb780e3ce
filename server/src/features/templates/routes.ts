import * as z from "zod";
import { template } from "@retro/contract/templates/template";
import type { Feature } from "../../deps.ts";
import { notFound } from "../../http/errors/app-error.ts";
import { dataOf, fileResponse } from "../../http/openapi.ts";
import { anyone, route } from "../../http/route.ts";
import { userOf } from "../../http/session/session.ts";
import { listTemplates } from "./commands.ts";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../settings.ts";

const folder = join(root, "server/template-pictures");
/** Read once: a picture never changes while the server runs. `own` is for all own templates. */
const pictures = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));

/** `<key>.svg` and `<key>.dark.svg`: the app's theme may differ from the system's. Null for other names. */
export function templateArt(img: string): string | null {
  return pictures.get(img) ?? null;
}

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
