import { useSyncExternalStore } from "react";
import { calendarDay } from "./calendarDay.ts";

const minuteMs = 60_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let now = Date.now();

/** After a sleep the timer is late: a page that is looked at again does not wait for it. */
function tick(): void {
  clearTimeout(timer);
  now = Date.now();
  timer = setTimeout(tick, minuteMs - (now % minuteMs));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    tick();
    document.addEventListener("visibilitychange", tick);
    window.addEventListener("focus", tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    timer = undefined;
    document.removeEventListener("visibilitychange", tick);
    window.removeEventListener("focus", tick);
  };
}

export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

export function useToday(): string {
  return useSyncExternalStore(subscribe, () => calendarDay(new Date(now)));
}
