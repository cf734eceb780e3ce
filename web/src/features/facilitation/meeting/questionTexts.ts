import { limits } from "@retro/contract/limits";
import type { MeetingStep } from "@retro/contract/facilitation/meeting";
import type { StepQuestion } from "@retro/contract/facilitation/questions";
import { textLength } from "@retro/contract/text";
import { questionsOf } from "@retro/rules/questions";
import { questionText } from "@retro/rules/answer-texts";
import { createId } from "../../../board-state/commands/createId.ts";
import type { Translate } from "../../../i18n/useT.ts";

/** The questions of a step as they are edited: one a line, and the words to choose from between commas. */
export interface QuestionTexts {
  lines: string;
  words: string;
}

export function questionTexts(t: Translate, step: MeetingStep): QuestionTexts {
  const questions = questionsOf(step);
  return {
    lines: questions.map((question) => questionText(t, question)).join("\n"),
    words: questions[0]?.words?.join(", ") ?? "",
  };
}

const partsOf = (text: string, separator: string) =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** Whether a step cannot be saved as it is. */
export function isUnfinished({ kind }: MeetingStep, { lines, words }: QuestionTexts): boolean {
  const { statements, scale, text, word } = limits.questions;
  const questions = partsOf(lines, "\n");
  const isTooLong = (most: number) => (part: string) => textLength(part) > most;
  if (kind === "checkin") {
    const choices = partsOf(words, ",");
    const isOneWord = choices.length === 1;
    if (isOneWord || choices.length > scale || choices.some(isTooLong(word))) return true;
  }
  if (kind !== "checkin" && kind !== "health") return false;
  const isTooMany = questions.length > (kind === "health" ? statements : 1);
  return questions.length === 0 || isTooMany || questions.some(isTooLong(text));
}

/**
 * What is asked after an edit. A question that nobody changed keeps its id, and its language; a changed one is
 * another question [Q4].
 * @returns undefined for the usual questions
 */
export function editedQuestions(
  t: Translate,
  step: MeetingStep,
  { lines, words }: QuestionTexts,
): StepQuestion[] | undefined {
  const former = questionsOf(step);
  if (former.length === 0) return undefined;
  const choices = partsOf(words, ",");
  const meaning = (text: string, list: readonly string[]) => JSON.stringify([text, list]);
  const known = new Map(former.map((each) => [meaning(questionText(t, each), each.words ?? []), each]));
  const edited = [...new Set(partsOf(lines, "\n"))].map(
    (text): StepQuestion =>
      known.get(meaning(text, choices)) ?? {
        id: createId(),
        text,
        ...(choices.length > 0 && { words: choices }),
      },
  );
  const isSame = edited.length === former.length && edited.every((each, i) => each === former[i]);
  return isSame ? step.questions : edited;
}
