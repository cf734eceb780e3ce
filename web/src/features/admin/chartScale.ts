import { dateLocale } from "../../i18n/dateLocale.ts";

export function formatDay(day: string, locale: string): string {
  return new Intl.DateTimeFormat(dateLocale(locale), {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  }).format(new Date(`${day}T00:00:00Z`));
}

/** At least 3 and not below the highest value: 3, 4, 5, 6, 8, 10, 15, 20, 30 and so on. */
export function roundUpAxis(highest: number): number {
  if (highest <= 3) return 3;
  const power = 10 ** Math.floor(Math.log10(highest));
  const step = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find(
    (each) => each * power >= highest && Number.isInteger(each * power),
  );
  return (step ?? 10) * power;
}
