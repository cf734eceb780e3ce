import * as z from "zod";

export const timeZone = z
  .string()
  .max(64, { error: "validation.invalid" })
  .refine(
    (name) => {
      try {
        return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
      } catch (error) {
        if (error instanceof RangeError) return false;
        throw error;
      }
    },
    { error: "validation.invalid" },
  );

/** Converts times to a `Date` whose UTC fields show the zone's wall clock: spreadsheets store no zone. */
export function createWallClock(zone: string): (iso: string) => Date {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return (iso) => {
    const parts = new Map(
      format.formatToParts(new Date(iso)).map(({ type, value }) => [type, Number(value)]),
    );
    const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    return new Date(Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second")));
  };
}
