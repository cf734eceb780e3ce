import * as z from "zod";
import { changeMeta, changesResponse } from "@retro/contract/changes";
import { createBoard as createBody, updateBoard as updateBody } from "@retro/contract/commands";
import { board as boardSchema } from "@retro/contract/boards";
import { id } from "@retro/contract/ids";
import { treeItem } from "@retro/contract/items";
import { person } from "@retro/contract/users";
import { channels } from "@retro/contract/events";
import type { Feature } from "../../deps.ts";
import { dataOf } from "../../http/openapi.ts";
import { anyone, route } from "../../http/route.ts";
import { changePrice } from "../../http/limits/request-limits.ts";
import { userOf } from "../../http/session/session.ts";
import { findPeople } from "../people/commands.ts";
import { sendWithTree } from "../../board/read/tree-response.ts";
import { loadAuthors, loadSections } from "../../board/parts/item-store.ts";
import { callOf } from "../../board/turn/caller.ts";
import { recordUse } from "../../board/turn/last-use.ts";
import { catchUp } from "../../board/read/catch-up.ts";
import { createBoard, updateBoard } from "./commands.ts";
import { presentBoard } from "../../board/read/present-board.ts";
import { readSnapshot } from "../../board/read/snapshot.ts";
import { findOpenTitle, recordVisit } from "./store.ts";
import { boardBytes, prices } from "../../limits/budgets.ts";

const boardParams = z.object({ id });
/** A catch-up with this many changes costs as much as another request. */
const changesPerRead = 10;
const returnItems = z.object({ return: z.string().optional() });

export const boards: Feature = (app, deps) => {
  route(app, "post", "/boards", {
    access: { preHandler: app.requireMaker },
    price: prices.board.points,
    config: { storedBytes: boardBytes },
    tags: ["boards"],
    summary: "Make a board from a template",
    body: createBody,
    answer: { 201: dataOf(boardSchema) },
    refusals: [401, 403, 422, 429, 503],
    handler: async (request, reply) =>
      reply.code(201).send({ data: await createBoard(deps, userOf(request), request.body, request.locale) }),
  });
  route(app, "get", "/boards/:id/title", {
    access: anyone,
    price: prices.puzzle.points,
    tags: ["boards"],
    summary:
      "The title of a board, while a guest's captcha works; null for no board, one with a passphrase or in the bin, and without guests",
    params: boardParams,
    answer: { 200: dataOf(z.nullable(z.string())) },
    refusals: [429],
    handler: async (request) => ({
      data: deps.settings.guests === "off" ? null : await findOpenTitle(deps.database.db, request.params.id),
    }),
  });
  route(app, "get", "/boards/:id", {
    // Compressed although it is short: half of it is names of options, and the first view waits for it.
    compress: { threshold: 256, encodings: ["br", "gzip"] },
    tags: ["boards"],
    summary: "A board",
    params: boardParams,
    answer: { 200: dataOf(boardSchema) },
    refusals: [403, 404],
    handler: async (request) => {
      const { id } = request.params;
      const { value, board, version } = await readSnapshot(deps, id, userOf(request).id, (db) =>
        loadSections(db, id),
      );
      await recordUse(deps, board);
      // A database that cannot write, because its disk is full for example, still shows boards.
      await recordVisit(deps.database.db, userOf(request).id, id, deps.clock()).catch((error: unknown) =>
        request.log.warn({ err: error }, "a visit could not be noted; the board is shown all the same"),
      );
      return { data: presentBoard({ ...board, version }, value, deps.clock()) };
    },
  });
  route(app, "put", "/boards/:id", {
    price: changePrice,
    tags: ["boards"],
    summary: "Edit Board: title, description, sections",
    params: boardParams,
    querystring: returnItems,
    body: updateBody,
    answer: {
      200: z.object({
        data: z.union([boardSchema, z.object({ board: boardSchema, items: z.array(treeItem) })]),
        meta: changeMeta,
      }),
    },
    refusals: [403, 404, 409, 422],
    handler: async (request, reply) => {
      const { id } = request.params;
      const { value, meta } = await updateBoard(callOf(deps, request), request.body);
      const data = { ...value, version: meta.version };
      if (request.query.return !== "items") return reply.send({ data, meta });
      const wrap = {
        before: `{"data":{"board":${JSON.stringify(data)},"items":`,
        after: `},"meta":${JSON.stringify(meta)}}`,
      };
      return sendWithTree(app.trees, id, request, reply, wrap, { data, meta });
    },
  });
  route(app, "get", "/boards/:id/changes", {
    tags: ["boards"],
    summary: "What happened since a version, as resulting values",
    params: boardParams,
    querystring: z.object({ since: z.coerce.number().int().min(0) }),
    answer: { 200: dataOf(changesResponse) },
    refusals: [403, 404, 422],
    handler: async (request) => {
      const data = await catchUp(deps, request.params.id, userOf(request).id, request.query.since);
      if ("changes" in data)
        deps.rateLimiter.charge(request.payer, {
          points: Math.floor(data.changes.length / changesPerRead) * prices.read.points,
        });
      return { data };
    },
  });
  route(app, "get", "/boards/:id/users-options", {
    price: prices.tree.points,
    tags: ["boards", "people"],
    summary: "Names, colours and avatar choices of everyone who has a sticker on the board or is present",
    params: boardParams,
    answer: { 200: dataOf(z.array(person)) },
    refusals: [403, 404],
    handler: async (request) => {
      const { id } = request.params;
      const { value: authors, facilitation } = await readSnapshot(deps, id, userOf(request).id, (db) =>
        loadAuthors(db, id),
      );
      const present = await deps.presence.members(channels.presence(id)).catch((error: unknown) => {
        request.log.warn(
          { err: error, board: id },
          "who is present could not be learnt; answering with the authors alone",
        );
        return [];
      });
      // Omit the authors while they are hidden: with one sticker the list would name its author [H3].
      const ids = facilitation.facilitator_options.avatars === "hide" ? present : [...authors, ...present];
      return { data: await findPeople(deps.database.db, [userOf(request).id, ...ids]) };
    },
  });
};
