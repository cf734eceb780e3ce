import type { LastMeeting } from "@retro/contract/facilitation/meeting";

type Key = "summary.length" | "summary.since" | "summary.minutes" | "summary.hours";
type Translate = (key: Key, params: Record<string, string | number>) => string;

interface Reader {
  t: Translate;
  /** For dates. */
  locale: string;
  /** Left out: the machine's. */
  timeZone?: string;
}

/**
 * "26 Nov 2026, 10:00 – 10:52 (52 minutes)" [F10].
 * @param goesOn whether the meeting has not ended: until now
 */
export function meetingLength(
  { started, ended }: LastMeeting,
  goesOn: boolean,
  { t, locale, timeZone }: Reader,
): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, ...(timeZone !== undefined && { timeZone }) });
  const day = format({ dateStyle: "short" });
  const whole = format({ dateStyle: "medium", timeStyle: "short" });
  const end = day.format(started) === day.format(ended) ? format({ timeStyle: "short" }) : whole;
  const length = durationText(ended - started, t);
  const from = whole.format(started);
  return goesOn
    ? t("summary.since", { from, length })
    : t("summary.length", { from, to: end.format(ended), length });
}

function durationText(ms: number, t: Translate): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  if (minutes < 60) return t("summary.minutes", { count: minutes });
  return t("summary.hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
