import { externalStore, useExternalStore } from "../ui/externalStore.ts";

/** What the user menu needs to know about the board on screen; the board screen sets it. */
export interface UserMenuState {
  /** The current user is the facilitator. */
  isFacilitator: boolean;
  /** The facilitator forces avatars on stickers to be shown or hidden. */
  avatarsForced: boolean;
}

const noOpenBoard: UserMenuState = { isFacilitator: false, avatarsForced: false };
const state = externalStore(noOpenBoard);

/** Sets the state; null when the board screen closes. */
export function setUserMenuState(next: UserMenuState | null): void {
  const value = next ?? noOpenBoard;
  const shown = state.get();
  if (value.isFacilitator === shown.isFacilitator && value.avatarsForced === shown.avatarsForced) return;
  state.set(value);
}

/** The state of the board on screen; null without a board. */
export function useUserMenuState(): UserMenuState {
  return useExternalStore(state);
}
