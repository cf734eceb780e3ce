import * as z from "zod";
import { board as boardSchema } from "@retro/contract/boards";
import { id } from "@retro/contract/ids";
import {
  answerMove,
  createSpaceBoard as createBoardBody,
  moveBoard,
  replaceSpaceLink,
  returnedBoards,
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
import { answeredBoard, type AnsweredBoard } from "@retro/contract/spaces/space-answers";
import {
  setActionStatus,
  spaceAction,
  spaceActions as spaceActionsSchema,
  spaceActionsQuery,
} from "@retro/contract/spaces/space-actions";
import { callerOf, type Caller } from "../../board/turn/caller.ts";
import type { Feature, Deps } from "../../deps.ts";
import { dataOf, answerNothing, nothing } from "../../http/openapi.ts";
import { route } from "../../http/route.ts";
import { userOf } from "../../http/session/session.ts";
import { listSpaceActions, setStatusInSpace } from "./actions.ts";
import {
  createSpace,
  createSpaceBoard,
  findSpaceOfBoard,
  listSpaceBoards,
  openSpace,
  renameSpace,
  setTracker,
  rotateLink,
} from "./commands.ts";
import { answerMoveRequest, moveBoardIn, moveBoardOut, takeBoardsBack, takeOutOwnBoard } from "./custody.ts";
import { boardBytes, prices } from "../../limits/budgets.ts";
import { restoreBoard, type RestoreDeps } from "../boards/management.ts";
import { requireSpace } from "./require-space.ts";
import { limits } from "@retro/contract/limits";
import { noAnswers } from "../questions/asking.ts";
import { listShownAnswers } from "./answer-store.ts";

const spaceParams = z.object({ key: id });
const boardInSpace = z.object({ key: id, boardId: id });

export const spaces: Feature = (app, deps) => {
  route(app, "post", "/spaces", {
    access: { preHandler: app.requireMaker },
    price: prices.board.points,
    tags: ["spaces"],
    summary: "Make a space; only this answer and that of a rotation hold the key of its link",
    body: spaceBody,
    answer: { 201: dataOf(spaceLink) },
    refusals: [401, 403, 422, 429],
    handler: async (request, reply) =>
      reply.code(201).send({ data: { key: await createSpace(deps, request.body.name, userOf(request).id) } }),
  });
  route(app, "get", "/spaces/:key", {
    price: prices.list.points,
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
    price: prices.list.points,
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
    price: prices.list.points,
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
    handler: async (request) => {
      const how = { wanted: request.body?.key, userId: userOf(request).id };
      return { data: { key: await rotateLink(deps, request.params.key, how) } };
    },
  });
  route(app, "post", "/spaces/:key/boards", {
    access: { preHandler: app.requireMaker },
    price: prices.board.points,
    config: { storedBytes: boardBytes },
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
    summary:
      "Move a board into the space, out of the one it was in, whose key `leaving` holds. Into its first space: its creator, or its facilitator, who is told `creator_asked` while the creator decides",
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
      answerNothing(
        restoreToSpace(
          { ...deps, seats: app.seats },
          request.params.key,
          request.params.boardId,
          callerOf(request),
        ),
      ),
  });
  route(app, "post", "/boards/:id/space", {
    price: prices.read.points,
    tags: ["spaces"],
    summary: "Which of these keys opens the space of the board; null for none, and for a board in no space",
    params: z.object({ id }),
    body: spaceKeys,
    answer: { 200: dataOf(z.nullable(spaceOfBoard)) },
    refusals: [422],
    handler: async (request) => ({
      data: await findSpaceOfBoard(deps, request.params.id, {
        keys: request.body.keys,
        userId: userOf(request).id,
      }),
    }),
  });
  route(app, "put", "/boards/:id/space", {
    tags: ["spaces"],
    summary: "The creator's answer to a facilitator who asked to move the board into a space",
    params: z.object({ id }),
    body: answerMove,
    answer: { 200: nothing },
    refusals: [403, 404, 409, 422],
    handler: (request) =>
      answerNothing(answerMoveRequest(deps, request.params.id, request.body, callerOf(request))),
  });
  route(app, "delete", "/boards/:id/space", {
    tags: ["spaces"],
    summary: "Take the caller's own board out of the space that it is in, without the key of that space",
    params: z.object({ id }),
    answer: { 200: nothing },
    refusals: [403, 404],
    handler: (request) => answerNothing(takeOutOwnBoard(deps, request.params.id, callerOf(request))),
  });
  route(app, "post", "/spaces/:key/returns", {
    tags: ["spaces"],
    summary: "Take back the boards that left the space with its old link",
    params: spaceParams,
    answer: { 200: dataOf(returnedBoards) },
    refusals: [403, 404],
    handler: async (request) => ({
      data: { count: await takeBoardsBack(deps, request.params.key, callerOf(request)) },
    }),
  });
  route(app, "get", "/spaces/:key/actions", {
    price: prices.list.points,
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

/**
 * For any member [M4]: whoever has the key has proved that the board is their team's.
 * @throws AppError 404 for an unknown key, and for a board that is not in the bin of this space
 */
async function restoreToSpace(
  deps: RestoreDeps,
  key: string,
  boardId: string,
  caller: Caller,
): Promise<void> {
  const { id } = await requireSpace(deps.database.db, key);
  await restoreBoard({ deps, boardId, caller: { ...caller, spaceKey: key } }, id);
}

/**
 * What a space's boards have answered, the oldest board first, as far as the user may read them [G13].
 * @throws AppError 404
 */
async function listSpaceAnswers(
  deps: Pick<Deps, "database">,
  key: string,
  userId: string,
): Promise<AnsweredBoard[]> {
  const { db, reader } = deps.database;
  const { id: spaceId } = await requireSpace(db, key);
  const most = { boards: limits.questions.trend, none: noAnswers };
  const boards = new Map<string, AnsweredBoard>();
  for (const row of await listShownAnswers(reader, spaceId, userId, most)) {
    const { id, title, kind, shown, text } = row;
    const created_at = new Date(row.created_at).toISOString();
    const board = boards.get(id) ?? { board_id: id, title, created_at, questions: [] };
    board.questions.push({ kind, counts: JSON.parse(shown) as number[], ...(text !== null && { text }) });
    boards.set(id, board);
  }
  return [...boards.values()];
}
