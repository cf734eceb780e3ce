import { question as questionSchema, type Question } from "@retro/contract/facilitation/questions";
import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { api } from "./client.ts";

/** No event announces an answer: it would reveal the time [Q2]. */
const refreshMs = 10_000;
const schema = z.array(questionSchema);

export const questionsKey = (boardId: string) => ["questions", boardId] as const;

/** @param asked names the questions that the board asks: a step that asks others fetches them */
export const questionsQuery = (boardId: string, asked: string) =>
  queryOptions({
    queryKey: [...questionsKey(boardId), asked],
    queryFn: ({ signal }) => api.get<Question[]>(`boards/${boardId}/questions`, { schema, signal }),
    refetchInterval: refreshMs,
  });
