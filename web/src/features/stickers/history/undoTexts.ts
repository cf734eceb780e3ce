import type { MessageKey } from "@retro/contract/messages/catalogue";
import type { BoardView } from "@retro/rules/apply-change";
import type { BoardCommand } from "@retro/rules/predict";
import { specOf } from "../../../board-state/commands/commands.ts";
import type { Direction } from "../../../board-state/history/changeHistory.ts";
import type { ChangeEntry, ChangeKind } from "../../../board-state/history/changeSteps.ts";
import { changesRefusing } from "../../../board-state/outbox/entryOutcomes.ts";
import type { UndoFailure } from "../../../board-state/history/undoChange.ts";
import type { UndoConflict, UndoRefusal } from "../../../board-state/history/undoRefusal.ts";
import type { ApiErrorLike } from "../../../board-state/apiCalls.ts";
import { translate } from "../../../i18n/i18n.ts";
import { shortTitle } from "../boardQueries.ts";

const doneTexts: Record<ChangeKind, MessageKey> = {
  add: "history.added",
  edit: "history.edited",
  style: "history.styled",
  move: "history.moved",
  group: "history.grouped",
  ungroup: "history.ungrouped",
  delete: "history.deleted",
  sort: "history.sorted",
  addAction: "history.addedAction",
  editAction: "history.editedAction",
  moveAction: "history.movedAction",
  deleteAction: "history.deletedAction",
};
const conflictTexts: Record<UndoConflict, MessageKey> = {
  changed: "history.conflictChanged",
  gone: "history.conflictGone",
  voted: "history.conflictVoted",
  place: "history.conflictPlace",
  order: "history.conflictOrder",
  lost: "history.conflictLost",
};

export function changedIds({ steps }: ChangeEntry): string[] {
  return steps.flatMap((step) => {
    if ("stickers" in step) return step.stickers.roots;
    if (step.type === "places") return step.places.map(({ id }) => id);
    return step.type === "order" ? [] : [step.id];
  });
}

export function undoneText(
  entry: ChangeEntry,
  direction: Direction,
  before: BoardView,
  after: BoardView,
): string {
  const ids = changedIds(entry);
  const what = translate(doneTexts[entry.kind]);
  const [first = ""] = ids;
  const title = titleOf(first, after) || titleOf(first, before);
  const change =
    ids.length > 1
      ? translate("history.ofSeveral", { what, count: ids.length })
      : title === ""
        ? what
        : translate("history.ofOne", { what, title });
  return translate(direction === "undo" ? "history.undone" : "history.redone", { change });
}

export function refusalText(refusal: UndoRefusal, direction: Direction, view: BoardView): string {
  if ("conflict" in refusal)
    return `${conflictText(refusal.conflict, refusal.id, view)} ${nothingText(direction)}`;
  return `${translate(`error.${refusal.code}` as MessageKey)}. ${nothingText(direction)}`;
}

export function failureText(
  { command, error, partly }: UndoFailure,
  direction: Direction,
  view: BoardView,
): string {
  const id = "id" in command ? command.id : null;
  const conflict = conflictOf(command, error);
  const reason =
    conflict === null ? `${error.message || translate("error.internal")}.` : conflictText(conflict, id, view);
  const rest = direction === "undo" ? "history.restUndone" : "history.restRedone";
  return `${reason} ${partly ? translate(rest) : nothingText(direction)}`;
}

function conflictOf(command: BoardCommand, error: ApiErrorLike): UndoConflict | null {
  const { gone = "gone", changed = "changed" } = specOf(command).conflicts ?? {};
  if (error.status === 404) return gone;
  if (error.status !== 409) return null;
  // The server names votes last.
  return changesRefusing(command, error)?.[0]?.what === "voted" ? "voted" : changed;
}

function titleOf(id: string, { items, actions }: BoardView): string {
  const action = actions.get(id);
  return shortTitle(action ? { title: action.text } : items.get(id));
}

function conflictText(conflict: UndoConflict, id: string | null, view: BoardView): string {
  const title = titleOf(id ?? "", view);
  const subject = title === "" ? translate("history.thisSticker") : translate("history.quoted", { title });
  return translate(conflictTexts[conflict], { subject });
}

function nothingText(direction: Direction): string {
  return translate(direction === "undo" ? "history.nothingUndone" : "history.nothingRedone");
}
