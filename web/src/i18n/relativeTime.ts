import type { Locale } from "@retro/contract/messages/catalogue";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Each unit, its length, and the distance from which it is used. */
const units = [
  ["year", 365 * day, 365 * day],
  ["month", 30 * day, 30 * day],
  ["week", 7 * day, 7 * day],
  ["day", day, 22 * hour],
  ["hour", hour, 45 * minute],
  ["minute", minute, 45 * second],
] as const;

const formats = new Map<Locale, Intl.RelativeTimeFormat>();

/** A time as its distance from now: "now", "5 minutes ago", "yesterday", "3 weeks ago". A time in the future counts as now. */
export function relativeTime(time: number, now: number, locale: Locale): string {
  let format = formats.get(locale);
  if (format === undefined) {
    format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
    formats.set(locale, format);
  }
  const distance = Math.max(0, now - time);
  for (const [unit, length, from] of units)
    if (distance >= from) return format.format(-Math.max(1, Math.round(distance / length)), unit);
  return format.format(0, "second");
}
