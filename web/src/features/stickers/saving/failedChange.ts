import type { Item } from "@retro/contract/items";
import type { StickerStyle } from "@retro/contract/styles";
import type { MessageKey } from "@retro/contract/messages/catalogue";
import type { BoardView } from "@retro/rules/apply-change";
import { mergeStyle } from "@retro/rules/revision";
import { specOf, textOf } from "../../../board-state/commands/commands.ts";
import type { BoardStore } from "../../../board-state/boardStore.ts";
import type { DroppedChange, PendingEntry } from "../../../board-state/outbox/pendingEntry.ts";
import { currentLocale, translate } from "../../../i18n/i18n.ts";
import { columnOrFirst, shortTitle } from "../boardQueries.ts";
import type { BoardDialog } from "../boardDialog.ts";

/** The sticker, section or action, or the column of an addition: sent again, it would be refused again. */
export function isTargetGone(view: BoardView | null, { command }: Pick<PendingEntry, "command">): boolean {
  if (view === null) return false;
  if (command.type === "item.edit") return !view.items.has(command.id);
  if (command.type === "action.edit") return !view.actions.has(command.id);
  const isAddition = command.type === "sticker.add" || command.type === "stickers.add";
  return isAddition && !view.items.has(command.parent_id);
}

const isEdit = ({ type }: PendingEntry["command"]) => type === "item.edit" || type === "action.edit";

export function failureReason(view: BoardView | null, entry: Pick<KeptText, "command" | "error">): string {
  const { command, error } = entry;
  if (isTargetGone(view, entry))
    return translate(isEdit(command) ? "stickers.reasonGone" : "stickers.reasonPlaceGone");
  if (error?.code === "unsent") return translate("stickers.reasonUnsent");
  if (error?.code === "expired") return translate("stickers.reasonExpired");
  if (error?.code === "gone") return translate("stickers.conflictGone");
  return error?.message || translate("error.internal");
}

export function failedText({ command }: PendingEntry): string {
  return textOf(command) ?? "";
}

type NameOf = (id: string | null) => string | null;

/** These name no sticker. */
const withoutTitle: ReadonlySet<MessageKey> = new Set(["stickers.droppedOrder", "stickers.droppedAction"]);

/** @param nameOf a user's name; null when it is not known */
export function droppedText({ type, title, reason, error }: DroppedChange, nameOf: NameOf): string {
  const key = specOf({ type }).dropped ?? "stickers.droppedUnnamed";
  const what =
    title === null && !withoutTitle.has(key)
      ? translate("stickers.droppedUnnamed")
      : translate(key, { title: shortTitle({ title }) });
  return `${what} ${reason === null || reason.length === 0 ? droppedReason(error) : whoChanged(reason, nameOf)}`;
}

function droppedReason({ code, message }: DroppedChange["error"]): string {
  if (code === "expired") return `${translate("stickers.reasonExpired")}.`;
  return code === "moot" || code === "conflict" || message === ""
    ? translate("stickers.keptUnknown")
    : `${message.replace(/\.$/, "")}.`;
}

const changeTexts = {
  changed: { named: "stickers.keptChanged", unnamed: "stickers.keptChangedBySomeone" },
  inside: { named: "stickers.keptInside", unnamed: "stickers.keptInsideBySomeone" },
  voted: { named: "stickers.keptVoted", unnamed: "stickers.keptVoted" },
} as const;

function whoChanged(reason: NonNullable<DroppedChange["reason"]>, nameOf: NameOf): string {
  const list = new Intl.ListFormat(currentLocale());
  return [...new Set(reason.map(({ what }) => what))]
    .map((what) => {
      const all = reason.filter((each) => each.what === what).map(({ user_id }) => nameOf(user_id));
      const named = all.filter((name) => name !== null);
      if (named.length === 0) return translate(changeTexts[what].unnamed);
      const names = named.length < all.length ? [...named, translate("stickers.keptSomeoneElse")] : named;
      return translate(changeTexts[what].named, { names: list.format(names), count: names.length });
    })
    .join(" ");
}

/** With the text that was kept, beside the present one if that has changed since. */
export function editDialogOf(store: Pick<BoardStore, "getState" | "drafts">, id: string): BoardDialog {
  const command = store.drafts.get(id);
  return (command && correctionDialogOf(store.getState().view, { command })) ?? { kind: "edit", id };
}

type KeptText = Pick<PendingEntry, "command"> & Partial<Pick<PendingEntry, "key" | "error">>;

/**
 * Both texts if another user has saved the same sticker; New Sticker if it is deleted; null: there is none.
 */
export function correctionDialogOf(view: BoardView | null, kept: KeptText): BoardDialog | null {
  const { command, key, error } = kept;
  if (view === null) return null;
  const refused =
    key === undefined
      ? undefined
      : { message: failureReason(view, kept), field: error?.errors?.["title"]?.[0] };
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
  // The dialog has the sticker's text only.
  if (command.note !== undefined || command.name !== undefined) return null;
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

/** @param edit what the edits say of the item; without it, all of them */
export function discardFailedEdits(
  store: Pick<BoardStore, "getState" | "discard">,
  id: string,
  edit?: { field: "title" | "name" | "note"; text: string },
): void {
  for (const { key, state, command } of store.getState().pending) {
    if (state !== "failed" || command.type !== "item.edit" || command.id !== id) continue;
    if (edit === undefined || command[edit.field] === edit.text) store.discard(key);
  }
}

/** The user sees the present text before the edit is sent again; the edit then names its revision. */
export function presentTextOf(
  view: BoardView | null,
  { command, error }: PendingEntry,
): { text: string; rev: number } | null {
  if (command.type !== "item.edit" && command.type !== "action.edit") return null;
  if (command.rev === undefined && error?.status !== 409) return null;
  if (command.type === "item.edit") {
    const now = view?.items.get(command.id);
    if (!now || now.rev === command.rev || now.title === null) return null;
    const field = command.note !== undefined ? "note" : command.name !== undefined ? "name" : "title";
    return { text: now[field] ?? "", rev: now.rev };
  }
  const now = view?.actions.get(command.id);
  return !now || now.rev === command.rev || now.text === null ? null : { text: now.text, rev: now.rev };
}
