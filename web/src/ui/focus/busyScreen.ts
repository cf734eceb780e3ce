const openText = "input:not([type=checkbox], [type=radio]), textarea, [contenteditable]";
const openThings = "[role=dialog], [role=menu], [role=listbox], [data-unsent]";

/**
 * Whether its user writes or chooses what is not sent yet, selects, has a dialog open, or drags: nothing may then
 * take the screen from them. A field without text is not writing.
 */
export function isScreenBusy(): boolean {
  return (
    holdsText(document.activeElement) ||
    document.body.matches("[data-drag], [data-renaming], [data-selecting]") ||
    document.querySelector(openThings) !== null ||
    getSelection()?.isCollapsed === false
  );
}

function holdsText(element: Element | null): boolean {
  if (element?.matches(openText) !== true) return false;
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return (isField ? element.value : (element.textContent ?? "")).trim() !== "";
}
