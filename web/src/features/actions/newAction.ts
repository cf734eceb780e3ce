import { externalStore } from "../../ui/externalStore.ts";
import { isSidePanelOpen, openSidePanel } from "../../ui/panels/sidePanelState.ts";

export const panelName = "actions";

export const newActionSource = externalStore<string | null>(null);

/** The content of the section for actions; null on a board without one. */
export const sectionContent = externalStore<HTMLElement | null>(null);

/** @param opener gets the focus when the panel closes */
export function makeAction(stickerId: string, opener: HTMLElement | null): void {
  newActionSource.set(stickerId);
  if (isSidePanelOpen(panelName) || !goToSectionForActions()) openSidePanel(panelName, opener);
}

/** @returns false when the board has no such section, or does not show it now */
export function goToSectionForActions(): boolean {
  const content = sectionContent.get();
  if (content === null || content.offsetParent === null) return false;
  (content.querySelector("textarea") ?? content).focus({ preventScroll: true });
  content.closest("[data-section]")?.scrollIntoView({ block: "nearest" });
  return true;
}
