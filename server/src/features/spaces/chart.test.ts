import { expect, test } from "vitest";
import { chartStart, monthsOf } from "./chart.ts";

const now = Date.UTC(2026, 0, 31, 23);
const none = { actions_created: 0, actions_done: 0 };
const daysOf = (boards: number[]) => boards.map((time) => ({ day: Math.floor(time / 86_400_000), kept: 1 }));
const ofBoards = (boards: number[]) => monthsOf({ boards: daysOf(boards), created: [], done: [] }, now);

test("[G6] the chart goes from the month of the first board to this one, in UTC, and shows months without boards", () => {
  expect(ofBoards([Date.UTC(2025, 10, 30), Date.UTC(2026, 0, 1), now])).toEqual([
    { month: "2025-11", boards: 1, ...none },
    { month: "2025-12", boards: 0, ...none },
    { month: "2026-01", boards: 2, ...none },
  ]);
});

test("[G6] the chart of an old space has the last twelve months, that of an empty one this month", () => {
  const months = ofBoards([0, Date.UTC(2025, 1, 1)]);
  expect([months.length, months[0], months.at(-1)]).toEqual([
    12,
    { month: "2025-02", boards: 1, ...none },
    { month: "2026-01", boards: 0, ...none },
  ]);
  expect(ofBoards([])).toEqual([{ month: "2026-01", boards: 0, ...none }]);
});

test("[G6] the chart counts the actions that were written and done in each month, and none from before it", () => {
  const boards = daysOf([Date.UTC(2025, 11, 5)]);
  const created = [
    { month: "2025-11", total: 9 },
    { month: "2025-12", total: 3 },
    { month: "2026-01", total: 3 },
  ];
  expect(monthsOf({ boards, created, done: [{ month: "2026-01", total: 2 }] }, now)).toEqual([
    { month: "2025-12", boards: 1, actions_created: 3, actions_done: 0 },
    { month: "2026-01", boards: 0, actions_created: 3, actions_done: 2 },
  ]);
  expect(chartStart(now)).toBe("2025-02");
});
