import { meetingLength } from "@retro/rules/meeting-length";
import type { Translate } from "../../http/session/locale.ts";
import type { ExportedBoard } from "./exported-board.ts";

/** When the last meeting of the board was [F10]; null: there was none. */
export function lengthOf(
  { meeting: { last, goesOn } }: ExportedBoard,
  t: Translate,
  { dateLocale, timeZone }: { dateLocale: string; timeZone: string },
): string | null {
  if (last === null) return null;
  return `${t("summary.when")}: ${meetingLength(last, goesOn, { t, locale: dateLocale, timeZone })}`;
}
