import * as z from "zod/mini";
import { changeMeta } from "@retro/contract/changes";
import { lockBoard as lockBody } from "@retro/contract/commands";
import { board as boardSchema, id } from "@retro/contract/entities";
import { callerOf } from "../../board/caller.ts";
import type { Deps, Feature, FeatureApp } from "../../deps.ts";
import { responses } from "../../http/openapi.ts";
import { lockBoard } from "./management.ts";

const boardParams = z.object({ id });
const changedBoard = z.object({ data: boardSchema, meta: changeMeta });

/** What happens to a board as a whole (M1 to M5). */
export const boardManagement: Feature = (app, deps) => {
  lockRoute(app, deps);
};

function lockRoute(app: FeatureApp, deps: Deps): void {
  app.put(
    "/boards/:id/lock",
    {
      preHandler: app.requireUser,
      schema: {
        tags: ["boards"],
        summary: "Lock the board, so that every change of it is refused, or unlock it",
        params: boardParams,
        body: lockBody,
        response: responses({ 200: changedBoard }, 401, 403, 404, 422),
      },
    },
    async (request) => {
      const { id } = request.params;
      const { value, meta } = await lockBoard(deps, id, callerOf(request), request.body.locked);
      return { data: { ...value, version: meta.version }, meta };
    },
  );
}
