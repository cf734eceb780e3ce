import { expect, test } from "vitest";
import { relativeTime } from "./relativeTime.ts";

const now = Date.UTC(2026, 0, 15, 12);
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
