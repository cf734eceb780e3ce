import { externalStore } from "../../ui/externalStore.ts";
import { openSidePanel } from "../../ui/panels/sidePanelState.ts";

export const panelName = "actions";

/** The sticker that the next action is made from; null: none. */
export const newActionSource = externalStore<string | null>(null);

/**
 * Opens the actions with the text of a sticker as the next action [D1].
 * @param opener gets the focus when the panel closes
 */
export function makeAction(stickerId: string, opener: HTMLElement | null): void {
  newActionSource.set(stickerId);
  openSidePanel(panelName, opener);
}
