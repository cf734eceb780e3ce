import * as z from "zod";
import { id } from "@retro/contract/ids";
import { spaceSearchQuery, spaceSearchResult } from "@retro/contract/spaces/space-search";
import type { Feature } from "../../deps.ts";
import { dataOf } from "../../http/openapi.ts";
import { route } from "../../http/route.ts";
import { userOf } from "../../http/session/session.ts";
import { searchSpace } from "./search.ts";
import { prices } from "../../limits/budgets.ts";

export const spaceSearch: Feature = (app, deps) => {
  route(app, "get", "/spaces/:key/search", {
    price: prices.search.points,
    tags: ["spaces"],
    summary: "Titles, stickers and actions of the space's boards with all words of `q`, in any order",
    params: z.object({ key: id }),
    querystring: spaceSearchQuery,
    answer: { 200: dataOf(spaceSearchResult) },
    refusals: [404, 422, 429, 503],
    handler: async (request) => ({
      data: await searchSpace(deps, request.params.key, userOf(request).id, request.query.q),
    }),
  });
};
