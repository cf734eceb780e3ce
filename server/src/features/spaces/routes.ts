import * as z from "zod";
import { board as boardSchema, id } from "@retro/contract/entities";
import {
  createSpaceBoard as createBoardBody,
  moveBoard,
  replaceSpaceLink,
  space as spaceSchema,
  spaceBoard,
  spaceBoardsQuery,
  renameSpaceBody,
  spaceBody,
  spaceKeys,
  spaceLink,
  spaceOfBoard,
  spaceTracker,
} from "@retro/contract/spaces/spaces";
import { answeredBoard } from "@retro/contract/spaces/space-answers";
import {
  setActionStatus,
  spaceAction,
  spaceActions as spaceActionsSchema,
  spaceActionsQuery,
} from "@retro/contract/spaces/space-actions";
import { callerOf } from "../../board/turn/caller.ts";
import type { Feature } from "../../deps.ts";
import { dataOf, answerNothing, nothing } from "../../http/openapi.ts";
import { route } from "../../http/route.ts";
import { userOf } from "../../http/session/session.ts";
import { boardBytes } from "../../limits/stored-bytes.ts";
import { listSpaceActions, setStatusInSpace } from "./actions.ts";
import { listSpaceAnswers } from "./answers.ts";
import {
  createSpace,
  createSpaceBoard,
  findSpaceOfBoard,
  listSpaceBoards,
  moveBoardIn,
  moveBoardOut,
  openSpace,
  renameSpace,
  setTracker,
  rotateLink,
} from "./commands.ts";
import { restoreToSpace } from "./restore-board.ts";

const spaceParams = z.object({ key: id });
const boardInSpace = z.object({ key: id, boardId: id });

export const spaces: Feature = (app, deps) => {
  route(app, "post", "/spaces", {
    access: { preHandler: app.requireMaker },
    config: { costs: { writes: 1, boards: 1 } },
    tags: ["spaces"],
    summary: "Make a space; only this answer and that of a rotation hold the key of its link",
    body: spaceBody,
    answer: { 201: dataOf(spaceLink) },
    refusals: [401, 403, 422, 429],
    handler: async (request, reply) =>
      reply.code(201).send({ data: { key: await createSpace(deps, request.body.name) } }),
  });
  route(app, "get", "/spaces/:key", {
    config: { costs: { spaceReads: 1 } },
    tags: ["spaces"],
    summary: "A space, for whoever has its link",
    params: spaceParams,
    answer: { 200: dataOf(spaceSchema) },
    refusals: [404, 429],
    handler: async (request) => ({
      data: await openSpace(deps, request.params.key, { userId: userOf(request).id, locale: request.locale }),
    }),
  });
  route(app, "get", "/spaces/:key/boards", {
    config: { costs: { spaceReads: 1 } },
    tags: ["spaces"],
    summary:
      "A page of the space's boards, the newest first; `shelf` gives those in the archive or in the bin",
    params: spaceParams,
    querystring: spaceBoardsQuery,
    answer: { 200: dataOf(z.array(spaceBoard)) },
    refusals: [404, 422, 429],
    handler: async (request) => ({
      data: await listSpaceBoards(deps, request.params.key, userOf(request).id, request.query),
    }),
  });
  route(app, "get", "/spaces/:key/answers", {
    config: { costs: { spaceReads: 1 } },
    tags: ["spaces", "questions"],
    summary:
      "The shown answers to the closing questions and health checks of the space's boards, the oldest board first",
    params: spaceParams,
    answer: { 200: dataOf(z.array(answeredBoard)) },
    refusals: [404, 429],
    handler: async (request) => ({
      data: await listSpaceAnswers(deps, request.params.key, userOf(request).id),
    }),
  });
  route(app, "put", "/spaces/:key", {
    tags: ["spaces"],
    summary: "Rename the space",
    params: spaceParams,
    body: renameSpaceBody,
    answer: { 200: nothing },
    refusals: [404, 409, 422],
    handler: (request) => {
      const { name, from } = request.body;
      return answerNothing(renameSpace(deps, request.params.key, { text: name, from }, callerOf(request)));
    },
  });
  route(app, "put", "/spaces/:key/tracker", {
    tags: ["spaces"],
    summary: "Set the address of a new issue in the team's tracker, with {title} and other placeholders",
    params: spaceParams,
    body: spaceTracker,
    answer: { 200: nothing },
    refusals: [404, 409, 422],
    handler: (request) => {
      const { template, from } = request.body;
      return answerNothing(setTracker(deps, request.params.key, { text: template, from }, callerOf(request)));
    },
  });
  route(app, "put", "/spaces/:key/link", {
    config: { tokens: "never" },
    tags: ["spaces"],
    summary:
      "Replace the space's link by one with this key, or with a new one: the old one is unknown at once. The same call again succeeds",
    params: spaceParams,
    body: replaceSpaceLink,
    answer: { 200: dataOf(spaceLink) },
    refusals: [404, 409, 422],
    handler: async (request) => ({
      data: { key: await rotateLink(deps, request.params.key, request.body?.key) },
    }),
  });
  route(app, "post", "/spaces/:key/boards", {
    access: { preHandler: app.requireMaker },
    config: { costs: { writes: 1, boards: 1 }, storedBytes: boardBytes },
    tags: ["spaces", "boards"],
    summary:
      "Make a board in the space, with the last template, timer and options unless `defaults` is false, or like another of its boards",
    params: spaceParams,
    body: createBoardBody,
    answer: { 201: dataOf(boardSchema) },
    refusals: [401, 403, 404, 422, 429, 503],
    handler: async (request, reply) => {
      const how = { locale: request.locale, caller: callerOf(request) };
      const board = await createSpaceBoard(deps, request.params.key, userOf(request), request.body, how);
      return reply.code(201).send({ data: board });
    },
  });
  route(app, "put", "/spaces/:key/boards/:boardId", {
    tags: ["spaces"],
    summary: "Move a board into the space, out of the one it was in, whose key `leaving` holds",
    params: boardInSpace,
    body: moveBoard,
    answer: { 200: nothing },
    refusals: [403, 404, 422],
    handler: async (request) => {
      const { key, boardId } = request.params;
      const leaving = request.body?.leaving ?? null;
      await moveBoardIn(deps, { key, leaving }, boardId, callerOf(request));
      return { data: null };
    },
  });
  route(app, "delete", "/spaces/:key/boards/:boardId", {
    tags: ["spaces"],
    summary: "Take a board out of the space",
    params: boardInSpace,
    answer: { 200: nothing },
    refusals: [403, 404],
    handler: (request) =>
      answerNothing(moveBoardOut(deps, request.params.key, request.params.boardId, callerOf(request))),
  });
  route(app, "put", "/spaces/:key/boards/:boardId/restore", {
    tags: ["spaces"],
    summary: "Take a board of the space out of the bin",
    params: boardInSpace,
    answer: { 200: nothing },
    refusals: [403, 404],
    handler: (request) =>
      answerNothing(restoreToSpace(deps, request.params.key, request.params.boardId, callerOf(request))),
  });
  route(app, "post", "/boards/:id/space", {
    config: { costs: {}, storedBytes: 0 },
    tags: ["spaces"],
    summary: "Which of these keys opens the space of the board; null for none, and for a board in no space",
    params: z.object({ id }),
    body: spaceKeys,
    answer: { 200: dataOf(z.nullable(spaceOfBoard)) },
    refusals: [422],
    handler: async (request) => ({
      data: await findSpaceOfBoard(deps, request.params.id, request.body.keys),
    }),
  });
  route(app, "get", "/spaces/:key/actions", {
    config: { costs: { spaceReads: 1 } },
    tags: ["spaces", "actions"],
    summary: "A page of the open actions of the space's boards, the earliest due date first",
    params: spaceParams,
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
};
