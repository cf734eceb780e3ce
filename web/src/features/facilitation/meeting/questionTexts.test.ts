import type { MeetingStep } from "@retro/contract/facilitation/meeting";
import { expect, test } from "vitest";
import type { Translate } from "../../../i18n/useT.ts";
import { editedQuestions, isUnfinished, questionTexts } from "./questionTexts.ts";

const t = ((key: string) => key) as Translate;
const own = { id: "own", text: "We eat well." };
const health: MeetingStep = { id: "h", kind: "health", minutes: 5, questions: [{ id: "pace" }, own] };
const checkIn: MeetingStep = { id: "c", kind: "checkin", minutes: 2 };
const edit = (step: MeetingStep, to: object) =>
  editedQuestions(t, step, { ...questionTexts(t, step), ...to });

test("a statement that is moved keeps its id and its language; a changed one is another question [Q4]", () => {
  expect(edit(health, {})).toBe(health.questions);
  expect(edit(health, { lines: "We eat well.\n\nquestions.usual.pace\nWe eat well." })).toEqual([
    own,
    { id: "pace" },
  ]);
  const changed = edit(health, { lines: "questions.usual.pace\nWe eat better." });
  expect(changed).toEqual([{ id: "pace" }, { id: expect.any(String), text: "We eat better." }]);
  expect(changed?.[1]?.id).not.toBe("own");
});

test("words make another question of a check-in, with the text that was shown; without a change it stays the usual one [Q4]", () => {
  expect(edit(checkIn, {})).toBeUndefined();
  expect(edit(checkIn, { words: " Sun ,Rain," })).toEqual([
    { id: expect.not.stringMatching(/^mood$/u), text: "questions.usual.mood", words: ["Sun", "Rain"] },
  ]);
});

test.each([
  ["one word", checkIn, { words: "Sun" }, true],
  ["six words", checkIn, { words: "a,b,c,d,e,f" }, true],
  ["no question", checkIn, { lines: " " }, true],
  ["twelve statements", health, { lines: "a\n".repeat(12) }, false],
  ["thirteen statements", health, { lines: "a\n".repeat(13) }, true],
  ["a long statement", health, { lines: "a".repeat(201) }, true],
])("with %s a step can be saved or not [Q4] [Q5]", (_what, step, to, unfinished) => {
  expect(isUnfinished(step, { ...questionTexts(t, step), ...to })).toBe(unfinished);
});
