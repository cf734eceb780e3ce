import { useSyncExternalStore } from "react";

/** zustand would add 0.39 kB (gzip) to the first view instead of 0.22. */
interface ExternalStore<T> {
  get: () => T;
  set: (value: T) => void;
  subscribe: (listener: () => void) => () => void;
}

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

export function useExternalStore<T>({ subscribe, get }: ExternalStore<T>): T {
  return useSyncExternalStore(subscribe, get);
}
