import { dateLocale } from "../../i18n/dateLocale.ts";

/** Days are YYYY-MM-DD; the last one that a date field takes. */
const lastDay = "9999-12-31";

const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** A day before year 0 or after the last day is the given one. */
function within(time: number, otherwise: string): string {
  return time <= timeOf(lastDay) && time >= timeOf("0001-01-01") ? dayOf(time) : otherwise;
}

export function addDays(day: string, count: number): string {
  return within(timeOf(day) + count * 86_400_000, day);
}

/** The same day of another month, or that month's last. */
export function addMonths(day: string, count: number): string {
  const date = new Date(timeOf(day));
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + count];
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return within(Date.UTC(year, month, Math.min(date.getUTCDate(), lastOfMonth)), day);
}

/** 1 is Monday, 7 Sunday. */
function firstWeekday(locale: string): number {
  const region = new Intl.Locale(dateLocale(locale)) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  return (region.getWeekInfo?.() ?? region.weekInfo)?.firstDay ?? 1;
}

/** How many days of its week are before the day. */
export function daysIntoWeek(day: string, locale: string): number {
  return (new Date(timeOf(day)).getUTCDay() - firstWeekday(locale) + 7) % 7;
}

/** Six weeks, so that the height does not change with the month. */
export function weeksOf(day: string, locale: string): string[][] {
  const first = `${day.slice(0, 8)}01`;
  const start = timeOf(first) - daysIntoWeek(first, locale) * 86_400_000;
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_day, n) => dayOf(start + (week * 7 + n) * 86_400_000)),
  );
}
