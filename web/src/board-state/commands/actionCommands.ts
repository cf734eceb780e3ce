import type { Action } from "@retro/contract/actions";
import { type ActionCommand, editedAction, sortActions } from "@retro/rules/actions";
import type { BoardView } from "@retro/rules/apply-change";
import { isActionHiddenFrom } from "@retro/rules/permissions";
import { firstRev } from "@retro/rules/revision";
import { actionStepOf } from "../history/actionSteps.ts";
import type { BaseState } from "../storage/entryStorage.ts";
import {
  bodyOf,
  type CommandOf,
  type CommandSpecs,
  type LateCommandDecision,
  maxAge,
} from "./commandSpec.ts";
import { query } from "./stickerCommands.ts";

const change = {
  ids: ({ id }: { id: string }) => [id],
  dropped: "stickers.droppedAction",
} as const;

export const actionCommands: CommandSpecs<ActionCommand["type"]> = {
  "action.add": {
    maxAge: maxAge.week,
    request: (command) => ({ method: "POST", path: "/actions", body: bodyOf(command) }),
    ids: change.ids,
    needs: ({ source_item_id }) => source_item_id ?? null,
    // The action to follow must be saved first.
    follows: ["action.add", "action.move"],
    text: ({ text }) => text,
    takenBackBy: ({ id }) => [{ type: "action.delete", id, rev: firstRev }],
    step: actionStepOf,
  },
  "action.edit": {
    ...change,
    maxAge: maxAge.week,
    request: (edit) => ({ method: "PUT", path: `/actions/${edit.id}`, body: bodyOf(edit, "id") }),
    text: ({ text }) => text,
    namesRevision: true,
    // An edit that names a revision is compared by the server.
    hasBase: ({ rev }) => rev === undefined,
    late: ({ view, base }, edit) => {
      const action = view.actions.get(edit.id);
      if (action && isEdited(edit, action)) return "done";
      return unlessChanged(action, base, "rev");
    },
    isDone: isEdited,
    step: actionStepOf,
  },
  "action.move": {
    ...change,
    maxAge: maxAge.hour,
    request: (move) => ({ method: "PUT", path: `/actions/${move.id}/position`, body: bodyOf(move, "id") }),
    follows: ["action.add", "action.move"],
    hasBase: () => true,
    late: ({ view, base }, move) =>
      isAtTarget(view, move) ? "done" : unlessChanged(view.actions.get(move.id), base, "order"),
    again: (move, { order }) => ({ ...move, from: { order } }),
    step: actionStepOf,
  },
  "action.delete": {
    ...change,
    maxAge: maxAge.hour,
    request: ({ id, rev }) => ({ method: "DELETE", path: `/actions/${id}${query({ rev })}` }),
    namesRevision: true,
    isDoneWhenGone: true,
    hasBase: () => true,
    late: ({ view, base }, { id }) => {
      const action = view.actions.get(id);
      return action ? unlessChanged(action, base, "rev") : "done";
    },
    step: actionStepOf,
  },
  "action.restore": {
    ...change,
    maxAge: maxAge.hour,
    request: ({ id }) => ({ method: "POST", path: `/actions/${id}/restore` }),
    withoutCopies: (command) => ({ ...command, action: null }),
    hasHiddenCopy: ({ action }, { facilitation, userId }) =>
      action !== null && isActionHiddenFrom(facilitation, action, userId),
    conflicts: { gone: "lost" },
  },
};

function isEdited(edit: CommandOf<"action.edit">, action: Action): boolean {
  return editedAction(action, edit, action.status_at) === action;
}

function unlessChanged(
  action: Action | undefined,
  base: BaseState | null,
  field: "rev" | "order",
): LateCommandDecision {
  return action && (!base || action[field] === base[field]) ? "send" : "moot";
}

function isAtTarget(view: BoardView, { id, after_id }: CommandOf<"action.move">): boolean {
  if (!view.actions.has(id)) return false;
  const sorted = sortActions(view.actions.values());
  return (sorted[sorted.findIndex((action) => action.id === id) - 1]?.id ?? null) === after_id;
}
