import * as z from "zod";
import { id } from "@retro/contract/ids";
import {
  answerQuestion as answerBody,
  endQuestions as endBody,
  question,
  questionKind,
} from "@retro/contract/facilitation/questions";
import type { Feature } from "../../deps.ts";
import { route } from "../../http/route.ts";
import { userOf } from "../../http/session/session.ts";
import { answerQuestion, endQuestionsEarly, listQuestions, readQuestion } from "./commands.ts";

const tags = ["questions"];
const params = z.object({ id, kind: questionKind });
const answer = { 200: z.object({ data: question }) };

/** A board's anonymous questions [Q1 to Q6]. */
export const questions: Feature = (app, appDeps) => {
  const deps = { ...appDeps, seats: app.seats };
  route(app, "get", "/boards/:id/questions", {
    tags,
    summary: "All anonymous questions of the board and its meeting, with the counts that are shown",
    params: z.object({ id }),
    answer: { 200: z.object({ data: z.array(question) }) },
    refusals: [403, 404],
    handler: async (request) => ({
      data: await listQuestions(deps, request.params.id, userOf(request).id),
    }),
  });
  route(app, "get", "/boards/:id/questions/:kind", {
    tags,
    summary: "An anonymous question, with the counts that are shown",
    params,
    answer,
    refusals: [403, 404],
    handler: async (request) => {
      const { id: boardId, kind } = request.params;
      return { data: await readQuestion(deps, { boardId, kind, userId: userOf(request).id }) };
    },
  });
  route(app, "put", "/boards/:id/questions/:kind/answer", {
    tags,
    summary: "Answer an anonymous question; only a user's first answer counts",
    params,
    body: answerBody,
    answer,
    refusals: [403, 404, 409, 422, 503],
    handler: async (request) => {
      const { id: boardId, kind } = request.params;
      const asked = { boardId, kind, userId: userOf(request).id };
      return { data: await answerQuestion(deps, asked, request.body.value) };
    },
  });
  route(app, "post", "/boards/:id/questions/end", {
    tags,
    summary: "End some of the open questions, and show their answers if there are enough",
    params: z.object({ id }),
    body: endBody,
    answer: { 200: z.object({ data: z.array(question) }) },
    refusals: [403, 404, 422],
    handler: async (request) => {
      const asked = { boardId: request.params.id, userId: userOf(request).id };
      return { data: await endQuestionsEarly(deps, asked, request.body.kinds) };
    },
  });
};
