import type { Board, Facilitation, Timer } from "@retro/contract/entities";
import type { FacilitatorOptions } from "@retro/contract/facilitator-options";
import type { BoardRow } from "./board-store.ts";

/** The row's session: its JSON columns are written by this feature alone, so that they need no second check. */
export function facilitationOf(
  row: Pick<BoardRow, "facilitator_id" | "facilitator_options" | "timer">,
): Facilitation {
  return {
    facilitator_id: row.facilitator_id,
    facilitator_options: JSON.parse(row.facilitator_options) as FacilitatorOptions,
    timer: JSON.parse(row.timer) as Timer,
  };
}

/** The board as it crosses the wire; everyone with the link may see all of it. */
export function presentBoard(
  row: BoardRow,
  sections: { id: string; title: string | null }[],
  now: number,
): Board {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    ...facilitationOf(row),
    sections: sections.map(({ id, title }) => ({ id, title: title ?? "" })),
    version: row.version,
    serverTime: now,
  };
}
