import { externalStore, useExternalStore } from "../ui/externalStore.ts";

interface UserMenuState {
  isFacilitator: boolean;
  /** The facilitator forces avatars on stickers to be shown or hidden. */
  avatarsForced: boolean;
  /** In a meeting: whether the user only watches, and the function that changes it. */
  watching?: { on: boolean; set: (on: boolean) => void };
}

const noOpenBoard: UserMenuState = { isFacilitator: false, avatarsForced: false };
const state = externalStore(noOpenBoard);

export function setUserMenuState(next: UserMenuState | null): void {
  const value = next ?? noOpenBoard;
  const shown = state.get();
  if (
    value.isFacilitator === shown.isFacilitator &&
    value.avatarsForced === shown.avatarsForced &&
    value.watching?.on === shown.watching?.on
  )
    return;
  state.set(value);
}

export function useUserMenuState(): UserMenuState {
  return useExternalStore(state);
}
