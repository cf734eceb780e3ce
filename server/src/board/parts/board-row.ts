import type { Facilitation, Timer } from "@retro/contract/entities";
import type { FacilitatorOptions } from "@retro/contract/facilitator-options";
import type { Meeting } from "@retro/contract/meeting";
import type { Round } from "@retro/contract/rounds";
import type { BoardRow } from "./board-store.ts";

/** Only `facilitationWrite` and `insertBoard` write these columns, so they need no check. */
export function facilitationOf(
  row: Pick<BoardRow, "facilitator_id" | "facilitator_options" | "timer" | "locked"> &
    Partial<Pick<BoardRow, "meeting" | "rounds">>,
): Facilitation {
  return {
    facilitator_id: row.facilitator_id,
    facilitator_options: JSON.parse(row.facilitator_options) as FacilitatorOptions,
    timer: JSON.parse(row.timer) as Timer,
    ...(row.locked === 1 && { locked: true }),
    ...(row.rounds != null && { rounds: JSON.parse(row.rounds) as Round[] }),
    ...(row.meeting != null && { meeting: JSON.parse(row.meeting) as Meeting }),
  };
}
