import { externalStore } from "../../../ui/externalStore.ts";

export const startDialogOpen = externalStore(false);

export function openStartDialog(): void {
  startDialogOpen.set(true);
}
