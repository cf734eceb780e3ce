import type { FastifyRequest } from "fastify";
import * as z from "zod";
import { copyBoard as copyBody, copyMeta } from "@retro/contract/commands";
import { board as boardSchema } from "@retro/contract/boards";
import { id } from "@retro/contract/ids";
import { limits } from "@retro/contract/limits";
import { cutText, textLength } from "@retro/contract/text";
import type { Feature } from "../../deps.ts";
import { route } from "../../http/route.ts";
import { callOf } from "../../board/turn/caller.ts";
import { userOf } from "../../http/session/session.ts";
import { trackWork } from "../../http/limits/work-in-progress.ts";
import { showNextBoard } from "../facilitation/meeting/next-board.ts";
import { copyBoard } from "./board-copy.ts";
import { boardBytes, prices } from "../../limits/budgets.ts";

export const boardCopies: Feature = (app, deps) => {
  route(app, "post", "/boards/:id/copies", {
    access: { preHandler: app.requireMaker },
    price: prices.board.points,
    config: { storedBytes: boardBytes, tokens: "unlimited" },
    tags: ["boards"],
    summary:
      "Make a board from this one: title, description, sections; with `stickers` also the stickers that the caller may read, without authors and votes",
    params: z.object({ id }),
    body: copyBody,
    answer: { 201: z.object({ data: boardSchema, meta: copyMeta }) },
    refusals: [401, 403, 404, 422, 429, 503],
    handler: async (request, reply) => {
      const { stickers, next } = request.body;
      const { owner } = trackWork(deps, request, reply, "imports");
      const { board, leftOut } = await copyBoard(deps, userOf(request), {
        boardId: request.params.id,
        stickers,
        titleOf: (title) => next ?? (stickers ? copyTitle(request, title) : title),
        owner,
        releaseSlot: () => request.releaseSlot?.(),
      });
      if (next !== undefined)
        await showNextBoard(callOf(deps, request), { id: board.id, title: board.title });
      return reply.code(201).send({ data: board, meta: { left_out: leftOut } });
    },
  });
};

function copyTitle(request: FastifyRequest, title: string): string {
  const room = limits.boardTitle - textLength(request.t("boards.copyTitle", { title: "" }));
  return request.t("boards.copyTitle", { title: cutText(title, room) });
}
