/** A menu returns the focus to the element that opened it only after it has faded. */
const watchMs = 1000;

function listItemOf(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-sticker="${CSS.escape(id)}"]`);
}

/** A sticker's element that takes the focus; null when it is not on screen. */
export function stickerCardOf(id: string): HTMLElement | null {
  return listItemOf(id)?.querySelector<HTMLElement>(".sticker") ?? null;
}

/** What to focus when a sticker goes: the next sticker, else the one before, else its group's head, else the column's add button. */
export function neighbourOf(id: string): HTMLElement | null {
  const slot = listItemOf(id);
  if (slot === null) return null;
  for (const sibling of [slot.nextElementSibling, slot.previousElementSibling]) {
    const face = sibling?.querySelector<HTMLElement>(".sticker");
    if (face) return face;
  }
  const head = slot.parentElement?.closest<HTMLElement>("[data-sticker]");
  return (
    head?.querySelector<HTMLElement>(".sticker") ??
    slot.closest("[data-column]")?.querySelector<HTMLElement>(".add-tile") ??
    null
  );
}

/**
 * Gives the focus to another element when the element that has it disappears, so that keyboard users stay where they are (WCAG 2.4.3).
 * Does nothing when the focus stays where it is.
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
