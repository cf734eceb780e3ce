import type { Action, ActionStatus } from "@retro/contract/actions";
import { cleanLine, cleanText } from "@retro/contract/clean-text";
import type { MessageKey } from "@retro/contract/messages/catalogue";
import { limits } from "@retro/contract/limits";
import type { ActionCommand } from "@retro/rules/actions";
import { asApiError } from "../../api/client.ts";
import type { CommandOf } from "../../board-state/commands/commandSpec.ts";
import { createId } from "../../board-state/commands/createId.ts";
import type { ChangeEntry } from "../../board-state/history/changeSteps.ts";
import { undoChange, type UndoFailure } from "../../board-state/history/undoChange.ts";
import type { UndoRefusal } from "../../board-state/history/undoRefusal.ts";
import type { BoardStore } from "../../board-state/boardStore.ts";
import { translate } from "../../i18n/i18n.ts";
import { announce } from "../../ui/focus/announce.ts";
import { toast } from "../../ui/toasts/toast.ts";
import { toastButton } from "../../ui/toasts/toastButton.tsx";
import type { ActionDraft } from "./actionDraft.ts";
import { changedDetails, emptyDraft, newDetails, ownerOf } from "./actionDraft.ts";

/** Sends a command; a refusal is shown in a message. A refused text stays in the list of unsaved changes. */
function sendAction(store: BoardStore, command: ActionCommand): void {
  store.send(command).catch((error: unknown) => {
    const { status, message } = asApiError(error);
    // A board that is gone closes instead.
    const text = status === 404 ? translate("actions.goneMeanwhile") : message;
    toast({ message: text || translate("error.internal"), kind: "error" });
  });
}

function additionOf(store: BoardStore, draft: ActionDraft): CommandOf<"action.add"> {
  return {
    type: "action.add",
    id: createId(),
    text: cleanText(draft.text),
    ...ownerOf(draft, store.getState().members),
    ...newDetails(draft),
  };
}

export function addAction(store: BoardStore, draft: ActionDraft, sourceId: string | null): void {
  const added = additionOf(store, draft);
  sendAction(store, sourceId === null ? added : { ...added, source_item_id: sourceId });
  announce(translate("actions.added"));
}

/** A sticker that is dropped on the section for actions stays, and is the source of the action [D6]. */
export function addActionFrom(store: BoardStore, stickerId: string): void {
  const title = store.getState().view?.items.get(stickerId)?.title ?? null;
  if (title === null) return;
  addAction(store, { ...emptyDraft, text: title }, stickerId);
  offerUndo(store, translate("actions.madeFrom"));
}

export function keepNewAction(store: BoardStore, draft: ActionDraft, sourceId?: string): void {
  const added = additionOf(store, draft);
  store.drafts.keep(sourceId === undefined ? added : { ...added, source_item_id: sourceId });
}

function patchOf(store: BoardStore, seen: Action, draft: ActionDraft) {
  const text = cleanText(draft.text);
  const hasNewOwner = cleanLine(draft.owner) !== cleanLine(seen.owner_name ?? "");
  return {
    ...(text !== cleanText(seen.text ?? "") && { text }),
    ...(hasNewOwner && ownerOf(draft, store.getState().members)),
    ...changedDetails(draft, seen),
  };
}

export function keepActionEdit(store: BoardStore, seen: Action, draft: ActionDraft): void {
  const { id, rev } = seen;
  const patch = patchOf(store, seen, draft);
  if (Object.keys(patch).length === 0) store.drafts.drop(id);
  else store.drafts.keep({ type: "action.edit", id, rev, ...patch, text: cleanText(draft.text) });
}

/** If others have changed the same since the editor opened (`seen`), the server refuses it [T8]. */
export function editAction(store: BoardStore, seen: Action, now: Action, draft: ActionDraft): void {
  const patch = patchOf(store, seen, draft);
  const fields = Object.keys(patch) as (keyof typeof patch)[];
  if (fields.length === 0) return;
  const { rev } = fields.every((field) => seen[field] === now[field]) ? now : seen;
  sendAction(store, { type: "action.edit", id: now.id, rev, ...patch });
}

export function setStatus(store: BoardStore, { id }: Action, status: ActionStatus): void {
  sendAction(store, { type: "action.edit", id, status });
  const texts = { open: "actions.nowOpen", done: "actions.nowDone", dropped: "actions.nowDropped" } as const;
  announce(translate(texts[status]));
}

/** `place`: from 0, counted without the action. */
export function moveAction(store: BoardStore, actions: readonly Action[], id: string, place: number): void {
  const others = actions.filter((each) => each.id !== id);
  const at = Math.max(0, Math.min(place, others.length));
  const present = store.getState().view?.actions;
  if (present === undefined) return;
  if (!present.has(id)) {
    toast({ message: translate("actions.goneMeanwhile") });
    return;
  }
  if (actions.findIndex((each) => each.id === id) === at) return;
  // Others may have deleted actions since the list was shown.
  const after = others.slice(0, at).findLast((each) => present.has(each.id));
  sendAction(store, { type: "action.move", id, after_id: after?.id ?? null });
  announce(translate("drag.moved", { place: at + 1, places: actions.length }));
}

export function deleteAction(store: BoardStore, action: Action): void {
  sendAction(store, { type: "action.delete", id: action.id, rev: action.rev });
  offerUndo(store, translate("actions.deleted"));
}

/** Offers to undo the newest change. */
function offerUndo(store: BoardStore, message: string): void {
  const change = store.history.next("undo");
  toast({
    message,
    duration: limits.undoMs,
    action: toastButton(translate("stickers.undo"), () => {
      if (change !== null) void undoAction(store, change);
    }),
  });
}

async function undoAction(store: BoardStore, change: ChangeEntry): Promise<void> {
  const result = undoChange(store, "undo", change);
  if (result === null) return;
  const reason = result.done ? await failureReason(result.failure) : refusalReason(result.refusal);
  if (reason !== null)
    toast({ message: `${reason}. ${translate("history.nothingUndone")}`, duration: limits.undoMs });
}

async function failureReason(outcome: Promise<UndoFailure | null>): Promise<string | null> {
  const failure = await outcome;
  if (failure === null) return null;
  const { status, message } = failure.error;
  if (status === 404) return translate("actions.goneMeanwhile");
  return message || translate("error.internal");
}

function refusalReason(refusal: UndoRefusal): string {
  if ("code" in refusal) return translate(`error.${refusal.code}` as MessageKey);
  return translate(refusal.conflict === "gone" ? "actions.goneMeanwhile" : "error.conflict");
}
