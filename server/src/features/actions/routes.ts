import * as z from "zod";
import {
  createAction as createBody,
  moveAction as moveBody,
  updateAction as updateBody,
} from "@retro/contract/action-commands";
import { action as actionSchema } from "@retro/contract/actions";
import { changeMeta } from "@retro/contract/changes";
import { id } from "@retro/contract/ids";
import { callOf } from "../../board/turn/caller.ts";
import type { Feature } from "../../deps.ts";
import { route } from "../../http/route.ts";
import { changePrice } from "../../http/limits/request-limits.ts";
import { userOf } from "../../http/session/session.ts";
import {
  type ActionResult,
  addAction,
  deleteAction,
  moveAction,
  readActions,
  restoreAction,
  updateAction,
} from "./commands.ts";

const boardParams = z.object({ id });
const actionParams = z.object({ id, actionId: id });
/** Null: a repeat, and the action is gone. */
const changed = z.object({ data: z.union([actionSchema, z.null()]), meta: changeMeta });
const answer = <T>({ value, meta }: ActionResult<T>) => ({ data: value, meta });

export const actions: Feature = (app, deps) => {
  route(app, "get", "/boards/:id/actions", {
    tags: ["actions"],
    summary: "The board's actions, in their order",
    params: boardParams,
    answer: { 200: z.object({ data: z.array(actionSchema), meta: z.object({ version: z.number() }) }) },
    refusals: [404],
    handler: async (request) => {
      const { actions: data, version } = await readActions(deps, request.params.id, userOf(request).id);
      return { data, meta: { version } };
    },
  });
  route(app, "post", "/boards/:id/actions", {
    price: changePrice,
    tags: ["actions"],
    summary: "Add an action, also from a sticker",
    params: boardParams,
    body: createBody,
    answer: { 201: changed },
    refusals: [403, 404, 409, 422],
    handler: async (request, reply) =>
      reply.code(201).send(answer(await addAction(callOf(deps, request), request.body))),
  });
  route(app, "put", "/boards/:id/actions/:actionId", {
    price: changePrice,
    tags: ["actions"],
    summary: "Change text, owner, due date or status of an action",
    params: actionParams,
    body: updateBody,
    answer: { 200: changed },
    refusals: [403, 404, 409, 422],
    handler: async (request) => {
      const { actionId } = request.params;
      return answer(await updateAction(callOf(deps, request), actionId, request.body));
    },
  });
  route(app, "put", "/boards/:id/actions/:actionId/position", {
    price: changePrice,
    tags: ["actions"],
    summary: "Move an action after another one, or to the beginning; 409 if it is no longer at `from`",
    params: actionParams,
    body: moveBody,
    answer: { 200: changed },
    refusals: [403, 404, 409, 422],
    handler: async (request) => {
      const { actionId } = request.params;
      return answer(await moveAction(callOf(deps, request), actionId, request.body));
    },
  });
  route(app, "delete", "/boards/:id/actions/:actionId", {
    price: changePrice,
    tags: ["actions"],
    summary: "Delete an action; 409 if `rev` differs",
    params: actionParams,
    querystring: z.object({ rev: z.coerce.number().int().min(0).optional() }),
    answer: { 200: z.object({ data: z.object({ deleted: z.array(z.string()) }), meta: changeMeta }) },
    refusals: [403, 404, 409, 422],
    handler: async (request) => {
      const { actionId } = request.params;
      return answer(await deleteAction(callOf(deps, request), actionId, request.query.rev ?? null));
    },
  });
  route(app, "post", "/boards/:id/actions/:actionId/restore", {
    price: changePrice,
    tags: ["actions"],
    summary: "Restore an action that the caller deleted within the last day",
    params: actionParams,
    answer: { 200: changed },
    refusals: [403, 404, 409, 422],
    handler: async (request) => {
      const { actionId } = request.params;
      return answer(await restoreAction(callOf(deps, request), actionId));
    },
  });
};
