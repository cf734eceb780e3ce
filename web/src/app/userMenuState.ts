import { externalStore, useExternalStore } from "../ui/externalStore.ts";

/** What the shell's user menu must know of the board on screen; the board screen says it. */
export interface UserMenuState {
  /** The visitor is its facilitator. */
  isFacilitator: boolean;
  /** The facilitator forces avatars on stickers to show or to hide. */
  avatarsForced: boolean;
}

const noOpenBoard: UserMenuState = { isFacilitator: false, avatarsForced: false };
const state = externalStore(noOpenBoard);

/** The board screen reports the seat and the avatars; null when it closes. */
export function setUserMenuState(next: UserMenuState | null): void {
  const value = next ?? noOpenBoard;
  const shown = state.get();
  if (value.isFacilitator === shown.isFacilitator && value.avatarsForced === shown.avatarsForced) return;
  state.set(value);
}

/** The seat and the avatars of the board on screen. */
export function useUserMenuState(): UserMenuState {
  return useExternalStore(state);
}
