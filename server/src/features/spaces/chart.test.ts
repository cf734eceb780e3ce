import { expect, test } from "vitest";
import { monthsOf } from "./chart.ts";

const now = Date.UTC(2026, 0, 31, 23);

test("G6 · the chart goes from the month of the first board to this one, in UTC, and shows months without boards", () => {
  expect(monthsOf([Date.UTC(2025, 10, 30), Date.UTC(2026, 0, 1), now], now)).toEqual([
    { month: "2025-11", boards: 1 },
    { month: "2025-12", boards: 0 },
    { month: "2026-01", boards: 2 },
  ]);
});

test("G6 · the chart of an old space has the last twelve months, that of an empty one this month", () => {
  const months = monthsOf([0, Date.UTC(2025, 1, 1)], now);
  expect([months.length, months[0], months.at(-1)]).toEqual([
    12,
    { month: "2025-02", boards: 1 },
    { month: "2026-01", boards: 0 },
  ]);
  expect(monthsOf([], now)).toEqual([{ month: "2026-01", boards: 0 }]);
});
