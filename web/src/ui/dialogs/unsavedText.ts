import { useEffect } from "react";
import { externalStore, useExternalStore } from "../externalStore.ts";

const holders = externalStore(0);

export function hasUnsavedText(): boolean {
  return holders.get() > 0;
}

export function useHasUnsavedText(): boolean {
  return useExternalStore(holders) > 0;
}

export function useUnsavedText(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return undefined;
    holders.set(holders.get() + 1);
    return () => holders.set(holders.get() - 1);
  }, [dirty]);
}
