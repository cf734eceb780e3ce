import type { Question } from "@retro/contract/facilitation/questions";
import { type AnswerText, answerTexts } from "@retro/rules/answer-texts";
import { askedQuestions } from "@retro/rules/questions";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { questionsQuery } from "../../../api/questions.ts";
import { useFacilitation } from "../../../board-state/boardHooks.ts";
import { useLocale, useT } from "../../../i18n/useT.ts";

const none: readonly Question[] = [];

interface Answers {
  /** None before they have come. */
  answers: AnswerText[];
  /** Waits until they have come. */
  loadAnswers: () => Promise<AnswerText[]>;
}

/** The shown answers to what the board asks, or has asked. */
export function useAnswers(boardId: string): Answers {
  const t = useT();
  const locale = useLocale();
  const queries = useQueryClient();
  const asked = askedQuestions(useFacilitation().meeting?.steps ?? []);
  const query = questionsQuery(boardId, ["summary", ...asked.keys()].join(" "));
  const { data = none } = useQuery({ ...query, placeholderData: keepPreviousData });
  return {
    answers: useMemo(() => answerTexts(data, { t, locale }), [data, t, locale]),
    loadAnswers: async () => answerTexts(await queries.ensureQueryData(query), { t, locale }),
  };
}
