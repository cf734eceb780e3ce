import { expect, test } from "vitest";
import { answerTexts } from "./answer-texts.ts";
import { askedMeaning, askedText } from "./questions.ts";

const t = (key: string) => key;
const counts = [0, 0, 3, 0, 0];

test("[Q3] a summary has the usual questions and those whose text is known; no reader sees the id of another one", () => {
  const questions = [
    { kind: "checkin-7c0e", text: "How is it?", words: ["Good", "Fair", "Bad"], counts },
    { kind: "checkin-7c0f", counts },
    { kind: "health-pace", counts },
    { kind: "health-mine", counts },
    { kind: "health-fun", counts: null },
    { kind: "worth", counts },
  ];
  expect(answerTexts(questions, { t, locale: "en" })).toEqual([
    { question: "How is it?", result: "Bad: 3 (questions.answers)" },
    { question: "questions.usual.pace", result: "questions.mean (questions.answers)" },
    { question: "summary.worth", result: "questions.mean (questions.answers)" },
  ]);
});

test.each([{}, { text: "a" }, { text: "a", words: ["b", "c"] }, { words: ["b", "c"] }])(
  "the meaning %j is read as it was written [Q4]",
  (meaning) => expect(askedMeaning(askedText(meaning))).toEqual(meaning),
);
