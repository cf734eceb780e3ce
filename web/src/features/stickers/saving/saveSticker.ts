import { cleanText } from "@retro/contract/clean-text";
import type { Item } from "@retro/contract/items";
import type { StickerStyle } from "@retro/contract/styles";
import { limits } from "@retro/contract/limits";
import type { BoardCommand } from "@retro/rules/predict";
import { firstRev, stylePatch } from "@retro/rules/revision";
import { itemIds } from "../../../board-state/commands/commands.ts";
import type { BoardStore } from "../../../board-state/boardStore.ts";
import { translate } from "../../../i18n/i18n.ts";
import { toast, toastError } from "../../../ui/toasts/toast.ts";
import { columnsForNew } from "../section/columnForNew.ts";
import { offerUndo } from "../history/offerUndo.ts";
import type { StickerDraft } from "./stickerDraft.ts";
import { createId } from "../../../board-state/commands/createId.ts";
import type { OfferCorrection } from "../boardDialog.ts";

function withoutEmptyFields(style: StickerStyle): StickerStyle {
  return Object.fromEntries(Object.entries(style).filter(([, value]) => value != null));
}

/** One change of the history, in calls of the size that the server takes. */
export function addStickers(
  store: BoardStore,
  columnId: string,
  drafts: readonly StickerDraft[],
  offer: OfferCorrection,
): void {
  store.history.together(() => sendAdditions(store, columnId, drafts, offer));
}

/** The writer names no column: the section stays even [L2]. One change of the history. */
export function addStickersEvenly(
  store: BoardStore,
  sectionId: string,
  drafts: readonly StickerDraft[],
  offer: OfferCorrection,
): void {
  const { view } = store.getState();
  const titles = drafts.map(({ title }) => title);
  const columns = (view && columnsForNew(view, sectionId, titles)) ?? [];
  store.history.together(() => {
    for (const columnId of new Set(columns))
      sendAdditions(
        store,
        columnId,
        drafts.filter((_, i) => columns[i] === columnId),
        offer,
      );
  });
}

function sendAdditions(
  store: BoardStore,
  columnId: string,
  drafts: readonly StickerDraft[],
  offer: OfferCorrection,
): void {
  const items = drafts.map(({ title, style: given }) => {
    const style = withoutEmptyFields(given);
    return { id: createId(), title, ...(Object.keys(style).length > 0 && { style }) };
  });
  for (let at = 0; at < items.length; at += limits.stickersPerCall) {
    const part = items.slice(at, at + limits.stickersPerCall);
    const [first] = part;
    if (first === undefined) return;
    const command: BoardCommand =
      part.length === 1
        ? { type: "sticker.add", parent_id: columnId, ...first }
        : { type: "stickers.add", parent_id: columnId, items: part };
    sendOrOfferCorrection(store, command, offer);
  }
}

interface FailedChange {
  entry: string;
  sticker: string | undefined;
}

/** If the refused sticker has appeared meanwhile, its text changes: an addition would leave a copy. */
export function saveCorrection(
  store: BoardStore,
  { entry, sticker }: FailedChange,
  columnId: string,
  drafts: readonly StickerDraft[],
  offer: OfferCorrection,
): void {
  const { pending, view } = store.getState();
  const added = pending.some(({ key }) => key === entry) ? undefined : view?.items.get(sticker ?? "");
  const [first, ...others] = drafts;
  store.discard(entry);
  if (added !== undefined && first !== undefined) saveEdit(store, added, first, firstRev, offer);
  addStickers(store, columnId, added === undefined ? drafts : others, offer);
}

/** A refused change stays on the board as a failed entry, and the dialog that corrects it is offered. */
function sendOrOfferCorrection(store: BoardStore, command: BoardCommand, offer: OfferCorrection): void {
  store.send(command).catch(() => {
    const { pending } = store.getState();
    const ids = itemIds(command);
    const failed = pending.findLast(
      (entry) => entry.state === "failed" && itemIds(entry.command).some((id) => ids.includes(id)),
    );
    if (failed !== undefined) offer(failed.key);
  });
}

/** A refused text is offered again; after a conflict, beside the other text. */
export function saveEdit(
  store: BoardStore,
  before: Item,
  draft: StickerDraft,
  rev: number,
  offer: OfferCorrection,
): void {
  const style = stylePatch(before.style as StickerStyle, draft.style);
  const title = draft.title === cleanText(before.title ?? "") ? undefined : draft.title;
  if (title === undefined && style === undefined) return;
  const command = {
    type: "item.edit" as const,
    id: before.id,
    rev,
    ...(title !== undefined && { title }),
    ...(style !== undefined && { style }),
  };
  sendOrOfferCorrection(store, command, offer);
}

/** @param afterId the sibling to follow; null: first. @returns whether the server accepted */
export function moveItem(
  store: BoardStore,
  id: string,
  parentId: string,
  afterId: string | null,
): Promise<boolean> {
  if (store.getState().view?.items.has(id) === false) {
    toast({ message: translate("stickers.goneMeanwhile") });
    return Promise.resolve(false);
  }
  const before = store.history.next("undo");
  const sent = store.send({ type: "item.move", id, parent_id: parentId, after_id: afterId });
  const change = store.history.next("undo");
  const closeToast =
    change?.kind === "group" && change !== before
      ? offerUndo(store, change, translate("history.groupedNow"))
      : null;
  return sent.then(
    () => true,
    (error: unknown) => {
      closeToast?.();
      toastError(error);
      return false;
    },
  );
}
