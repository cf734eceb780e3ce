import type { MessageKey } from "@retro/contract/messages/catalogue";
import {
  type Question,
  type StepQuestion,
  type UsualQuestion,
  usualQuestions,
} from "@retro/contract/facilitation/questions";
import { averageAnswer } from "./questions.ts";

type Translate = (key: MessageKey, params?: Record<string, string | number>) => string;

const usual: readonly string[] = [...usualQuestions.checkin, ...usualQuestions.health];
const isUsual = (id: string): id is UsualQuestion => usual.includes(id);

/** A usual question is in this reader's language. */
export function questionText(t: Translate, { id, text }: Pick<StepQuestion, "id" | "text">): string {
  if (text !== undefined) return text;
  return isUsual(id) ? t(`questions.usual.${id}`) : id;
}

export interface AnswerText {
  question: string;
  /** "On average 4.3 (3 answers)", or "Good: 2 · Very good: 1 (3 answers)". */
  result: string;
}

/**
 * What a meeting's summary and files say about the shown answers to its questions [Q3]. A team's own question
 * whose text nobody kept, as on servers of the release before, is left out.
 */
export function answerTexts(
  questions: readonly Pick<Question, "kind" | "text" | "words" | "counts">[],
  { t, locale }: { t: Translate; locale: string },
): AnswerText[] {
  return questions.flatMap(({ kind, text, words, counts }) => {
    const id = kind.slice(kind.indexOf("-") + 1);
    if (counts === null || (text === undefined && kind !== "worth" && !isUsual(id))) return [];
    const question = kind === "worth" ? t("summary.worth") : questionText(t, { id, text });
    const said = kind.startsWith("checkin-")
      ? counts.flatMap((count, i) => (count === 0 ? [] : [`${words?.[i] ?? faceText(t, i)}: ${count}`]))
      : [t("questions.mean", { average: averageText(counts, locale) })];
    const count = counts.reduce((sum, each) => sum + each, 0);
    return [{ question, result: `${said.join(" · ")} (${t("questions.answers", { count })})` }];
  });
}

function faceText(t: Translate, at: number): string {
  return t(`questions.face.${at + 1}` as MessageKey);
}

/** @returns with one digit, in the reader's way to write numbers; empty without answers */
export function averageText(counts: readonly number[], locale: string): string {
  const average = averageAnswer(counts);
  return average === null ? "" : new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(average);
}
