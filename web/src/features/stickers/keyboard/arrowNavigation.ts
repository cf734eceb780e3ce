interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const gapBetween = (aFrom: number, aTo: number, bFrom: number, bTo: number): number =>
  Math.max(0, bFrom - aTo, aFrom - bTo);
const sidewaysWeight = 4;

function distance(from: Box, to: Box, key: string): number | null {
  const dx = gapBetween(from.left, from.right, to.left, to.right);
  const dy = gapBetween(from.top, from.bottom, to.top, to.bottom);
  switch (key) {
    case "ArrowDown":
      return to.top >= from.bottom - 1 ? dy + sidewaysWeight * dx : null;
    case "ArrowUp":
      return to.bottom <= from.top + 1 ? dy + sidewaysWeight * dx : null;
    // Columns are side by side, with stickers of any height: choose the next column, then the nearest sticker
    // in it.
    case "ArrowRight":
      return to.left >= from.right - 1 ? dy + sidewaysWeight * dx : null;
    case "ArrowLeft":
      return to.right <= from.left + 1 ? dy + sidewaysWeight * dx : null;
    default:
      return null;
  }
}

export function nearestInDirection<T extends { box: Box }>(
  from: Box,
  others: readonly T[],
  key: string,
): T | null {
  let best: { other: T; far: number } | null = null;
  for (const other of others) {
    const far = distance(from, other.box, key);
    if (far !== null && (best === null || far < best.far)) best = { other, far };
  }
  return best?.other ?? null;
}

/** Beyond its ends a column continues with the one above or below on the screen. */
export function stickerInDirection(from: HTMLElement, key: string): HTMLElement | null {
  const column = from.closest<HTMLElement>("[data-column]");
  if (column === null) return null;
  const cards = cardsIn(column);
  const at = cards.indexOf(from);
  switch (key) {
    case "Home":
      return cards[0] ?? null;
    case "End":
      return cards.at(-1) ?? null;
    case "ArrowUp":
      return cards[at - 1] ?? cardsIn(columnInDirection(from, column, key)).at(-1) ?? null;
    case "ArrowDown":
      return cards[at + 1] ?? cardsIn(columnInDirection(from, column, key))[0] ?? null;
    case "ArrowLeft":
    case "ArrowRight":
      return nearestCard(from, columnInDirection(from, column, key), key);
    default:
      return null;
  }
}

function cardsIn(list: Element | null): HTMLElement[] {
  return list === null ? [] : [...list.querySelectorAll<HTMLElement>(".sticker")];
}

function boxed(elements: Iterable<HTMLElement>): { element: HTMLElement; box: Box }[] {
  return [...elements].map((element) => ({ element, box: element.getBoundingClientRect() }));
}

function columnInDirection(from: HTMLElement, column: HTMLElement, key: string): HTMLElement | null {
  const columns = [...document.querySelectorAll<HTMLElement>(".sticker-board [data-column]")].filter(
    (each) => each !== column && each.querySelector(".sticker") !== null,
  );
  // A column of a hidden section has no box.
  const shown = boxed(columns).filter(({ box }) => box.right > box.left);
  return nearestInDirection(from.getBoundingClientRect(), shown, key)?.element ?? null;
}

/** Looks at list items first: the browser skips the layout inside those that are out of view. */
function nearestCard(from: HTMLElement, column: HTMLElement | null, key: string): HTMLElement | null {
  const start = from.getBoundingClientRect();
  const items = column?.querySelectorAll<HTMLElement>(":scope > ul > [data-sticker]") ?? [];
  const item = nearestInDirection(start, boxed(items), key)?.element ?? null;
  return nearestInDirection(start, boxed(cardsIn(item)), key)?.element ?? null;
}
