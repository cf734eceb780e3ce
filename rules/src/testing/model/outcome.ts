import type { ModelAction, ModelBoard, ModelChange, ModelItem } from "./state.ts";

export type FacilitationEvent =
  | "timer.store"
  | "timer.pause"
  | "timer.play"
  | "timer.edit"
  | "timer.delete"
  | "facilitator.store"
  | "facilitator.delete"
  | "facilitator.update";
export type BoardEvent = "board-items.update" | "board.update" | FacilitationEvent;

/**
 * The outcome of a command. A test calls `answer`, which gives the answer's `data`, once it knows the ids
 * that the server chose.
 */
export type ExpectedOutcome =
  | { ok: false; status: number; code: string; fields?: string[]; answer?: () => unknown }
  | {
      ok: true;
      status: number;
      /** Without changes there is no new version, and nobody gets an event. */
      changes: ModelChange[];
      event: BoardEvent;
      answer: () => unknown;
    };

export function refused(status: number, code: string, ...fields: string[]): ExpectedOutcome {
  return fields.length > 0 ? { ok: false, status, code, fields } : { ok: false, status, code };
}

export function applied(
  changes: ModelChange[],
  answer: () => unknown,
  { status = 200, event = "board-items.update" }: { status?: number; event?: BoardEvent } = {},
): ExpectedOutcome {
  return { ok: true, status, changes, event, answer };
}

/** Items and actions in their present form. */
export const putItems = (items: readonly ModelItem[]): ModelChange[] =>
  items.map((item) => ({ type: "item.put", item }));
export const putActions = (actions: readonly ModelAction[]): ModelChange[] =>
  actions.map((action) => ({ type: "action.put", action }));

/** The user, the board and the time of a command. */
export interface CommandContext {
  board: ModelBoard;
  actor: string;
  now: number;
}
