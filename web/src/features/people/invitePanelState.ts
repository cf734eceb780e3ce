import { externalStore } from "../../ui/externalStore.ts";

export const invitePanelOpen = externalStore(false);

export function openInvitePanel(): void {
  invitePanelOpen.set(true);
}
