import type { Item, StickerStyle } from "@retro/contract/entities";
import type { BoardView } from "@retro/rules/apply-change";
import { mergeStyle } from "@retro/rules/revision";
import { specOf, textOf } from "../../../board-state/commands/commands.ts";
import type { BoardStore, DroppedChange, PendingEntry } from "../../../board-state/types.ts";
import { translate } from "../../../i18n/i18n.ts";
import { columnOrFirst } from "../boardQueries.ts";
import type { BoardDialog } from "../boardDialog.ts";

/** Returns why a change was not saved, for the user. */
export function failureReason({ error }: PendingEntry): string {
  if (error?.code === "unsent") return translate("stickers.reasonUnsent");
  if (error?.code === "expired") return translate("stickers.reasonExpired");
  if (error?.code === "gone") return translate("stickers.conflictGone");
  return error?.message || translate("error.internal");
}

/** Returns the text of a failed change, for the clipboard. */
export function failedText({ command }: PendingEntry): string {
  return textOf(command) ?? "";
}

/** Returns what a change that was not sent would have done; null for a change that is never dropped. */
export function droppedText({ type, title }: DroppedChange): string | null {
  const key = specOf({ type }).dropped;
  return key === undefined ? null : translate(key, { title: title ?? translate("stickers.droppedGone") });
}

const changeMessages = {
  changed: "stickers.keptChanged",
  inside: "stickers.keptInside",
  voted: "stickers.keptVoted",
} as const;

/**
 * Returns who has changed what, so that the server deleted nothing.
 * @param nameOf a user's name; null when it is not known
 */
export function refusedDeletionText(
  { title, reason }: DroppedChange,
  nameOf: (id: string | null) => string | null,
): string {
  const changes = (reason ?? []).map(({ what, user_id }) =>
    translate(changeMessages[what], { name: nameOf(user_id) ?? translate("stickers.keptSomeone") }),
  );
  const why = changes.length > 0 ? changes.join(" ") : translate("stickers.keptUnknown");
  return translate("stickers.kept", { title: title ?? translate("stickers.keptSticker"), why });
}

/**
 * Returns the dialog that corrects a failed change: its dialog with the typed text; both texts if another user has saved the same sticker;
 * New Sticker if the sticker is deleted. Null if there is none; the text can still be copied.
 */
export function correctionDialogOf(view: BoardView | null, entry: PendingEntry): BoardDialog | null {
  const { command, key, error } = entry;
  if (view === null) return null;
  const refused = { message: failureReason(entry), field: error?.errors?.["title"]?.[0] };
  if (command.type === "sticker.add") {
    const columnId = view.items.has(command.parent_id)
      ? command.parent_id
      : columnOrFirst(view, command.parent_id);
    const draft = { title: command.title, style: command.style ?? {} };
    return columnId === null
      ? null
      : { kind: "new", columnId, draft, refused, entry: key, sticker: command.id };
  }
  if (command.type !== "item.edit") return null;
  const now = view.items.get(command.id);
  const refusedWith = error?.data as Item | undefined;
  const theirs = now !== undefined && now.rev >= (refusedWith?.rev ?? 0) ? now : refusedWith;
  if (now?.hidden === true || now?.kind === "section") return null;
  const style = mergeStyle(
    { kind: "sticker", style: theirs?.style ?? {} },
    command.style ?? {},
  ) as StickerStyle;
  const draft = { title: command.title ?? theirs?.title ?? "", style };
  if (now === undefined) {
    const columnId = columnOrFirst(view, null);
    const gone = { message: translate("stickers.conflictGone"), field: undefined };
    return columnId === null ? null : { kind: "new", columnId, draft, refused: gone, entry: key };
  }
  // Also a text that was never sent: its user has not seen what others have saved since it was begun.
  const isOld = command.rev !== undefined && command.rev !== theirs?.rev;
  if ((error?.status === 409 || isOld) && theirs !== undefined)
    return { kind: "conflict", id: command.id, mine: draft, theirs, entry: key };
  return { kind: "edit", id: command.id, draft, refused, entry: key };
}

/** Removes the refused edits of an item: a field or dialog that is still open has their text. */
export function discardFailedEdits(store: Pick<BoardStore, "getState" | "discard">, id: string): void {
  for (const { key, state, command } of store.getState().pending)
    if (state === "failed" && command.type === "item.edit" && command.id === id) store.discard(key);
}

/**
 * Returns what the board has now instead of a failed edit's text, if that has changed since the edit began: the user sees it before the
 * edit is sent again, and the edit then names its revision.
 */
export function presentTextOf(
  view: BoardView | null,
  { command, error }: PendingEntry,
): { text: string; rev: number } | null {
  if (command.type !== "item.edit" && command.type !== "action.edit") return null;
  if (command.rev === undefined && error?.status !== 409) return null;
  if (command.type === "item.edit") {
    const now = view?.items.get(command.id);
    return !now || now.rev === command.rev || now.title === null ? null : { text: now.title, rev: now.rev };
  }
  const now = view?.actions.get(command.id);
  return !now || now.rev === command.rev || now.text === null ? null : { text: now.text, rev: now.rev };
}
