/** Where something is on the screen. */
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const gapBetween = (aFrom: number, aTo: number, bFrom: number, bTo: number): number =>
  Math.max(0, bFrom - aTo, aFrom - bTo);
/** How much more it counts to leave the line than to go far along it. */
const sidewaysWeight = 4;

/** How far it is to a box that lies in the arrow's direction; null when it lies elsewhere. */
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

/** The box that an arrow key leads to; null when there is none that way. */
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
 * Moves the focus from a sticker to its neighbour on the screen: with three stops for each sticker, Tab alone would make the way long.
 * @returns false when there is none that way, or the key is no arrow
 */
export function moveFocusByArrow(from: HTMLElement, key: string): boolean {
  if (!key.startsWith("Arrow")) return false;
  const others = [...document.querySelectorAll<HTMLElement>(".sticker-board .sticker")]
    .filter((face) => face !== from)
    .map((face) => ({ face, box: face.getBoundingClientRect() }));
  const next = nearestInDirection(from.getBoundingClientRect(), others, key);
  next?.face.focus();
  return next !== null;
}
