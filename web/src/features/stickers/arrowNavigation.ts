/** Position of an element on the screen. */
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const gapBetween = (aFrom: number, aTo: number, bFrom: number, bTo: number): number =>
  Math.max(0, bFrom - aTo, aFrom - bTo);
/** Weight of the distance across the direction, compared with the distance along it. */
const sidewaysWeight = 4;

/** Distance to a box in the arrow's direction; null if the box is in another direction. */
function distance(from: Box, to: Box, key: string): number | null {
  const dx = gapBetween(from.left, from.right, to.left, to.right);
  const dy = gapBetween(from.top, from.bottom, to.top, to.bottom);
  switch (key) {
    case "ArrowDown":
      return to.top >= from.bottom - 1 ? dy + sidewaysWeight * dx : null;
    case "ArrowUp":
      return to.bottom <= from.top + 1 ? dy + sidewaysWeight * dx : null;
    // Columns are side by side, with stickers of any height: choose the next column, then the nearest sticker in it.
    case "ArrowRight":
      return to.left >= from.right - 1 ? dy + sidewaysWeight * dx : null;
    case "ArrowLeft":
      return to.right <= from.left + 1 ? dy + sidewaysWeight * dx : null;
    default:
      return null;
  }
}

/** Returns the box that an arrow key leads to; null if there is none in that direction. */
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

/**
 * Moves the focus from a sticker to its neighbour on the screen. Each sticker has three Tab stops, so Tab alone would be slow.
 * @returns false if there is no neighbour in that direction, or the key is not an arrow
 */
export function moveFocusByArrow(from: HTMLElement, key: string): boolean {
  if (!key.startsWith("Arrow")) return false;
  const others = [...document.querySelectorAll<HTMLElement>(".sticker-board .sticker")]
    .filter((card) => card !== from)
    .map((card) => ({ card, box: card.getBoundingClientRect() }));
  const next = nearestInDirection(from.getBoundingClientRect(), others, key);
  next?.card.focus();
  return next !== null;
}
