import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import { limits } from "@retro/contract/limits";
import { isAsking, type MeetingStep } from "@retro/contract/facilitation/meeting";
import { type QuestionKind, type StepQuestion, usualQuestions } from "@retro/contract/facilitation/questions";

/** What a step asks [Q4, Q5]. */
export function questionsOf({ kind, questions }: Pick<MeetingStep, "kind" | "questions">): StepQuestion[] {
  if (!isAsking(kind)) return [];
  return questions ?? usualQuestions[kind].map((id) => ({ id }));
}

export function kindOf(step: Pick<MeetingStep, "kind">, { id }: Pick<StepQuestion, "id">): QuestionKind {
  return `${step.kind}-${id}`;
}

/** Without a text: the usual one. */
export type QuestionMeaning = Pick<StepQuestion, "text" | "words">;

/** The questions that these steps ask, and the one that every board asks. */
export function askedQuestions(steps: readonly MeetingStep[]): Map<QuestionKind, QuestionMeaning> {
  const asked = steps.flatMap((step) =>
    questionsOf(step).map((question) => [kindOf(step, question), question] as const),
  );
  return new Map<QuestionKind, QuestionMeaning>([...asked, ["worth", {}]]);
}

/** What the present step of a meeting asks; its step to close asks "worth" [Q1, Q3]. */
export function questionsInForce({ meeting }: Pick<Facilitation, "meeting">): Set<QuestionKind> {
  const step = meeting?.steps.find(({ id }) => id === meeting.step);
  if (step === undefined) return new Set();
  return new Set(
    step.kind === "close" ? ["worth"] : questionsOf(step).map((question) => kindOf(step, question)),
  );
}

/** So many answers are shown, and no fewer [Q3, Q5]. */
export function shownFrom(kind: QuestionKind): number {
  const { healthShownFrom, shownFrom: others } = limits.questions;
  return kind.startsWith("health-") ? healthShownFrom : others;
}

/** What a question means, with its words one a line; null: the usual text. */
export function askedText({ text, words }: QuestionMeaning): string | null {
  return words === undefined ? (text ?? null) : [text ?? "", ...words].join("\n");
}

/** The meaning that `askedText` wrote down. */
export function askedMeaning(asked: string | null): QuestionMeaning {
  const [text = "", ...words] = asked?.split("\n") ?? [];
  return { ...(text !== "" && { text }), ...(words.length > 0 && { words }) };
}

/** @returns null without answers */
export function averageAnswer(counts: readonly number[]): number | null {
  const all = counts.reduce((sum, count) => sum + count, 0);
  return all === 0 ? null : counts.reduce((sum, count, i) => sum + count * (i + 1), 0) / all;
}
