import type { PersonInfo } from "@retro/contract/users";
import { useEffect, useState } from "react";
import type { SaveState } from "../../../board-state/outbox/pendingEntry.ts";
import { dateLocale } from "../../../i18n/dateLocale.ts";
import { useLocale, useT } from "../../../i18n/useT.ts";
import { textColorOn } from "@retro/contract/contrast";
import { calendarDay } from "../../../ui/display/calendarDay.ts";
import { initialsOf } from "../../../ui/display/initials.ts";
import { useToday } from "../../../ui/display/sharedClock.ts";
import { tip } from "../../../ui/tooltips/tip.ts";

export function StickerAuthor({ person }: { person: PersonInfo }) {
  const t = useT();
  const { color } = person.options;
  const label = t("stickers.author", { name: person.name });
  return (
    <span
      className="person-dot"
      role="img"
      translate="no"
      aria-label={label}
      {...tip(person.name)}
      style={{ backgroundColor: color, color: textColorOn(color) }}
    >
      {initialsOf(person.name)}
    </span>
  );
}

const dateParts = {
  today: { hour: "2-digit", minute: "2-digit" },
  thisYear: { day: "numeric", month: "short" },
  before: { day: "numeric", month: "short", year: "numeric" },
} as const;

const formats = new Map<string, Intl.DateTimeFormat>();
function dateFormatOf(locale: string, day: string, today: string): Intl.DateTimeFormat {
  const age = day === today ? "today" : day.slice(0, 4) === today.slice(0, 4) ? "thisYear" : "before";
  const key = `${locale} ${age}`;
  let found = formats.get(key);
  if (found === undefined)
    formats.set(key, (found = new Intl.DateTimeFormat(dateLocale(locale), dateParts[age])));
  return found;
}

/** The time of today, the day of other days: the tooltip has both. */
export function StickerDate({ at }: { at: string }) {
  const locale = useLocale();
  const today = useToday();
  const date = new Date(at);
  return (
    <time dateTime={at} {...tip(date.toLocaleString(dateLocale(locale)))}>
      {dateFormatOf(locale, calendarDay(date), today).format(date)}
    </time>
  );
}

const stateTexts = {
  saving: "stickers.saving",
  waiting: "stickers.waiting",
  failed: "stickers.failed",
} as const;

/** A change that is saved sooner than this, in milliseconds, has no mark. */
const markAfterMs = 400;

export function SaveStateMark({ state, tabIndex }: { state: SaveState; tabIndex: 0 | -1 }) {
  const t = useT();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), markAfterMs);
    return () => clearTimeout(timer);
  }, []);
  const word = t(stateTexts[state]);
  if (state === "failed")
    return (
      <button
        type="button"
        className="sticker-mark"
        tabIndex={tabIndex}
        data-state={state}
        data-failed-mark=""
        aria-haspopup="menu"
        aria-label={t("stickers.failedMenu")}
        {...tip(word)}
      />
    );
  if (!late) return null;
  return <span className="sticker-mark" data-state={state} role="img" aria-label={word} {...tip(word)} />;
}
