/** In milliseconds; longer than a menu's closing animation, which then returns the focus to its button. */
const watchMs = 1000;
let watchFrame = 0;

/** Keyboard users keep their place (WCAG 2.4.3). A later call replaces an earlier one. */
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
