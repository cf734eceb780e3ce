import * as z from "zod/mini";
import { id } from "@retro/contract/entities";
import { spaceSearchQuery, spaceSearchResult } from "@retro/contract/spaces/space-search";
import type { Feature } from "../../deps.ts";
import { dataOf, responses } from "../../http/openapi.ts";
import { userOf } from "../../http/session/session.ts";
import { searchSpace } from "./search.ts";

/** Search in a team's space (G8). */
export const spaceSearch: Feature = (app, deps) => {
  app.get(
    "/spaces/:key/search",
    {
      config: { costs: { searches: 1 } },
      preHandler: app.requireUser,
      schema: {
        tags: ["spaces"],
        summary: "Titles, stickers and actions of the space's boards with all words of `q`, in any order",
        params: z.object({ key: id }),
        querystring: spaceSearchQuery,
        response: responses({ 200: dataOf(spaceSearchResult) }, 401, 404, 422, 429, 503),
      },
    },
    async (request) => ({
      data: await searchSpace(deps, request.params.key, userOf(request).id, request.query.q),
    }),
  );
};
