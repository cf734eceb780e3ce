import type { ModelBoard } from "./state.ts";

export type FacilitationEvent =
  | "timer.store"
  | "timer.pause"
  | "timer.play"
  | "timer.edit"
  | "timer.delete"
  | "facilitator.store"
  | "facilitator.delete"
  | "facilitator.update";

/** What must come of a command. `answer` is asked for once the new ids are known. */
export type ExpectedOutcome =
  | { ok: false; status: number; code: string; fields?: string[]; answer?: () => unknown }
  | {
      ok: true;
      status: number;
      /** The event that tells the others; null when nothing was recorded. */
      event: "board-items.update" | "board.update" | FacilitationEvent | null;
      /** `data` of the answer. */
      answer: () => unknown;
    };

export function refused(status: number, code: string, ...fields: string[]): ExpectedOutcome {
  return fields.length > 0 ? { ok: false, status, code, fields } : { ok: false, status, code };
}

/** Who works on which board, and when. */
export interface CommandContext {
  board: ModelBoard;
  actor: string;
  now: number;
}
