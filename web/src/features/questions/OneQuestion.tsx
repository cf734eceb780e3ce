import "./questions.css";
import type { Question, QuestionKind } from "@retro/contract/facilitation/questions";
import { averageText } from "@retro/rules/answer-texts";
import { type ReactNode, useId } from "react";
import { useLocale, useT } from "../../i18n/useT.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { holdFocus } from "../../ui/focus/holdFocus.ts";
import { EndButton, useProgress, useWatches } from "./QuestionProgress.tsx";
import { useQuestions } from "./questionCalls.ts";

/** An answer as it is offered: with its name for screen readers, if what is shown does not say it. */
export interface Choice {
  value: number;
  shown: ReactNode;
  label: string;
}

interface Props {
  boardId: string;
  kind: QuestionKind;
  title: string;
  choices: readonly Choice[];
  /** What the lowest and the highest answer mean, if the choices do not say it. */
  ends?: readonly [string, string];
  /** Whether the answers are numbers, with an average. */
  isScale: boolean;
}

/** A question that is answered with one press, once, and by nobody in particular [Q1, Q2]. */
export function OneQuestion({ boardId, kind, title, choices, ends, isScale }: Props) {
  const t = useT();
  const [titleId, hintId] = [useId(), useId()];
  const { of, error, retry, answer, isPending, isUnsure, end } = useQuestions(boardId, [kind]);
  const watches = useWatches();
  const question = of(kind);
  if (error !== null) return <FailedQuestions error={error} retry={retry} />;
  if (question === undefined) return null;
  return (
    <section ref={holdFocus} className="question-card" aria-labelledby={titleId} tabIndex={-1}>
      <h3 id={titleId}>{title}</h3>
      {!question.answered && question.state !== "late" && !watches && (
        <>
          <div role="group" className="choices" aria-labelledby={titleId} aria-describedby={hintId}>
            {choices.map(({ value, shown, label }) => (
              <Button
                key={value}
                variant="outlined"
                aria-label={label}
                aria-disabled={isPending}
                onClick={() => answer([{ kind, value }])}
              >
                {shown}
              </Button>
            ))}
          </div>
          {ends !== undefined && (
            <p className="choice-ends" aria-hidden>
              <span>{ends[0]}</span>
              <span>{ends[1]}</span>
            </p>
          )}
          <p id={hintId} className="results-note">
            {t("questions.hint")}
          </p>
        </>
      )}
      <AnswerCounts question={question} choices={choices} isScale={isScale} isUnsure={isUnsure} />
      <EndButton questions={[question]} onEnd={end} />
    </section>
  );
}

export function FailedQuestions({ error, retry }: { error: Error; retry: () => void }) {
  const t = useT();
  return (
    <p className="results-note">
      {error.message} <Button onClick={retry}>{t("common.retry")}</Button>
    </p>
  );
}

interface CountsProps {
  question: Question;
  choices: readonly Choice[];
  isScale: boolean;
  isUnsure: boolean;
}

function AnswerCounts({ question, choices, isScale, isUnsure }: CountsProps) {
  const t = useT();
  const { counts, answers } = question;
  const average = useAverage(counts);
  const progress = useProgress();
  const watches = useWatches();
  const shown = counts?.reduce((all, each) => all + each, 0) ?? 0;
  const sum = t("questions.answers", { count: answers });
  return (
    <>
      {counts !== null && (
        <ul className="answer-counts">
          {choices.map(({ value, shown: name, label }) => (
            <li key={value}>
              <span aria-label={label} role="img">
                {name}
              </span>
              <span
                className="answer-bar"
                style={{ inlineSize: `${((counts[value - 1] ?? 0) / shown) * 100}%` }}
                aria-hidden
              />
              <span>{t("questions.answers", { count: counts[value - 1] ?? 0 })}</span>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="results-note" data-large={watches ? "" : undefined}>
        {counts === null
          ? progress.all(question, isUnsure)
          : isScale
            ? `${t("questions.mean", { average })} (${sum})`
            : sum}
      </p>
    </>
  );
}

export function useAverage(counts: readonly number[] | null): string {
  return averageText(counts ?? [], useLocale());
}
