import { externalStore } from "../../ui/externalStore.ts";
import { openSidePanel } from "../../ui/panels/sidePanelState.ts";

export const panelName = "actions";

export const newActionSource = externalStore<string | null>(null);

/** @param opener gets the focus when the panel closes */
export function makeAction(stickerId: string, opener: HTMLElement | null): void {
  newActionSource.set(stickerId);
  openSidePanel(panelName, opener);
}
