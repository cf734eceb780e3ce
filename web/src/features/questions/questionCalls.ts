import { eventNames } from "@retro/contract/events";
import {
  question as questionSchema,
  type Question,
  type QuestionKind,
} from "@retro/contract/facilitation/questions";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import * as z from "zod/mini";
import { api } from "../../api/client.ts";
import { questionsKey, questionsQuery } from "../../api/questions.ts";
import { useBoardStore } from "../../board-state/boardHooks.ts";
import { toast } from "../../ui/toasts/toast.ts";

export type Answers = readonly { kind: QuestionKind; value: number }[];

/** Some of a board's questions, and the calls that answer and end them. An answer cannot be changed [Q1]. */
export function useQuestions(boardId: string, kinds: readonly QuestionKind[]) {
  const queries = useQueryClient();
  const store = useBoardStore();
  const query = questionsQuery(boardId, kinds.join(" "));
  const { data, error, refetch } = useQuery(query);
  // The summary shows them, too.
  useEffect(
    () =>
      store.onNotice(
        eventNames.questions,
        () => void queries.invalidateQueries({ queryKey: questionsKey(boardId) }),
      ),
    [store, queries, boardId],
  );
  const show = (changed: readonly Question[]) => {
    queries.setQueryData(query.queryKey, (all) =>
      all?.map((each) => changed.find(({ kind }) => kind === each.kind) ?? each),
    );
    void queries.invalidateQueries({ queryKey: questionsKey(boardId) });
  };
  const onError = ({ message }: Error) => {
    toast({ message, kind: "error" });
    // Some of the answers may have arrived.
    void refetch();
  };
  const answering = useMutation({
    mutationFn: (answers: Answers) =>
      Promise.all(
        answers.map(({ kind, value }) =>
          api.put<Question>(
            `boards/${boardId}/questions/${kind}/answer`,
            { value },
            { schema: questionSchema },
          ),
        ),
      ),
    onSuccess: show,
    onError,
  });
  const ending = useMutation({
    mutationFn: (ended: readonly QuestionKind[]) =>
      api.post<Question[]>(
        `boards/${boardId}/questions/end`,
        { kinds: ended },
        { schema: z.array(questionSchema) },
      ),
    onSuccess: show,
    onError,
  });
  return {
    of: (kind: QuestionKind) => data?.find((each) => each.kind === kind),
    error: data === undefined ? error : null,
    retry: () => void refetch(),
    answer: (answers: Answers, onSuccess?: () => void) => {
      if (!answering.isPending) answering.mutate(answers, onSuccess && { onSuccess });
    },
    isPending: answering.isPending,
    /** The last answer had no success: the server may have recorded its user and lost it. */
    isUnsure: answering.isError,
    end: (ended: readonly QuestionKind[]) => {
      if (!ending.isPending) ending.mutate(ended);
    },
  };
}
