import * as z from "zod";
import { id } from "@retro/contract/entities";
import {
  setActionStatus,
  spaceAction,
  spaceActions as spaceActionsSchema,
  spaceActionsQuery,
} from "@retro/contract/spaces/space-actions";
import { callerOf } from "../../board/turn/caller.ts";
import type { Deps, FeatureApp } from "../../deps.ts";
import { dataOf } from "../../http/openapi.ts";
import { route } from "../../http/route.ts";
import { userOf } from "../../http/session/session.ts";
import { listSpaceActions, setStatusInSpace } from "./actions.ts";

export function actionRoutes(app: FeatureApp, deps: Deps): void {
  route(app, "get", "/spaces/:key/actions", {
    config: { costs: { spaceReads: 1 } },
    tags: ["spaces", "actions"],
    summary: "A page of the open actions of the space's boards, the earliest due date first",
    params: z.object({ key: id }),
    querystring: spaceActionsQuery,
    answer: { 200: dataOf(spaceActionsSchema) },
    refusals: [404, 422, 429],
    handler: async (request) => {
      const { params, query } = request;
      return { data: await listSpaceActions(deps, params.key, userOf(request).id, query) };
    },
  });
  route(app, "put", "/spaces/:key/actions/:actionId", {
    tags: ["spaces", "actions"],
    summary: "Set the status of an action of a board of the space",
    params: z.object({ key: id, actionId: id }),
    body: setActionStatus,
    answer: { 200: dataOf(spaceAction) },
    refusals: [403, 404, 422],
    handler: async (request) => {
      const { key, actionId } = request.params;
      return { data: await setStatusInSpace(deps, key, actionId, callerOf(request), request.body) };
    },
  });
}
