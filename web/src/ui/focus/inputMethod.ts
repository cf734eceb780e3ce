/** Safari ends the composition before the key that confirms it: only this code marks that key. */
const inputMethodKeyCode = 229;

/**
 * The Enter that confirms a candidate saves nothing, the Escape that rejects it closes nothing. Keyboards on a
 * screen give each key this code, also "send": there the line break that the field is about to get tells that the
 * text is confirmed, and the field's handlers get Enter in its place.
 */
export function ignoreInputMethodKeys(): () => void {
  let ignored: EventTarget | null = null;
  const onKeyDown = (event: KeyboardEvent) => {
    const isInputMethods = event.isComposing || event.keyCode === inputMethodKeyCode;
    ignored = isInputMethods ? event.target : null;
    if (isInputMethods) event.stopImmediatePropagation();
  };
  const onBeforeInput = (event: InputEvent) => {
    const breaksLine = event.inputType === "insertLineBreak" || event.inputType === "insertParagraph";
    if (!breaksLine || event.isComposing || event.target === null || event.target !== ignored) return;
    ignored = null;
    const enter = new KeyboardEvent("keydown", {
      key: "Enter",
      code: "Enter",
      bubbles: true,
      cancelable: true,
    });
    if (!event.target.dispatchEvent(enter)) event.preventDefault();
  };
  // A listener on the window runs before all others.
  window.addEventListener("keydown", onKeyDown, true);
  window.addEventListener("beforeinput", onBeforeInput, true);
  return () => {
    window.removeEventListener("keydown", onKeyDown, true);
    window.removeEventListener("beforeinput", onBeforeInput, true);
  };
}
