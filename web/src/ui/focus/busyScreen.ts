const openText = "input:not([type=checkbox], [type=radio]), textarea, [contenteditable]";

/** Whether its user writes or chooses what is not sent yet, selects, has a dialog open, or drags: nothing may then take the screen from them. */
export function isScreenBusy(): boolean {
  return (
    document.activeElement?.matches(openText) === true ||
    document.body.matches("[data-drag], [data-composing], [data-renaming], [data-selecting]") ||
    document.querySelector("[role=dialog], [role=menu], [role=listbox], [data-unsent]") !== null ||
    getSelection()?.isCollapsed === false
  );
}
