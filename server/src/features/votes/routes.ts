import * as z from "zod";
import { changeMeta } from "@retro/contract/changes";
import { id } from "@retro/contract/ids";
import { treeItem } from "@retro/contract/items";
import { vote, voterCount, votesLeft } from "@retro/contract/votes";
import { openRound as openRoundBody, setVotes as setVotesBody } from "@retro/contract/facilitation/rounds";
import type { Deps, Feature, FeatureApp } from "../../deps.ts";
import { route } from "../../http/route.ts";
import { userOf } from "../../http/session/session.ts";
import { callerOf } from "../../board/turn/caller.ts";
import { wrapWithMeta, sendVotes, sendWithTree } from "../../board/read/tree-response.ts";
import { resetVotes, setVotes } from "./commands.ts";
import { closeRound, openRound } from "./rounds.ts";
import { countVoters, countVotesLeft } from "./count-voters.ts";
import { prices } from "../../limits/budgets.ts";

const boardParams = z.object({ id });
const itemParams = z.object({ id, itemId: id });
/** Null: a repeat, and the sticker is gone. */
const voteAnswer = z.object({
  item_id: z.string(),
  votes: z.number().nullable(),
  voted: z.boolean(),
  count: z.optional(z.number()),
  remaining: z.number().nullable(),
});

type VoteRequest = Parameters<typeof callerOf>[0] & { params: z.infer<typeof itemParams> };

export const votes: Feature = (app, deps) => {
  voteRoutes(app, deps);
  readVotesRoute(app);
  countVotersRoute(app, deps);
  votesLeftRoute(app, deps);
  resetRoute(app, deps);
  roundRoutes(app, deps);
};

function readVotesRoute(app: FeatureApp): void {
  route(app, "get", "/boards/:id/items/votes", {
    price: prices.tree.points,
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
    price: prices.tree.points,
    tags: ["votes", "facilitation"],
    summary: "How many of the users on the board have voted; only the facilitator may ask",
    params: boardParams,
    answer: { 200: z.object({ data: voterCount }) },
    refusals: [403, 404],
    handler: async (request) => ({ data: await countVoters(deps, request.params.id, userOf(request).id) }),
  });
}

function votesLeftRoute(app: FeatureApp, deps: Deps): void {
  route(app, "get", "/boards/:id/votes-left", {
    price: prices.tree.points,
    tags: ["votes", "facilitation"],
    summary: "How many of the users on the board have used all their votes, and how many are left together",
    params: boardParams,
    answer: { 200: z.object({ data: z.nullable(votesLeft) }) },
    refusals: [404],
    handler: async (request) => ({
      data: await countVotesLeft(deps, request.params.id, userOf(request).id),
    }),
  });
}

function resetRoute(app: FeatureApp, deps: Deps): void {
  route(app, "put", "/boards/:id/reset-votes", {
    price: prices.tree.points,
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

function roundRoutes(app: FeatureApp, deps: Deps): void {
  const tags = ["votes", "facilitation"];
  const answer = { 200: z.object({ data: z.null(), meta: changeMeta }) };
  route(app, "post", "/boards/:id/rounds", {
    price: prices.tree.points,
    tags,
    summary: "Open a round of votes; the votes that the board has become a closed round",
    params: boardParams,
    body: openRoundBody,
    answer,
    refusals: [403, 404, 422],
    handler: async (request) => {
      const { params, body } = request;
      return { data: null, meta: await openRound(deps, params.id, callerOf(request), body) };
    },
  });
  route(app, "delete", "/boards/:id/rounds", {
    price: prices.tree.points,
    tags,
    summary: "Close the round of votes; its results stay",
    params: boardParams,
    answer,
    refusals: [403, 404],
    handler: async (request) => ({
      data: null,
      meta: await closeRound(deps, request.params.id, callerOf(request)),
    }),
  });
}

function voteRoutes(app: FeatureApp, deps: Deps): void {
  const path = "/boards/:id/items/:itemId/vote";
  const shared = {
    tags: ["votes"],
    params: itemParams,
    answer: { 200: z.object({ data: voteAnswer.nullable(), meta: changeMeta }) },
    refusals: [403, 404] as const,
  };
  const set = async (request: VoteRequest, wanted: (had: number) => number) => {
    const { id, itemId } = request.params;
    const { value, meta } = await setVotes(deps, id, callerOf(request), itemId, wanted);
    return { data: value, meta };
  };
  route(app, "post", path, {
    ...shared,
    summary: "Vote for a sticker",
    handler: (request) => set(request, (had) => Math.max(had, 1)),
  });
  route(app, "delete", path, {
    ...shared,
    summary: "Take all of one's votes on a sticker back",
    handler: (request) => set(request, () => 0),
  });
  route(app, "put", path, {
    ...shared,
    refusals: [403, 404, 422],
    summary: "Have this many votes on a sticker; more than one needs a round that permits it",
    body: setVotesBody,
    handler: (request) => set(request, () => request.body.votes),
  });
}
