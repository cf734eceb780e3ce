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

/** The expected outcome of a command. The test calls `answer` once the new ids are known. */
export type ExpectedOutcome =
  | { ok: false; status: number; code: string; fields?: string[]; answer?: () => unknown }
  | {
      ok: true;
      status: number;
      /** The event that the others get; null when the command recorded no change. */
      event: "board-items.update" | "board.update" | FacilitationEvent | null;
      /** `data` of the answer. */
      answer: () => unknown;
    };

export function refused(status: number, code: string, ...fields: string[]): ExpectedOutcome {
  return fields.length > 0 ? { ok: false, status, code, fields } : { ok: false, status, code };
}

/** The user, the board and the time of a command. */
export interface CommandContext {
  board: ModelBoard;
  actor: string;
  now: number;
}
