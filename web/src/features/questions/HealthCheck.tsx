import type { MeetingStep } from "@retro/contract/facilitation/meeting";
import { limits } from "@retro/contract/limits";
import type { Question, QuestionKind } from "@retro/contract/facilitation/questions";
import { kindOf, questionsOf } from "@retro/rules/questions";
import { useEffect, useId, useState } from "react";
import { questionText } from "@retro/rules/answer-texts";
import { useBoardState, useBoardStore } from "../../board-state/boardHooks.ts";
import type { BoardStore } from "../../board-state/boardStore.ts";
import { useT } from "../../i18n/useT.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { useUnsavedText } from "../../ui/dialogs/unsavedText.ts";
import { holdFocus } from "../../ui/focus/holdFocus.ts";
import { FailedQuestions, useAverage } from "./OneQuestion.tsx";
import { EndButton, useProgress, useWatches } from "./QuestionProgress.tsx";
import { type Answers, useQuestions } from "./questionCalls.ts";

const most = limits.questions.scale;
const values = Array.from({ length: most }, (_, i) => i + 1);

type Chosen = ReadonlyMap<QuestionKind, number>;
const chosenOn = new WeakMap<BoardStore, Chosen>();

/** What is chosen and not sent stays while the board is open: the meeting may leave the step and come back. */
function useChosen() {
  const store = useBoardStore();
  const [chosen, setChosen] = useState<Chosen>(() => chosenOn.get(store) ?? new Map());
  const change = (next: Chosen) => {
    chosenOn.set(store, next);
    setChosen(next);
  };
  const choose = (kind: QuestionKind, value: number) => change(new Map(chosen).set(kind, value));
  const forgetSent = (sent: Answers) =>
    change(new Map([...chosen].filter(([kind]) => sent.every((each) => each.kind !== kind))));
  return [chosen, choose, forgetSent] as const;
}

/**
 * "I'm done" sends what is chosen: nobody looks for a second button.
 * @returns for a choice after that, which takes the mark back
 */
function useSendWhenDone(send: () => void): () => void {
  const store = useBoardStore();
  const isDone = useBoardState(
    ({ ready, view }) => ready !== null && ready === view?.facilitation.meeting?.at,
  );
  useEffect(() => {
    if (isDone) send();
    // Not at each choice.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isDone]);
  return () => {
    if (isDone) store.setReady(null);
  };
}

/** Statements to agree with, from 1 to 5. The answers are chosen first, and sent together [Q5]. */
export function HealthCheck({ boardId, step }: { boardId: string; step: MeetingStep }) {
  const t = useT();
  const statements = questionsOf(step).map((question) => ({
    kind: kindOf(step, question),
    text: questionText(t, question),
  }));
  const kinds = statements.map(({ kind }) => kind);
  const { of, error, retry, answer, isPending, isUnsure, end } = useQuestions(boardId, kinds);
  const progress = useProgress();
  const watches = useWatches();
  const [chosen, choose, forgetSent] = useChosen();
  const mayAnswer = (kind: QuestionKind) =>
    !watches && of(kind)?.answered === false && of(kind)?.state !== "late";
  const ready = [...chosen].filter(([kind]) => mayAnswer(kind));
  useUnsavedText(ready.length > 0);
  const send = () => {
    const answers = ready.map(([kind, value]) => ({ kind, value }));
    if (answers.length > 0) answer(answers, () => forgetSent(answers));
  };
  const unmarkDone = useSendWhenDone(send);
  if (error !== null) return <FailedQuestions error={error} retry={retry} />;
  const isOpen = kinds.some(mayAnswer);
  const ofAll = commonProgress(kinds.map((kind) => of(kind)));
  // An end does not take the screen away from whoever has chosen: the step may come back and ask anew.
  const isUnsent = kinds.some((kind) => chosen.has(kind) && (mayAnswer(kind) || of(kind)?.state === "ended"));
  const waiting = kinds.flatMap((kind) => (mayAnswer(kind) || of(kind)?.counts ? [] : (of(kind) ?? [])));
  const notes = new Set(waiting.map((question) => progress.own(question, isUnsure)));
  return (
    <section
      ref={holdFocus}
      className="question-card health"
      aria-label={t("questions.statements")}
      tabIndex={-1}
      data-unsent={isUnsent ? "" : undefined}
    >
      {isOpen && (
        <p className="choice-ends">
          <span>{t("questions.disagree")}</span>
          <span>{t("questions.agree")}</span>
        </p>
      )}
      {statements.map(({ kind, text }) => {
        const question = of(kind);
        return question === undefined ? null : !mayAnswer(kind) ? (
          <Result key={kind} text={text} question={question} hasCount={ofAll === null} />
        ) : (
          <Statement
            key={kind}
            text={text}
            chosen={chosen.get(kind)}
            onChoose={(value) => {
              choose(kind, value);
              unmarkDone();
            }}
          />
        );
      })}
      {isOpen && (
        <div className="send">
          <p className="results-note">{t("questions.hint")}</p>
          <Button variant="contained" aria-disabled={isPending || ready.length === 0} onClick={send}>
            {t("questions.send")}
          </Button>
        </div>
      )}
      <p role="status" className="results-note" data-large={watches ? "" : undefined}>
        {ofAll === null ? [...notes].join(" ") : progress.all(ofAll, isUnsure)}
      </p>
      <EndButton questions={kinds.map(of)} onEnd={end} />
    </section>
  );
}

interface StatementProps {
  text: string;
  chosen: number | undefined;
  onChoose: (value: number) => void;
}

function Statement({ text, chosen, onChoose }: StatementProps) {
  const t = useT();
  const name = useId();
  return (
    <fieldset className="statement">
      <legend dir="auto">{text}</legend>
      <div className="scale">
        {values.map((value) => (
          <label key={value} className="answer">
            <input
              type="radio"
              name={name}
              aria-label={t("questions.value", { value, most })}
              checked={chosen === value}
              onChange={() => onChoose(value)}
            />
            <span aria-hidden>{value}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** @returns one question that stands for all of them, if all are equally far */
function commonProgress(questions: readonly (Question | undefined)[]): Question | null {
  const [first, ...others] = questions;
  const isLike = (other: Question | undefined) =>
    (["state", "answered", "answers", "people"] as const).every((name) => other?.[name] === first?.[name]);
  return first !== undefined && first.counts === null && others.every(isLike) ? first : null;
}

interface ResultProps {
  text: string;
  question: Question;
  /** Whether it is not as far as the others. */
  hasCount: boolean;
}

function Result({ text, question, hasCount }: ResultProps) {
  const t = useT();
  const average = useAverage(question.counts);
  const progress = useProgress();
  return (
    <div className="statement">
      <p dir="auto">{text}</p>
      {question.counts !== null ? (
        <p>
          <Spread counts={question.counts} />
          {t("questions.mean", { average })}
        </p>
      ) : (
        hasCount && <p className="results-note">{progress.count(question)}</p>
      )}
    </div>
  );
}

/** How the answers are spread; the average is beside it in words. */
function Spread({ counts }: { counts: readonly number[] }) {
  const highest = Math.max(...counts);
  return (
    <svg className="spread" viewBox="0 0 50 20" aria-hidden>
      {counts.map((count, i) => {
        const height = count === 0 ? 1 : Math.max(3, (count / highest) * 20);
        return <rect key={values[i]} x={i * 10 + 1} y={20 - height} width={8} height={height} />;
      })}
    </svg>
  );
}
