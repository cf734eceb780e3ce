import * as z from "zod/mini";
import { id } from "@retro/contract/entities";
import {
  setActionStatus,
  spaceAction,
  spaceActions as spaceActionsSchema,
  spaceActionsQuery,
} from "@retro/contract/spaces/space-actions";
import { callerOf } from "../../board/turn/caller.ts";
import type { Deps, FeatureApp } from "../../deps.ts";
import { dataOf, responses } from "../../http/openapi.ts";
import { userOf } from "../../http/session/session.ts";
import { listSpaceActions, setStatusInSpace } from "./actions.ts";

/** The open actions of a space's boards (G7). */
export function actionRoutes(app: FeatureApp, deps: Deps): void {
  app.get(
    "/spaces/:key/actions",
    {
      config: { costs: { spaceReads: 1 } },
      preHandler: app.requireUser,
      schema: {
        tags: ["spaces", "actions"],
        summary: "A page of the open actions of the space's boards, the earliest due date first",
        params: z.object({ key: id }),
        querystring: spaceActionsQuery,
        response: responses({ 200: dataOf(spaceActionsSchema) }, 401, 404, 422, 429),
      },
    },
    async (request) => {
      const { params, query } = request;
      return { data: await listSpaceActions(deps, params.key, userOf(request).id, query) };
    },
  );
  app.put(
    "/spaces/:key/actions/:actionId",
    {
      preHandler: app.requireUser,
      schema: {
        tags: ["spaces", "actions"],
        summary: "Set the status of an action of a board of the space",
        params: z.object({ key: id, actionId: id }),
        body: setActionStatus,
        response: responses({ 200: dataOf(spaceAction) }, 401, 403, 404, 422),
      },
    },
    async (request) => {
      const { key, actionId } = request.params;
      return { data: await setStatusInSpace(deps, key, actionId, callerOf(request), request.body) };
    },
  );
}
