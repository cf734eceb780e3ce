import type { Action } from "@retro/contract/actions";
import { sortActions } from "@retro/rules/actions";
import type { BoardView } from "@retro/rules/apply-change";

/** An action at one side of a change, and the action before it; `after` is null for the first one. */
export interface ActionState {
  action: Action;
  after: string | null;
}
/** What a command did to an action: null where there is none, before an addition or after a deletion. */
export interface ActionStep {
  type: "action";
  id: string;
  before: ActionState | null;
  after: ActionState | null;
}

/** What a command on an action changed; null if it changed nothing. */
export function actionStepOf({ id }: { id: string }, before: BoardView, after: BoardView): ActionStep | null {
  if (before.actions.get(id) === after.actions.get(id)) return null;
  return { type: "action", id, before: actionState(before, id), after: actionState(after, id) };
}

/** An action and its place; null if the view does not have it. */
export function actionState(view: BoardView, id: string): ActionState | null {
  const action = view.actions.get(id);
  if (action === undefined) return null;
  const sorted = sortActions(view.actions.values());
  return { action, after: sorted[sorted.indexOf(action) - 1]?.id ?? null };
}

/** The text of a hidden action leaves the page: only the server can bring it back [D3]. */
export function scrubActionStep(step: ActionStep, isHidden: (action: Action) => boolean): void {
  for (const side of ["before", "after"] as const) {
    const state = step[side];
    if (state !== null && isHidden(state.action))
      step[side] = { ...state, action: { ...state.action, text: null, hidden: true } };
  }
}

/** Takes over what the server made of an action; see `correctStep`. */
export function correctActionStep(
  step: ActionStep,
  answered: Partial<Action>,
  side: "before" | "after",
): void {
  const state = step[side];
  if (state !== null && answered.id === step.id)
    step[side] = { ...state, action: { ...state.action, ...answered } };
}
