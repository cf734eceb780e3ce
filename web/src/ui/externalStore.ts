import { useSyncExternalStore } from "react";

/** One value outside of React that components can read. zustand would do the same, at 0.39 kB (gzip) of the first view instead of 0.22. */
export interface ExternalStore<T> {
  get: () => T;
  set: (value: T) => void;
  subscribe: (listener: () => void) => () => void;
}

/** Makes a store. Its listeners are called only when the value changes. */
export function externalStore<T>(first: T): ExternalStore<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The store's value; the component renders again when it changes. */
export function useExternalStore<T>({ subscribe, get }: ExternalStore<T>): T {
  return useSyncExternalStore(subscribe, get);
}
