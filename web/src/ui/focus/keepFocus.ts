/**
 * In milliseconds; longer than the closing animation of a menu, which afterwards returns the focus to the
 * element that opened it.
 */
const watchMs = 1000;
let watchFrame = 0;

/**
 * Moves the focus when the focused element disappears, so that keyboard users keep their place (WCAG 2.4.3).
 * Does nothing while the focus stays where it is. A later call replaces an earlier one.
 * @param fallback called when the focus is lost
 */
export function keepFocus(fallback: () => HTMLElement | null): void {
  const until = performance.now() + watchMs;
  // A dialog that closes on a busy device may stay longer.
  const dialog = document.activeElement?.closest(".MuiModal-root");
  const check = () => {
    const at = document.activeElement;
    if (at !== null && at !== document.body && at.isConnected) {
      if (performance.now() < until || dialog?.contains(at) === true)
        watchFrame = requestAnimationFrame(check);
    } else fallback()?.focus();
  };
  cancelAnimationFrame(watchFrame);
  watchFrame = requestAnimationFrame(check);
}
