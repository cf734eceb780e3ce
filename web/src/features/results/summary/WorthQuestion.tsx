import { limits } from "@retro/contract/limits";
import { question as questionSchema, type Question } from "@retro/contract/questions";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { api } from "../../../api/client.ts";
import { useLocale, useT } from "../../../i18n/useT.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { toast } from "../../../ui/toasts/toast.ts";

const values = Array.from({ length: limits.questions.scale }, (_, i) => i + 1);
/** No event says that somebody has answered: it would say when [Q2]. */
const refreshMs = 10_000;

const path = (boardId: string) => `boards/${boardId}/questions/worth`;
const worthQuery = (boardId: string) =>
  queryOptions({
    queryKey: ["question", boardId, "worth"],
    queryFn: ({ signal }) => api.get<Question>(path(boardId), { schema: questionSchema, signal }),
    refetchInterval: refreshMs,
  });

/** "Was this worth our time?", answered once and by nobody in particular [Q1, Q2]. */
export function WorthQuestion({ boardId }: { boardId: string }) {
  const t = useT();
  const [titleId, hintId] = [useId(), useId()];
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(worthQuery(boardId));
  const answer = useMutation({
    mutationFn: (value: number) =>
      api.put<Question>(`${path(boardId)}/answer`, { value }, { schema: questionSchema }),
    onSuccess: (answered) => queries.setQueryData(worthQuery(boardId).queryKey, answered),
    onError: ({ message }) => toast({ message, kind: "error" }),
  });
  if (data === undefined)
    return error === null ? null : (
      <p className="results-note">
        {error.message} <Button onClick={() => void refetch()}>{t("common.retry")}</Button>
      </p>
    );
  return (
    <section className="worth" aria-labelledby={titleId}>
      <h3 id={titleId}>{t("summary.worth")}</h3>
      {!data.answered && (
        <>
          <div role="group" aria-labelledby={titleId} aria-describedby={hintId}>
            {values.map((value) => (
              <Button
                key={value}
                variant="outlined"
                aria-label={t("summary.worthValue", { value, most: limits.questions.scale })}
                aria-disabled={answer.isPending}
                onClick={() => {
                  if (!answer.isPending) answer.mutate(value);
                }}
              >
                {value}
              </Button>
            ))}
          </div>
          <p className="worth-ends" aria-hidden>
            <span>{t("summary.worthLeast")}</span>
            <span>{t("summary.worthMost")}</span>
          </p>
          <p id={hintId} className="results-note">
            {t("summary.worthHint")}
          </p>
        </>
      )}
      <Answers question={data} />
    </section>
  );
}

function Answers({ question: { answered, answers, counts } }: { question: Question }) {
  const t = useT();
  const locale = useLocale();
  const shown = counts?.reduce((all, each) => all + each, 0) ?? 0;
  const average = (counts ?? []).reduce((all, each, i) => all + each * (i + 1), 0) / shown;
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  return (
    <>
      {counts !== null && (
        <ul className="worth-counts">
          {counts.map((count, i) => (
            <li key={values[i]}>
              <span>{values[i]}</span>
              <span className="worth-bar" style={{ inlineSize: `${(count / shown) * 100}%` }} aria-hidden />
              <span>{t("summary.answers", { count })}</span>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="results-note">
        {answered && `${t("summary.answered")} `}
        {counts === null
          ? t("summary.soon", { count: answers, from: limits.questions.shownFrom })
          : t("summary.average", { average: number.format(average), shown, count: answers })}
        {answers > shown && counts !== null && ` ${t("summary.newest")}`}
      </p>
    </>
  );
}
