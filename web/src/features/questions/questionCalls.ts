import {
  question as questionSchema,
  type Question,
  type QuestionKind,
} from "@retro/contract/facilitation/questions";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { questionsKey, questionsQuery } from "../../api/questions.ts";
import { toast } from "../../ui/toasts/toast.ts";

export type Answers = readonly { kind: QuestionKind; value: number }[];

/** Some of a board's questions, and the call that answers them. An answer cannot be changed [Q1]. */
export function useQuestions(boardId: string, kinds: readonly QuestionKind[]) {
  const queries = useQueryClient();
  const query = questionsQuery(boardId, kinds.join(" "));
  const { data, error, refetch } = useQuery(query);
  const { mutate, isPending } = useMutation({
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
    onSuccess(answered) {
      queries.setQueryData(query.queryKey, (all) =>
        all?.map((each) => answered.find(({ kind }) => kind === each.kind) ?? each),
      );
      // The summary shows them, too.
      void queries.invalidateQueries({ queryKey: questionsKey(boardId) });
    },
    onError: ({ message }) => {
      toast({ message, kind: "error" });
      // Some of the answers may have arrived.
      void refetch();
    },
  });
  return {
    of: (kind: QuestionKind) => data?.find((each) => each.kind === kind),
    error: data === undefined ? error : null,
    retry: () => void refetch(),
    answer: (answers: Answers) => {
      if (!isPending) mutate(answers);
    },
    isPending,
  };
}
