import type { Locale } from "@retro/contract/messages/catalogue";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const dayUnits = [
  ["year", 365],
  ["month", 30],
  ["week", 7],
  ["day", 1],
] as const;
const hoursUpTo = 22 * hour;
const units = [
  ["hour", hour, 45 * minute],
  ["minute", minute, 45 * second],
] as const;

const formats = new Map<Locale, Intl.RelativeTimeFormat>();

/** Days are those of the user's calendar. A time in the future counts as now. */
export function relativeTime(time: number, now: number, locale: Locale): string {
  let format = formats.get(locale);
  if (format === undefined) {
    format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
    formats.set(locale, format);
  }
  const distance = Math.max(0, now - time);
  const days = distance < hoursUpTo ? 0 : dayNumber(now) - dayNumber(time);
  for (const [unit, length] of dayUnits)
    if (days >= length) return format.format(-Math.round(days / length), unit);
  for (const [unit, length, from] of units)
    if (distance >= from) return format.format(-Math.max(1, Math.round(distance / length)), unit);
  return format.format(0, "second");
}

function dayNumber(time: number): number {
  return Math.floor((time - new Date(time).getTimezoneOffset() * minute) / day);
}
