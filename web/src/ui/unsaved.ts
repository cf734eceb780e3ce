import { useEffect } from "react";

const holders = new Set<symbol>();

/** Whether a dialog holds text that a reload of the page would lose. */
export function hasUnsavedText(): boolean {
  return holders.size > 0;
}

/** Marks the page as holding unsaved text while `dirty` is true and the component is mounted. */
export function useUnsavedText(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return undefined;
    const holder = Symbol("unsaved");
    holders.add(holder);
    return () => {
      holders.delete(holder);
    };
  }, [dirty]);
}
