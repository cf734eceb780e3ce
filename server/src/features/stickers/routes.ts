import * as z from "zod";
import { changeMeta } from "@retro/contract/changes";
import {
  createItemOrItems,
  orderStickers as orderBody,
  sortItemOrItems,
  updateItem,
} from "@retro/contract/commands";
import { id } from "@retro/contract/ids";
import { type Item, item as itemSchema, treeItem } from "@retro/contract/items";
import { reactionKind } from "@retro/contract/reactions";
import type { Feature, FeatureApp } from "../../deps.ts";
import { route } from "../../http/route.ts";
import { changePrice } from "../../http/limits/request-limits.ts";
import { callOf } from "../../board/turn/caller.ts";
import { addSticker, addStickers } from "./add-stickers.ts";
import { deleteAllStickers, deleteItem, editItem, moveItem, moveItems } from "./commands.ts";
import { orderStickers } from "./order-stickers.ts";
import { setReaction } from "./reactions.ts";
import { restoreSticker } from "./restore-sticker.ts";
import { wrapWithMeta, sendTree, sendWithTree } from "../../board/read/tree-response.ts";
import { prices } from "../../limits/budgets.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { CommandResult } from "./command-result.ts";

const returnItems = z.object({ return: z.string().optional() });
const tree = z.array(treeItem);

/** With `?return=items` the whole tree in place of the item (spec 7.2). Null: a repeat, and the sticker is gone. */
function itemOrTree(item: z.core.$ZodType) {
  return z.object({ data: z.union([item, tree, z.null()]), meta: changeMeta });
}

/** If the tree cannot be read now, the value: the change is saved, so the answer is a success. */
async function sendItemOrTree<T>(
  app: FeatureApp,
  request: FastifyRequest,
  reply: FastifyReply,
  { value, meta }: CommandResult<T>,
): Promise<FastifyReply> {
  const { id } = request.params as { id: string };
  return (request.query as { return?: string }).return === "items"
    ? sendWithTree(app.trees, id, request, reply, wrapWithMeta(meta), { data: value, meta })
    : reply.send({ data: value, meta });
}

const boardParams = z.object({ id });
const count = z.coerce.number().int().min(0).optional();
const itemParams = z.object({ id, itemId: id });

export const stickers: Feature = (app, deps) => {
  route(app, "get", "/boards/:id/items", {
    price: prices.tree.points,
    tags: ["items"],
    summary: "The tree: sections → 3 columns → stickers → nested stickers",
    params: boardParams,
    answer: { 200: z.object({ data: tree, meta: z.object({ version: z.number() }) }) },
    refusals: [401, 404, 429, 503],
    handler: async (request, reply) => sendTree(app.trees, request.params.id, request, reply),
  });
  route(app, "post", "/boards/:id/items", {
    access: { preHandler: app.requireUserInTurn },
    price: changePrice,
    tags: ["items"],
    summary: "Add a sticker, or up to 100 with `items`: all or none, in one version",
    params: boardParams,
    querystring: returnItems,
    body: createItemOrItems,
    answer: { 201: itemOrTree(z.union([itemSchema, z.array(itemSchema)])) },
    refusals: [401, 403, 404, 409, 422],
    handler: async (request, reply) => {
      const { body } = request;
      const call = callOf(deps, request);
      const result = "items" in body ? await addStickers(call, body) : await addSticker(call, body);
      return sendItemOrTree<Item | Item[] | null>(app, request, reply.code(201), result);
    },
  });
  route(app, "put", "/boards/:id/items/:itemId", {
    price: changePrice,
    tags: ["items"],
    summary:
      "Change the title, style, group's name or topic's note of a sticker, or the title or style of a section",
    params: itemParams,
    querystring: returnItems,
    body: updateItem,
    answer: { 200: itemOrTree(itemSchema) },
    refusals: [403, 404, 409, 422],
    handler: async (request, reply) => {
      const { itemId } = request.params;
      return sendItemOrTree(app, request, reply, await editItem(callOf(deps, request), itemId, request.body));
    },
  });
  route(app, "delete", "/boards/:id/items/:itemId", {
    price: changePrice,
    tags: ["items"],
    summary:
      "Delete a sticker with what is nested in it, or a section; 409 if `rev` or the number of `items` differs, or others have changed any of it after the version `since`: `data` then says who changed what",
    params: itemParams,
    querystring: returnItems.extend({ rev: count, items: count, since: count }),
    answer: { 200: itemOrTree(z.object({ deleted: z.array(z.string()) })) },
    refusals: [403, 404, 409, 422],
    handler: async (request, reply) => {
      const { itemId } = request.params;
      const { rev, items, since } = request.query;
      const done = await deleteItem(callOf(deps, request), itemId, { rev, items, since });
      return sendItemOrTree(app, request, reply, done);
    },
  });
  route(app, "put", "/boards/:id/sort", {
    price: changePrice,
    tags: ["items"],
    summary:
      "Move a sticker under a column or a sticker: to a position, or after a sibling; or several with `moves`: all or none, in one version",
    params: boardParams,
    querystring: returnItems,
    body: sortItemOrItems,
    answer: { 200: itemOrTree(z.union([itemSchema, z.array(itemSchema)])) },
    refusals: [403, 404, 409, 422],
    handler: async (request, reply) => {
      const { body } = request;
      const call = callOf(deps, request);
      const result = "moves" in body ? await moveItems(call, body) : await moveItem(call, body);
      return sendItemOrTree<Item | Item[] | null>(app, request, reply, result);
    },
  });
  route(app, "put", "/boards/:id/order", {
    price: changePrice,
    tags: ["items"],
    summary: "Give the stickers under some columns or stickers a new order",
    params: boardParams,
    querystring: returnItems,
    body: orderBody,
    answer: { 200: itemOrTree(z.array(itemSchema)) },
    refusals: [403, 404, 409, 422],
    handler: async (request, reply) => {
      const done = await orderStickers(callOf(deps, request), request.body);
      return sendItemOrTree(app, request, reply, done);
    },
  });
  route(app, "post", "/boards/:id/items/:itemId/restore", {
    price: changePrice,
    tags: ["items"],
    summary: "Restore a sticker that the caller deleted within the last day",
    params: itemParams,
    querystring: returnItems,
    answer: { 200: itemOrTree(itemSchema) },
    refusals: [403, 404, 409, 422],
    handler: async (request, reply) => {
      const { itemId } = request.params;
      return sendItemOrTree(app, request, reply, await restoreSticker(callOf(deps, request), itemId));
    },
  });
  route(app, "put", "/boards/:id/delete-cards", {
    price: prices.tree.points,
    tags: ["items", "facilitation"],
    summary: "Delete every sticker; only the facilitator may",
    params: boardParams,
    answer: { 200: z.object({ data: tree, meta: changeMeta }) },
    refusals: [403, 404],
    handler: async (request, reply) => {
      const { id } = request.params;
      const { meta } = await deleteAllStickers(callOf(deps, request));
      return sendWithTree(app.trees, id, request, reply, wrapWithMeta(meta));
    },
  });
  for (const [method, reacted, summary] of [
    ["put", true, "React to a sticker"],
    ["delete", false, "Take one's reaction back"],
  ] as const)
    route(app, method, "/boards/:id/items/:itemId/reactions/:kind", {
      tags: ["items"],
      summary,
      params: itemParams.extend({ kind: reactionKind }),
      answer: { 200: z.object({ data: z.union([itemSchema, z.null()]), meta: changeMeta }) },
      refusals: [403, 404],
      handler: async (request) => {
        const { itemId, kind } = request.params;
        const { value, meta } = await setReaction(callOf(deps, request), { itemId, kind, reacted });
        return { data: value, meta };
      },
    });
};
