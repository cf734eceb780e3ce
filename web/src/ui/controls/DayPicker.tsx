import "./day-picker.css";
import ChevronLeftOutlined from "@mui/icons-material/ChevronLeftOutlined";
import ChevronRightOutlined from "@mui/icons-material/ChevronRightOutlined";
import { useEffect, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { dateLocale } from "../../i18n/dateLocale.ts";
import { useLocale, useT } from "../../i18n/useT.ts";
import { useToday } from "../display/sharedClock.ts";
import { Button } from "./Button.tsx";
import { addDays, addMonths, daysIntoWeek, weeksOf } from "./days.ts";
import { IconAction } from "./IconAction.tsx";

interface Props {
  /** YYYY-MM-DD, or empty. */
  day: string;
  noneLabel: string;
  /** @param day empty: none */
  onPick: (day: string) => void;
}

const soon = [
  [1, "day"],
  [1, "week"],
  [2, "week"],
] as const;

/** A month of days; arrows, Home, End, Page Up and Page Down move as in other calendars. */
export function DayPicker({ day, noneLabel, onPick }: Props) {
  const t = useT();
  const locale = useLocale();
  const today = useToday();
  const [at, setAt] = useState(day === "" ? today : day);
  const grid = useRef<HTMLTableElement>(null);
  const followsFocus = useRef(true);
  useEffect(() => {
    if (followsFocus.current) grid.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus();
  }, [at]);
  const format = (options: Intl.DateTimeFormatOptions, of: string) =>
    new Intl.DateTimeFormat(dateLocale(locale), { ...options, timeZone: "UTC" }).format(
      new Date(`${of}T00:00:00Z`),
    );
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const weeks = weeksOf(at, locale);
  const showMonth = (count: number) => {
    followsFocus.current = false;
    setAt(addMonths(at, count));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayAfterKey(event.key, at, locale);
    if (next === null) return;
    event.preventDefault();
    followsFocus.current = true;
    setAt(next);
  };
  return (
    <div className="day-picker">
      <div className="month">
        <IconAction
          icon={ChevronLeftOutlined}
          size="small"
          label={t("calendar.previousMonth")}
          onClick={() => showMonth(-1)}
        />
        <h3 aria-live="polite">{format({ month: "long", year: "numeric" }, at)}</h3>
        <IconAction
          icon={ChevronRightOutlined}
          size="small"
          label={t("calendar.nextMonth")}
          onClick={() => showMonth(1)}
        />
      </div>
      {/* The pattern of ARIA's date picker. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table ref={grid} role="grid" onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weeks[0]?.map((each) => (
              <th key={each} scope="col" abbr={format({ weekday: "long" }, each)}>
                {format({ weekday: "short" }, each)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((each) => (
                <td key={each}>
                  <button
                    type="button"
                    tabIndex={each === at ? 0 : -1}
                    data-day={each}
                    aria-label={format({ dateStyle: "full" }, each)}
                    aria-pressed={each === day}
                    aria-current={each === today ? "date" : undefined}
                    data-outside={each.slice(0, 7) === at.slice(0, 7) ? undefined : ""}
                    onClick={() => onPick(each)}
                  >
                    {Number(each.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="soon">
        {soon.map(([count, unit]) => (
          <Button
            key={`${count} ${unit}`}
            size="small"
            onClick={() => onPick(addDays(today, unit === "week" ? 7 * count : count))}
          >
            {relative.format(count, unit)}
          </Button>
        ))}
        {day !== "" && (
          <Button size="small" onClick={() => onPick("")}>
            {noneLabel}
          </Button>
        )}
      </div>
    </div>
  );
}

function dayAfterKey(key: string, at: string, locale: string): string | null {
  switch (key) {
    case "ArrowLeft":
      return addDays(at, -1);
    case "ArrowRight":
      return addDays(at, 1);
    case "ArrowUp":
      return addDays(at, -7);
    case "ArrowDown":
      return addDays(at, 7);
    case "Home":
      return addDays(at, -daysIntoWeek(at, locale));
    case "End":
      return addDays(at, 6 - daysIntoWeek(at, locale));
    case "PageUp":
      return addMonths(at, -1);
    case "PageDown":
      return addMonths(at, 1);
    default:
      return null;
  }
}
