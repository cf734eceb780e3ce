import { useSyncExternalStore } from "react";

/** What the shell's user menu must know of the board on screen; the board screen says it. */
export interface BoardSeat {
  /** The visitor is its facilitator. */
  facilitator: boolean;
  /** The facilitator forces avatars on stickers to show or to hide. */
  avatarsForced: boolean;
}

const nobody: BoardSeat = { facilitator: false, avatarsForced: false };
let seat = nobody;
const listeners = new Set<() => void>();

/** The board screen reports the seat and the avatars; null when it closes. */
export function setBoardSeat(next: BoardSeat | null): void {
  const value = next ?? nobody;
  if (value.facilitator === seat.facilitator && value.avatarsForced === seat.avatarsForced) return;
  seat = value;
  for (const listener of listeners) listener();
}

/** The seat and the avatars of the board on screen. */
export function useBoardSeat(): BoardSeat {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => seat,
  );
}
