/**
 * Moves the focus after React has removed what had it. Where the user has put it since, it stays: on a slow
 * device a frame is long enough for the next press.
 *
 * @param act moves the focus
 */
export function focusNextFrame(act: () => void): void {
  const before = document.activeElement;
  requestAnimationFrame(() => {
    const now = document.activeElement;
    if (now === before || now === document.body) act();
  });
}
