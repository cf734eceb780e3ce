import { useCallback, useSyncExternalStore } from "react";

export const phoneQuery = "(max-width: 599.95px)";
/** Below the width of a board with its controls beside each other. */
export const narrowQuery = "(max-width: 899.95px)";
/** A screen on a wall, which shows the board larger (board-content.css). */
export const wallQuery = "(min-width: 2400px)";

export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
