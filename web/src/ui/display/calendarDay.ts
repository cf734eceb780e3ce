import { dateLocale } from "../../i18n/dateLocale.ts";

export function calendarDay(time: Date): string {
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

export function formatDay(day: string, locale: string): string {
  const format = new Intl.DateTimeFormat(dateLocale(locale), { dateStyle: "medium", timeZone: "UTC" });
  return format.format(new Date(`${day}T00:00:00Z`));
}
