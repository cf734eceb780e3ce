import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import type { Timer } from "@retro/contract/facilitation/timer";
import type { FacilitatorOptions } from "@retro/contract/facilitation/facilitator-options";
import type { LastMeeting, Meeting, MeetingStep } from "@retro/contract/facilitation/meeting";
import type { Round } from "@retro/contract/facilitation/rounds";
import type { BoardRow } from "./board-store.ts";

/** Only `facilitationWrite` and `insertBoard` write these columns, so they need no check. */
export function facilitationOf(
  row: Pick<BoardRow, "facilitator_id" | "facilitator_options" | "timer" | "locked"> &
    Partial<Pick<BoardRow, "meeting" | "rounds" | "last_meeting">>,
): Facilitation {
  return {
    facilitator_id: row.facilitator_id,
    facilitator_options: JSON.parse(row.facilitator_options) as FacilitatorOptions,
    timer: JSON.parse(row.timer) as Timer,
    ...(row.locked === 1 && { locked: true }),
    ...(row.rounds != null && { rounds: JSON.parse(row.rounds) as Round[] }),
    ...(row.meeting != null && { meeting: JSON.parse(row.meeting) as Meeting }),
    ...(row.last_meeting != null && { last_meeting: JSON.parse(row.last_meeting) as LastMeeting }),
  };
}

/** The steps that the board's next meeting begins with; null: none are stored [F1]. */
export function nextStepsOf({ next_steps }: Pick<BoardRow, "next_steps">): MeetingStep[] | null {
  return next_steps === null ? null : (JSON.parse(next_steps) as MeetingStep[]);
}
