import type { MouseEvent } from "react";

const controls = "a, button, input, textarea, select, summary, label, [tabindex='0']";

/**
 * A press beside a dialog or menu, on its title or between what is in it leaves the focus where it is: the
 * keyboard of a phone stays open, an untouched field is not checked, and the second press of a double click on
 * the button of a menu takes no focus from the menu. Other texts can be selected.
 */
export function keepFocusBeside(event: MouseEvent): void {
  const { button, target, currentTarget } = event;
  if (button !== 0) return;
  // Menus and pickers of the dialog are in it for React only.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return;
  if (target.closest(controls) !== null) return;
  const hasText = [...target.childNodes].some((node) => node instanceof Text && node.data.trim() !== "");
  if (!hasText || target.matches(".MuiDialogTitle-root")) event.preventDefault();
}
