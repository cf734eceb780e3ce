import { useEffect } from "react";
import { externalStore, useExternalStore } from "../externalStore.ts";

/** How many mounted components hold unsaved text. */
const holders = externalStore(0);

/** Whether a dialog holds text that a reload of the page would lose. */
export function hasUnsavedText(): boolean {
  return holders.get() > 0;
}

/** The same as a hook: the component renders again when it changes. */
export function useHasUnsavedText(): boolean {
  return useExternalStore(holders) > 0;
}

/** Marks the page as holding unsaved text while `dirty` is true and the component is mounted. */
export function useUnsavedText(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return undefined;
    holders.set(holders.get() + 1);
    return () => holders.set(holders.get() - 1);
  }, [dirty]);
}
