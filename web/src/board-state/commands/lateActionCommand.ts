import type { Action } from "@retro/contract/actions";
import { type ActionCommand, editedAction, sortActions } from "@retro/rules/actions";
import type { BoardView } from "@retro/rules/apply-change";
import type { BaseState } from "../storage/entryStorage.ts";

/** A command that changes an action which other users may have changed since. */
export type ActionChange = Extract<ActionCommand, { type: "action.edit" | "action.move" | "action.delete" }>;

/** Whether the action already has the content of the edit: an answer was lost then, and there is no conflict. */
export function isActionEdited(
  action: Action,
  edit: Extract<ActionCommand, { type: "action.edit" }>,
): boolean {
  return editedAction(action, edit, action.status_at) === action;
}

/**
 * Decides whether a late change of an action is still what its user meant (rule Y6).
 * @param base the action's state when the user gave the command; null when it was not confirmed then
 * @param view the confirmed view, up to date
 * @returns `done`: the action already is as the command makes it; `moot`: somebody else has changed it since
 */
export function decideLateActionChange(
  command: ActionChange,
  base: BaseState | null,
  view: BoardView,
): "send" | "done" | "moot" {
  const action = view.actions.get(command.id);
  const isMove = command.type === "action.move";
  if (!action) return command.type === "action.delete" ? "done" : "moot";
  if (isMove && follows(view, command)) return "done";
  if (command.type === "action.edit" && isActionEdited(action, command)) return "done";
  const isAsBefore = !base || (isMove ? action.order === base.order : action.rev === base.rev);
  return isAsBefore ? "send" : "moot";
}

function follows(
  view: BoardView,
  { id, after_id }: Extract<ActionCommand, { type: "action.move" }>,
): boolean {
  const sorted = sortActions(view.actions.values());
  return (sorted[sorted.findIndex((action) => action.id === id) - 1]?.id ?? null) === after_id;
}
