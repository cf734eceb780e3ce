import { externalStore } from "../../ui/externalStore.ts";

export const invitePanelOpen = externalStore(false);

/** Opens the invite panel. Call it in the handler of a click or key: the focus returns to what has it now. */
export function openInvitePanel(): void {
  invitePanelOpen.set(true);
}
