import { expect, test } from "vitest";
import { relativeTime } from "./relativeTime.ts";

const now = new Date(2026, 0, 15, 12).getTime();
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

test.each([
  [-5000, "now", "сейчас"],
  [0, "now", "сейчас"],
  [44_000, "now", "сейчас"],
  [45_000, "1 minute ago", "1 минуту назад"],
  [44 * minute, "44 minutes ago", "44 минуты назад"],
  [45 * minute, "1 hour ago", "1 час назад"],
  [2 * hour, "2 hours ago", "2 часа назад"],
  [21 * hour, "21 hours ago", "21 час назад"],
  [23 * hour, "yesterday", "вчера"],
  [6 * day, "6 days ago", "6 дней назад"],
  [7 * day, "last week", "на прошлой неделе"],
  [20 * day, "3 weeks ago", "3 недели назад"],
  [60 * day, "2 months ago", "2 месяца назад"],
  [364 * day, "12 months ago", "12 месяцев назад"],
  [800 * day, "2 years ago", "2 года назад"],
])("%i ms ago is “%s”", (distance, english, russian) => {
  expect([relativeTime(now - distance, now, "en"), relativeTime(now - distance, now, "ru")]).toEqual([
    english,
    russian,
  ]);
});

test.each([
  ["the same day, 22.5 hours earlier", [15, 0, 30], [15, 23], "23 hours ago"],
  ["the same day, 23.9 hours earlier", [15, 0, 0], [15, 23, 54], "24 hours ago"],
  ["the day before, minutes earlier", [14, 23, 55], [15, 0, 10], "15 minutes ago"],
  ["the day before, 3 hours earlier", [14, 22], [15, 1], "3 hours ago"],
  ["the day before, 23 hours earlier", [14, 1], [15, 0], "yesterday"],
  ["the day before, 47 hours earlier", [14, 0, 30], [15, 23, 30], "yesterday"],
  ["two midnights, 29 hours earlier", [13, 20], [15, 1], "2 days ago"],
  ["seven midnights", [8, 23], [15, 1], "last week"],
] as const)("%s", (_what, [fromDay, ...from], [toDay, ...to], expected) => {
  const at = (day: number, [hours = 0, minutes = 0]: readonly number[]) =>
    new Date(2026, 0, day, hours, minutes).getTime();
  expect(relativeTime(at(fromDay, from), at(toDay, to), "en")).toBe(expected);
});
