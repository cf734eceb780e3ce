import type { KeyboardEvent } from "react";

/** As Enter and Space do (ARIA's menu button pattern). */
export function openMenuOnArrowDown(event: KeyboardEvent<HTMLButtonElement>): void {
  if (event.key !== "ArrowDown" || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.currentTarget.getAttribute("aria-haspopup") !== "menu") return;
  // The page must not scroll.
  event.preventDefault();
  event.currentTarget.click();
}
