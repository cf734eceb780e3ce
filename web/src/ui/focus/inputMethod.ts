/**
 * The code of a key that an input method has used. Safari ends the composition before the key that confirms
 * it: only this code tells.
 */
const inputMethodKeyCode = 229;

/**
 * Keeps the keys of an input method from all handlers of the page: the Enter that confirms a candidate saves
 * nothing, and the Escape that rejects it closes nothing. The field still gets them.
 * @returns the function that ends it
 */
export function ignoreInputMethodKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === inputMethodKeyCode) event.stopImmediatePropagation();
  };
  // The window hears each key before all others.
  window.addEventListener("keydown", onKeyDown, true);
  return () => window.removeEventListener("keydown", onKeyDown, true);
}
