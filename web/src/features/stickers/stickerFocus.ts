/** In milliseconds; longer than the closing animation of a menu, which afterwards returns the focus to the element that opened it. */
const watchMs = 1000;

function listItemOf(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-sticker="${CSS.escape(id)}"]`);
}

/** Returns the focusable element of a sticker; null if it is not on screen. */
export function stickerCardOf(id: string): HTMLElement | null {
  return listItemOf(id)?.querySelector<HTMLElement>(".sticker") ?? null;
}

/**
 * Returns the element to focus when a sticker disappears: the next sticker, else the previous one, else its group's top sticker, else the
 * column's add button.
 */
export function neighbourOf(id: string): HTMLElement | null {
  const listItem = listItemOf(id);
  if (listItem === null) return null;
  for (const sibling of [listItem.nextElementSibling, listItem.previousElementSibling]) {
    const card = sibling?.querySelector<HTMLElement>(".sticker");
    if (card) return card;
  }
  const topSticker = listItem.parentElement?.closest<HTMLElement>("[data-sticker]");
  return (
    topSticker?.querySelector<HTMLElement>(".sticker") ??
    listItem.closest("[data-column]")?.querySelector<HTMLElement>(".add-tile") ??
    null
  );
}

/**
 * Moves the focus when the focused element disappears, so that keyboard users keep their place (WCAG 2.4.3). Does nothing while the focus
 * stays where it is.
 * @param fallback called when the focus is lost
 */
export function keepFocus(fallback: () => HTMLElement | null): void {
  const until = performance.now() + watchMs;
  const check = () => {
    const at = document.activeElement;
    if (at !== null && at !== document.body && at.isConnected) {
      if (performance.now() < until) requestAnimationFrame(check);
    } else fallback()?.focus();
  };
  requestAnimationFrame(check);
}
