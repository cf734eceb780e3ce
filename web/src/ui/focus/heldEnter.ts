/** A held Enter presses a button once: the next press would go to what has come in its place. */
export function pressOnceWithHeldEnter(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.repeat || event.key !== "Enter" || !(event.target instanceof HTMLElement)) return;
    if (event.target instanceof HTMLButtonElement) event.preventDefault();
    // Material presses an entry of a menu by itself.
    else if (event.target.closest('[role^="menuitem"]') !== null) event.stopImmediatePropagation();
  };
  window.addEventListener("keydown", onKeyDown, true);
  return () => window.removeEventListener("keydown", onKeyDown, true);
}
