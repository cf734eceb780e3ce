import * as z from "zod";
import { orderStickers as orderBody } from "@retro/contract/commands";
import { id, item as itemSchema } from "@retro/contract/entities";
import { callerOf } from "../../board/turn/caller.ts";
import type { Deps, FeatureApp } from "../../deps.ts";
import { route } from "../../http/route.ts";
import { withChangeCost } from "../../http/limits/request-limits.ts";
import { itemOrTree, returnItems, sendItemOrTree } from "./item-or-tree.ts";
import { orderStickers } from "./order-stickers.ts";
import { restoreSticker } from "./restore-sticker.ts";

export function orderRoute(app: FeatureApp, deps: Deps): void {
  route(app, "put", "/boards/:id/order", {
    config: withChangeCost(deps.rateLimiter),
    tags: ["items"],
    summary: "Give the stickers under some columns or stickers a new order",
    params: z.object({ id }),
    querystring: returnItems,
    body: orderBody,
    answer: { 200: itemOrTree(z.array(itemSchema)) },
    refusals: [403, 404, 409, 422],
    handler: async (request, reply) => {
      const done = await orderStickers(deps, request.params.id, callerOf(request), request.body);
      return sendItemOrTree(app, request, reply, done);
    },
  });
}

export function restoreRoute(app: FeatureApp, deps: Deps): void {
  route(app, "post", "/boards/:id/items/:itemId/restore", {
    config: withChangeCost(deps.rateLimiter),
    tags: ["items"],
    summary: "Restore a sticker that the caller deleted within the last day",
    params: z.object({ id, itemId: id }),
    querystring: returnItems,
    answer: { 200: itemOrTree(itemSchema) },
    refusals: [403, 404, 409, 422],
    handler: async (request, reply) => {
      const { id: boardId, itemId } = request.params;
      return sendItemOrTree(
        app,
        request,
        reply,
        await restoreSticker(deps, boardId, callerOf(request), itemId),
      );
    },
  });
}
