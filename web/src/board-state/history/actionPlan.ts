import type { Action } from "@retro/contract/actions";
import { type ActionCommand, type ActionPatch, editedFields } from "@retro/rules/actions";
import type { BoardView } from "@retro/rules/apply-change";
import { mayEditStickers, maySetStatus } from "@retro/rules/permissions";
import type { ActionState, ActionStep } from "./actionSteps.ts";
import { actionState } from "./actionSteps.ts";
import type { Direction } from "./changeHistory.ts";
import type { UndoRefusal } from "./undoRefusal.ts";

/** The commands that undo or redo a change of an action [Y7]; see `planUndo`. */
export function planAction(
  view: BoardView,
  step: ActionStep,
  direction: Direction,
): { commands: ActionCommand[] } | UndoRefusal {
  const { id } = step;
  const [from, to] = direction === "undo" ? [step.after, step.before] : [step.before, step.after];
  const mayChange = changesStatusOnly(from, to) ? maySetStatus : mayEditStickers;
  const code = mayChange(view.facilitation, view.userId);
  if (code !== null) return { code };
  const now = view.actions.get(id);
  if (from === null) return planRestore(id, now, to);
  if (now === undefined) return { conflict: "gone", id };
  if (now.hidden) return { code: "content_hidden" };
  if (to === null) {
    const changed = editedFields.some((field) => now[field] !== from.action[field]);
    return changed
      ? { conflict: "changed", id }
      : { commands: [{ type: "action.delete", id, rev: now.rev }] };
  }
  return planChange(view, now, from, to);
}

/** A tick may be taken back where it may be made: on a locked board, too [D2]. */
function changesStatusOnly(from: ActionState | null, to: ActionState | null): boolean {
  if (from === null || to === null || from.action.order !== to.action.order) return false;
  return editedFields.every((field) => field === "status" || from.action[field] === to.action[field]);
}

function planRestore(
  id: string,
  now: Action | undefined,
  to: ActionState | null,
): { commands: ActionCommand[] } {
  if (now !== undefined || to === null) return { commands: [] };
  return { commands: [{ type: "action.restore", id, action: to.action.hidden ? null : to.action }] };
}

function planChange(
  view: BoardView,
  now: Action,
  from: ActionState,
  to: ActionState,
): { commands: ActionCommand[] } | UndoRefusal {
  const { id, rev } = now;
  if (from.action.order !== to.action.order) {
    const isThere = now.order === from.action.order || actionState(view, id)?.after === from.after;
    if (!isThere) return { conflict: "changed", id };
    return { commands: [{ type: "action.move", id, after_id: to.after, from: { order: now.order } }] };
  }
  const edited = editedFields.filter((field) => from.action[field] !== to.action[field]);
  if (edited.some((field) => now[field] !== from.action[field])) return { conflict: "changed", id };
  return { commands: [{ type: "action.edit", id, rev, ...patchTo(to.action, edited) }] };
}

/** The owner's two fields go together. */
function patchTo(action: Action, edited: readonly (typeof editedFields)[number][]): ActionPatch {
  const { owner_id, owner_name } = action;
  const shown = edited.filter((field) => field !== "text" || action.text !== null);
  return {
    ...Object.fromEntries(shown.map((field) => [field, action[field]])),
    ...(edited.some((field) => field.startsWith("owner")) && { owner_id, owner_name }),
  };
}
