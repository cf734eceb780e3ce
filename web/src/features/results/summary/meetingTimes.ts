import { meetingLength } from "@retro/rules/meeting-length";
import { timesOf } from "@retro/rules/meeting";
import { useBoardStore, useFacilitation } from "../../../board-state/boardHooks.ts";
import { dateLocale } from "../../../i18n/dateLocale.ts";
import { useLocale, useT } from "../../../i18n/useT.ts";

/** When the meeting was, or the last one on the board, in the reader's time zone [F10]; null: there was none. */
export function useMeetingLength(): string | null {
  const t = useT();
  const locale = dateLocale(useLocale());
  const store = useBoardStore();
  const { meeting, last_meeting: last } = useFacilitation();
  const now = store.serverNow();
  const times = meeting === undefined ? last : timesOf(meeting, now);
  if (times === undefined || times === null) return null;
  return meetingLength(times, meeting !== undefined && times.ended === now, { t, locale });
}
