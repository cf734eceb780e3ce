import type { KeyboardEvent } from "react";
import { isLetterKey, isTypingTarget } from "../../../ui/focus/letterKey.ts";
import { stickerInDirection } from "./arrowNavigation.ts";
import type { BoardStore } from "../../../board-state/boardStore.ts";
import { groupSelected, toggleSelected } from "../selection/selection.ts";
import type { StickerActions } from "../stickerActions.ts";

export function handleStickerKey(event: KeyboardEvent, actions: StickerActions, store: BoardStore): void {
  if (isTypingTarget(event.target)) return;
  const target = event.target instanceof HTMLElement ? event.target : null;
  const card = target?.closest<HTMLElement>(".sticker") ?? null;
  const { sticker: id, dragging } = card?.closest<HTMLElement>("[data-sticker]")?.dataset ?? {};
  if (card === null || id === undefined || dragging !== undefined) return;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const acts = target === card && actOnSticker(event, id, actions);
  if (acts || select(event, id, store) || openMenuOrVote(event, card, id, actions) || moveFocus(event, card))
    event.preventDefault();
}

/** Only while the sticker itself has the focus: its controls use the same keys in another way. */
function actOnSticker(event: KeyboardEvent, id: string, actions: StickerActions): boolean {
  if (event.key === "Enter") actions.edit(id);
  else if (event.key === "Delete" || event.key === "Backspace") actions.remove(id);
  else return false;
  return true;
}

function select(event: KeyboardEvent, id: string, store: BoardStore): boolean {
  if (isLetterKey(event, "x")) return toggleSelected(store, id);
  return isLetterKey(event, "g") && groupSelected(store);
}

/** Also while a control of the sticker has the focus. @returns whether the key does something */
function openMenuOrVote(
  event: KeyboardEvent,
  card: HTMLElement,
  id: string,
  actions: StickerActions,
): boolean {
  if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey) || isLetterKey(event, "m"))
    actions.openMenu(id, card);
  else if (isLetterKey(event, "v")) card.querySelector<HTMLElement>(".vote, .vote-more")?.click();
  else return false;
  return true;
}

function moveFocus(event: KeyboardEvent, card: HTMLElement): boolean {
  const next = stickerInDirection(card, event.key);
  next?.focus();
  return next !== null;
}
