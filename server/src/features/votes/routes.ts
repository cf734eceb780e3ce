import * as z from "zod";
import { changeMeta } from "@retro/contract/changes";
import { id, treeItem, vote, voterCount } from "@retro/contract/entities";
import type { Deps, Feature, FeatureApp } from "../../deps.ts";
import { route } from "../../http/route.ts";
import { withScanCost, withTreeChangeCost, withTreeCost } from "../../http/limits/request-limits.ts";
import { userOf } from "../../http/session/session.ts";
import { callerOf } from "../../board/turn/caller.ts";
import { wrapWithMeta, sendVotes, sendWithTree } from "../../board/read/tree-response.ts";
import { resetVotes, setVote } from "./commands.ts";
import { countVoters } from "./count-voters.ts";

const boardParams = z.object({ id });
const itemParams = z.object({ id, itemId: id });
const voteAnswer = z.object({
  item_id: z.string(),
  votes: z.number().nullable(),
  voted: z.boolean(),
  remaining: z.number().nullable(),
});

export const votes: Feature = (app, deps) => {
  voteRoutes(app, deps);
  readVotesRoute(app, deps);
  countVotersRoute(app, deps);
  resetRoute(app, deps);
};

function readVotesRoute(app: FeatureApp, deps: Deps): void {
  route(app, "get", "/boards/:id/items/votes", {
    config: withTreeCost(deps.rateLimiter),
    tags: ["votes"],
    summary: "The caller's votes; `meta.counts` holds every sticker's count unless they are concealed",
    params: boardParams,
    answer: {
      200: z.object({
        data: z.array(vote),
        meta: z.object({ counts: z.record(z.string(), z.number()).nullable(), version: z.number() }),
      }),
    },
    refusals: [404],
    handler: async (request, reply) => sendVotes(app.trees, request.params.id, request, reply),
  });
}

function countVotersRoute(app: FeatureApp, deps: Deps): void {
  route(app, "get", "/boards/:id/voters", {
    config: withScanCost(deps.rateLimiter),
    tags: ["votes", "facilitation"],
    summary: "How many of the users on the board have voted; only the facilitator may ask",
    params: boardParams,
    answer: { 200: z.object({ data: voterCount }) },
    refusals: [403, 404],
    handler: async (request) => ({ data: await countVoters(deps, request.params.id, userOf(request).id) }),
  });
}

function resetRoute(app: FeatureApp, deps: Deps): void {
  route(app, "put", "/boards/:id/reset-votes", {
    config: withTreeChangeCost(deps.rateLimiter),
    tags: ["votes", "facilitation"],
    summary: "Take all votes back; only the facilitator may",
    params: boardParams,
    answer: { 200: z.object({ data: z.array(treeItem), meta: changeMeta }) },
    refusals: [403, 404],
    handler: async (request, reply) => {
      const { id } = request.params;
      const { meta } = await resetVotes(deps, id, callerOf(request));
      return sendWithTree(app.trees, id, request, reply, wrapWithMeta(meta));
    },
  });
}

function voteRoutes(app: FeatureApp, deps: Deps): void {
  for (const [method, voted, summary] of [
    ["post", true, "Vote for a sticker"],
    ["delete", false, "Take one's vote back"],
  ] as const) {
    route(app, method, "/boards/:id/items/:itemId/vote", {
      tags: ["votes"],
      summary,
      params: itemParams,
      answer: { 200: z.object({ data: voteAnswer, meta: changeMeta }) },
      refusals: [403, 404],
      handler: async (request) => {
        const { id, itemId } = request.params;
        const { value, meta } = await setVote(deps, id, callerOf(request), itemId, voted);
        return { data: value, meta };
      },
    });
  }
}
