/**
 * Resolves when what was just changed is on the screen: the first frame draws it, and when the second begins,
 * it is painted. A hidden tab has no frames.
 */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
  });
}
