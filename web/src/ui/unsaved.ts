import { useEffect, useSyncExternalStore } from "react";

const holders = new Set<symbol>();
const listeners = new Set<() => void>();

/** Whether a dialog holds text that a reload of the page would lose. */
export function hasUnsavedText(): boolean {
  return holders.size > 0;
}

/** The same as a hook: the component renders again when it changes. */
export function useHasUnsavedText(): boolean {
  return useSyncExternalStore(subscribe, hasUnsavedText);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Marks the page as holding unsaved text while `dirty` is true and the component is mounted. */
export function useUnsavedText(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return undefined;
    const holder = Symbol("unsaved");
    holders.add(holder);
    for (const listener of listeners) listener();
    return () => {
      holders.delete(holder);
      for (const listener of listeners) listener();
    };
  }, [dirty]);
}
