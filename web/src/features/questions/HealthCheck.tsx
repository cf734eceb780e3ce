import type { MeetingStep } from "@retro/contract/facilitation/meeting";
import { limits } from "@retro/contract/limits";
import type { Question, QuestionKind } from "@retro/contract/facilitation/questions";
import { kindOf, questionsOf, shownFrom } from "@retro/rules/questions";
import { useId, useState } from "react";
import { questionText } from "@retro/rules/answer-texts";
import { useBoardStore } from "../../board-state/boardHooks.ts";
import type { BoardStore } from "../../board-state/boardStore.ts";
import { useT } from "../../i18n/useT.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { useUnsavedText } from "../../ui/dialogs/unsavedText.ts";
import { holdFocus } from "../../ui/focus/holdFocus.ts";
import { FailedQuestions, useAverage } from "./OneQuestion.tsx";
import { useQuestions } from "./questionCalls.ts";

const most = limits.questions.scale;
const values = Array.from({ length: most }, (_, i) => i + 1);

type Chosen = ReadonlyMap<QuestionKind, number>;
const chosenOn = new WeakMap<BoardStore, Chosen>();

/** What is chosen and not sent stays while the board is open: the meeting may leave the step and come back. */
function useChosen() {
  const store = useBoardStore();
  const [chosen, setChosen] = useState<Chosen>(() => chosenOn.get(store) ?? new Map());
  const choose = (kind: QuestionKind, value: number) => {
    const next = new Map(chosen).set(kind, value);
    chosenOn.set(store, next);
    setChosen(next);
  };
  return [chosen, choose] as const;
}

/** Statements to agree with, from 1 to 5. The answers are chosen first, and sent together [Q5]. */
export function HealthCheck({ boardId, step }: { boardId: string; step: MeetingStep }) {
  const t = useT();
  const statements = questionsOf(step).map((question) => ({
    kind: kindOf(step, question),
    text: questionText(t, question),
  }));
  const kinds = statements.map(({ kind }) => kind);
  const { of, error, retry, answer, isPending } = useQuestions(boardId, kinds);
  const [chosen, choose] = useChosen();
  const ready = [...chosen].filter(([kind]) => of(kind)?.answered === false);
  useUnsavedText(ready.length > 0);
  if (error !== null) return <FailedQuestions error={error} retry={retry} />;
  const isOpen = kinds.some((kind) => of(kind)?.answered === false);
  const send = () => answer(ready.map(([kind, value]) => ({ kind, value })));
  return (
    <section
      ref={holdFocus}
      className="question-card health"
      aria-label={t("questions.statements")}
      tabIndex={-1}
      data-unsent={ready.length > 0 ? "" : undefined}
    >
      {isOpen && (
        <p className="choice-ends">
          <span>{t("questions.disagree")}</span>
          <span>{t("questions.agree")}</span>
        </p>
      )}
      {statements.map(({ kind, text }) => {
        const question = of(kind);
        return question === undefined ? null : question.answered ? (
          <Result key={kind} text={text} question={question} />
        ) : (
          <Statement
            key={kind}
            text={text}
            chosen={chosen.get(kind)}
            onChoose={(value) => choose(kind, value)}
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
      <p role="status" className="results-note">
        {!isOpen && of(kinds[0] ?? "")?.answered === true && t("questions.answered")}
      </p>
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
          <label key={value}>
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

function Result({ text, question: { kind, answers, counts } }: { text: string; question: Question }) {
  const t = useT();
  const average = useAverage(counts);
  return (
    <div className="statement">
      <p dir="auto">{text}</p>
      {counts === null ? (
        <p className="results-note">{t("questions.soon", { count: answers, from: shownFrom(kind) })}</p>
      ) : (
        <p>
          <Spread counts={counts} />
          {t("questions.mean", { average })}
        </p>
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
