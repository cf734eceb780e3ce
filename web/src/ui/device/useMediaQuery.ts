import { useCallback, useSyncExternalStore } from "react";

/** Below this width the screen is a phone's. */
export const phoneQuery = "(max-width: 599.95px)";

/** Returns whether the media query matches; the component renders again when that changes. */
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
