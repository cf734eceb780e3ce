import { limits } from "@retro/contract/limits";
import type { MeetingStep } from "@retro/contract/facilitation/meeting";
import { describe, expect, test } from "vitest";
import {
  askedMeaning,
  askedQuestions,
  askedText,
  averageAnswer,
  questionsInForce,
  questionsOf,
  shownFrom,
} from "./questions.ts";

const checkin: MeetingStep = {
  id: "start",
  kind: "checkin",
  minutes: null,
  questions: [{ id: "weather", text: "Your weather?", words: ["Sun", "Rain"] }],
};
const health: MeetingStep = { id: "health", kind: "health", minutes: null };
const close: MeetingStep = { id: "close", kind: "close", minutes: null };
const write: MeetingStep = { id: "write", kind: "write", minutes: null };
const steps = [checkin, health, write, close];
const inForce = (step: string) => [...questionsInForce({ meeting: { steps, step, at: 0 } })];

describe("what is asked", () => {
  test("[Q4, Q5] the questions of a step, or else the usual ones; a step that asks nothing has none", () => {
    expect(questionsOf(checkin).map(({ id }) => id)).toEqual(["weather"]);
    expect(questionsOf({ kind: "checkin" })).toEqual([{ id: "mood" }]);
    expect(questionsOf(health)).toHaveLength(8);
    expect(questionsOf({ ...checkin, kind: "write" })).toEqual([]);
  });

  test("[Q1, Q4] a board asks what its steps ask, and whether it was worth the time", () => {
    const asked = askedQuestions([checkin, write]);
    expect([...asked.keys()]).toEqual(["checkin-weather", "worth"]);
    expect(asked.get("checkin-weather")).toMatchObject({ text: "Your weather?", words: ["Sun", "Rain"] });
    expect([...askedQuestions([]).keys()]).toEqual(["worth"]);
  });

  test("[Q3] only the present step's questions are in force", () => {
    expect(inForce("start")).toEqual(["checkin-weather"]);
    expect(inForce("health")).toHaveLength(8);
    expect(inForce("write")).toEqual([]);
    expect(inForce("close")).toEqual(["worth"]);
    expect([...questionsInForce({})]).toEqual([]);
  });
});

test("[Q3, Q5] answers are shown from three on, and those of a health check from four on", () => {
  expect([shownFrom("worth"), shownFrom("checkin-mood")]).toEqual([3, 3]);
  expect(shownFrom("health-pace")).toBe(4);
  expect(limits.questions).toMatchObject({ shownFrom: 3, healthShownFrom: 4 });
});

test.each([
  [{}, null],
  [{ text: "Your weather?" }, "Your weather?"],
  [{ text: "Your weather?", words: ["Sun", "Rain"] }, "Your weather?\nSun\nRain"],
  [{ words: ["Sun", "Rain"] }, "\nSun\nRain"],
])("[Q4] the meaning %o is written down, and read again", (meaning, asked) => {
  expect(askedText(meaning)).toBe(asked);
  expect(askedMeaning(asked)).toEqual(meaning);
});

test.each([
  [[0, 0, 0, 0, 0], null],
  [[1, 0, 0, 0, 0], 1],
  [[1, 0, 0, 0, 3], 4],
])("the average of the counts %j is %j", (counts, average) => {
  expect(averageAnswer(counts)).toBe(average);
});
