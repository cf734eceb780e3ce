/** Safari ends the composition before the key that confirms it: only this code tells. */
const inputMethodKeyCode = 229;

/** The Enter that confirms a candidate saves nothing, the Escape that rejects it closes nothing. */
export function ignoreInputMethodKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === inputMethodKeyCode) event.stopImmediatePropagation();
  };
  // The window hears each key before all others.
  window.addEventListener("keydown", onKeyDown, true);
  return () => window.removeEventListener("keydown", onKeyDown, true);
}
