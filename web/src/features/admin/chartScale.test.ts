import { expect, test } from "vitest";
import { formatDay, roundUpAxis } from "./chartScale.ts";

test("a chart's top is a whole round number that holds the highest bar", () => {
  expect([0, 1, 3, 4, 7, 9, 10, 11, 21, 99, 100, 130, 4321].map(roundUpAxis)).toEqual([
    3, 3, 3, 4, 8, 10, 10, 15, 30, 100, 100, 150, 5000,
  ]);
});

test("a day is the same day in every time zone", () => {
  expect(formatDay("2026-03-01", "en")).toBe("Mar 1");
  expect(formatDay("2026-03-01", "ru")).toBe("1 мар.");
});
