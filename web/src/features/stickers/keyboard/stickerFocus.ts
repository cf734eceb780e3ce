import { flushSync } from "react-dom";
import { setBoardBehind } from "../../../ui/boardBehind.ts";
import { addControlOf } from "../composer/composer.ts";
import { showAllSections } from "../section/sectionFocus.ts";

export function stickerListItem(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-sticker="${CSS.escape(id)}"]`);
}

export function stickerCardOf(id: string): HTMLElement | null {
  return stickerListItem(id)?.querySelector<HTMLElement>(".sticker") ?? null;
}

const markMs = 2000;

/** Marked for a moment: after a click the browser does not show the focus. False if it is not on screen. */
export function showSticker(id: string): boolean {
  const card = stickerCardOf(id);
  if (card === null) return false;
  setBoardBehind(false);
  // While one section is shown alone, the sticker may be in another one.
  if (card.closest("body[data-one-section] .board-section:not([data-focused])") !== null)
    flushSync(showAllSections);
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  card.scrollIntoView({ block: "center", inline: "nearest", behavior: calm ? "auto" : "smooth" });
  card.focus({ preventScroll: true });
  markCard(card);
  return true;
}

export function pointOutSticker(id: string): void {
  const card = stickerCardOf(id);
  if (card === null) return;
  card.scrollIntoView({ block: "nearest", inline: "nearest" });
  markCard(card);
}

function markCard(card: HTMLElement): void {
  card.dataset["shown"] = "";
  setTimeout(() => delete card.dataset["shown"], markMs);
}

/** The next sticker, else the previous one, else its group's top sticker, else the column's add button. */
export function neighbourOf(id: string): HTMLElement | null {
  const listItem = stickerListItem(id);
  if (listItem === null) return null;
  for (const sibling of [listItem.nextElementSibling, listItem.previousElementSibling]) {
    const card = sibling?.querySelector<HTMLElement>(".sticker");
    if (card) return card;
  }
  const topSticker = listItem.parentElement?.closest<HTMLElement>("[data-sticker]");
  return (
    topSticker?.querySelector<HTMLElement>(".sticker") ?? addControlOf(listItem.closest("[data-column]"))
  );
}
