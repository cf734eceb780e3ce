import { externalStore, useExternalStore } from "../ui/externalStore.ts";

/** What the shell's user menu must know of the board on screen; the board screen says it. */
export interface BoardSeat {
  /** The visitor is its facilitator. */
  facilitator: boolean;
  /** The facilitator forces avatars on stickers to show or to hide. */
  avatarsForced: boolean;
}

const nobody: BoardSeat = { facilitator: false, avatarsForced: false };
const seat = externalStore(nobody);

/** The board screen reports the seat and the avatars; null when it closes. */
export function setBoardSeat(next: BoardSeat | null): void {
  const value = next ?? nobody;
  const shown = seat.get();
  if (value.facilitator === shown.facilitator && value.avatarsForced === shown.avatarsForced) return;
  seat.set(value);
}

/** The seat and the avatars of the board on screen. */
export function useBoardSeat(): BoardSeat {
  return useExternalStore(seat);
}
