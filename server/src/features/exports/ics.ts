import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from "ical-generator";
import type { Translate } from "../../http/session/locale.ts";
import { shownFields, statusTitles } from "./action-fields.ts";
import type { ExportedAction, ExportedBoard } from "./exported-board.ts";

/** An event of a whole day for each due date (RFC 5545). The same actions make the same bytes. */
export function toIcs(view: ExportedBoard, t: Translate, locale: string): string {
  const calendar = ical({
    name: calendarName(view.title),
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: "Retro", product: "Retro", language: locale.toUpperCase() },
  });
  for (const action of view.actions)
    if (action.due_on && action.text !== null)
      calendar.createEvent({
        id: action.id,
        sequence: action.rev,
        allDay: true,
        start: new Date(`${action.due_on}T00:00:00Z`),
        stamp: new Date(action.status_at),
        created: new Date(action.created_at),
        summary: summaryOf(action.text, action),
        description: descriptionOf(action.text, action, t),
        // A dropped action leaves the calendar; the standard has no status for an event that was done.
        status: action.status === "dropped" ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
        // A due date makes nobody busy.
        transparency: ICalEventTransparency.TRANSPARENT,
      });
  const text = `${calendar.toString()}\r\n`;
  return calendar.length() === 0 ? text.replace("END:VCALENDAR", `${utc}\r\nEND:VCALENDAR`) : text;
}

/** RFC 5545 (3.6) requires at least one component: a calendar without events gets a time zone. */
const utc = [
  "BEGIN:VTIMEZONE",
  "TZID:UTC",
  "BEGIN:STANDARD",
  "DTSTART:19700101T000000",
  "TZOFFSETFROM:+0000",
  "TZOFFSETTO:+0000",
  "END:STANDARD",
  "END:VTIMEZONE",
].join("\r\n");

function summaryOf(text: string, { status }: ExportedAction): string {
  const line = withoutControls(text).replace(/\s+/gu, " ");
  return status === "done" ? `✓ ${line}` : line;
}

function descriptionOf(text: string, action: ExportedAction, t: Translate): string {
  // The event is on the due date.
  const fields = shownFields(action, t, (day) => day).filter(({ name }) => name !== "due_on");
  const lines = [
    ...(/[\r\n]/u.test(text) ? [text] : []),
    ...fields.map(({ title, shown }) => `${t(title)}: ${shown}`),
    `${t("actions.status")}: ${t(statusTitles[action.status])}`,
  ];
  return withoutControls(lines.join("\n"));
}

/** The library escapes all texts but the calendar's name. */
function calendarName(title: string): string {
  return withoutControls(title)
    .replace(/\s+/gu, " ")
    .replace(/[\\;,]/gu, "\\$&");
}

/** The standard allows no control characters in a text; line breaks are `\n`. */
function withoutControls(text: string): string {
  return text.replace(/\r\n?/gu, "\n").replace(/(?![\n\t])\p{Control}/gu, "");
}
