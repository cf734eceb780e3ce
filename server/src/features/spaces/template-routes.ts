import * as z from "zod";
import { id } from "@retro/contract/ids";
import {
  renameSpaceTemplate,
  saveSpaceTemplate,
  spaceTemplate,
} from "@retro/contract/templates/space-templates";
import { callerOf } from "../../board/turn/caller.ts";
import type { Feature } from "../../deps.ts";
import { dataOf, answerNothing, nothing } from "../../http/openapi.ts";
import { route } from "../../http/route.ts";
import { listSpaceTemplates, removeTemplate, renameTemplate, saveTemplate } from "./templates.ts";
import { boardBytes, prices } from "../../limits/budgets.ts";

const spaceParams = z.object({ key: id });
const templateParams = z.object({ key: id, id });

export const spaceTemplates: Feature = (app, deps) => {
  route(app, "get", "/spaces/:key/templates", {
    tags: ["spaces", "templates"],
    summary: "The templates of the space, the latest first",
    params: spaceParams,
    answer: { 200: dataOf(z.array(spaceTemplate)) },
    refusals: [404],
    handler: async (request) => ({ data: await listSpaceTemplates(deps, request.params.key) }),
  });
  route(app, "post", "/spaces/:key/templates", {
    price: prices.board.points,
    config: { storedBytes: boardBytes },
    tags: ["spaces", "templates"],
    summary: "Save the sections of a board of the space as a template, for whoever may edit the board",
    params: spaceParams,
    body: saveSpaceTemplate,
    answer: { 201: dataOf(z.object({ id: z.string() })) },
    refusals: [403, 404, 422, 429, 503],
    handler: async (request, reply) => {
      const saved = await saveTemplate(deps, request.params.key, request.body, callerOf(request));
      return reply.code(201).send({ data: { id: saved } });
    },
  });
  route(app, "put", "/spaces/:key/templates/:id", {
    tags: ["spaces", "templates"],
    summary: "Rename a template of the space",
    params: templateParams,
    body: renameSpaceTemplate,
    answer: { 200: nothing },
    refusals: [404, 422],
    handler: async (request) => {
      const change = { id: request.params.id, title: request.body.title };
      await renameTemplate(deps, request.params.key, change, callerOf(request));
      return { data: null };
    },
  });
  route(app, "delete", "/spaces/:key/templates/:id", {
    tags: ["spaces", "templates"],
    summary: "Delete a template of the space; boards that were made from it stay",
    params: templateParams,
    answer: { 200: nothing },
    refusals: [404],
    handler: (request) =>
      answerNothing(removeTemplate(deps, request.params.key, request.params.id, callerOf(request))),
  });
};
