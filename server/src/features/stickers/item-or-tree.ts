import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { changeMeta } from "@retro/contract/changes";
import { treeItem } from "@retro/contract/entities";
import { sendWithTree, wrapWithMeta } from "../../board/read/tree-response.ts";
import type { FeatureApp } from "../../deps.ts";
import type { CommandResult } from "./command-result.ts";

export const returnItems = z.object({ return: z.string().optional() });
export const tree = z.array(treeItem);

/** With `?return=items` the whole tree in place of the item (spec 7.2). */
export function itemOrTree(item: z.core.$ZodType) {
  return z.object({ data: z.union([item, tree]), meta: changeMeta });
}

/** If the tree cannot be read now, the value: the change is saved, so the answer is a success. */
export async function sendItemOrTree<T>(
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
