import { useEffect } from "react";
import { announce } from "../../../ui/focus/announce.ts";
import { externalStore, useExternalStore } from "../../../ui/externalStore.ts";
import { isTypingTarget } from "../../../ui/focus/letterKey.ts";
import { isModalOpen } from "../../../ui/dialogs/modals.ts";
import { isTouchScreen } from "../../../ui/device/touchScreen.ts";
import { translate } from "../../../i18n/i18n.ts";

/** The section that is shown alone; null: the board shows all. The style sheet hides the others. */
const focused = externalStore<string | null>(null);

export function focusSection(id: string, title: string): void {
  focused.set(id);
  announce(translate(isTouchScreen() ? "sections.focusedTouch" : "sections.focused", { title }));
}

export function showAllSections(): void {
  if (focused.get() === null) return;
  focused.set(null);
  announce(translate("sections.allShown"));
}

export function useIsFocusedSection(id: string): boolean {
  return useExternalStore(focused) === id;
}

/** Unless a dialog, a field or a picked-up sticker takes the key. Another board begins with all sections. */
export function useSectionFocusKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || focused.get() === null) return;
      if (isTypingTarget(event.target) || isModalOpen()) return;
      if (document.querySelector("[data-dragging], .more[data-open]") !== null) return;
      showAllSections();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      focused.set(null);
    };
  }, []);
}
