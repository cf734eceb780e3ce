import { useSyncExternalStore } from "react";

/** Fullscreen hides the bars; kept under `fullscreen` in local storage: set when on, removed when off, restored on load. */
const key = "fullscreen";

function read(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    // Storage may be forbidden; bars are shown then.
    return false;
  }
}

let on = read();
const listeners = new Set<() => void>();

/** Turns it on or off, for the page and, where the browser allows it, for the screen. */
export function setFullscreen(next: boolean): void {
  on = next;
  try {
    if (next) localStorage.setItem(key, "true");
    else localStorage.removeItem(key);
  } catch {
    // Storage may be forbidden; it then lasts as long as the page.
  }
  const screen = next ? document.documentElement.requestFullscreen?.() : leaveScreen();
  // A phone may refuse; the bars are gone all the same.
  screen?.catch(() => undefined);
  for (const listener of listeners) listener();
}

function leaveScreen(): Promise<void> | undefined {
  return document.fullscreenElement === null ? undefined : document.exitFullscreen();
}

document.addEventListener("fullscreenchange", () => {
  // Escape leaves the browser's fullscreen: the bars come back with it.
  if (document.fullscreenElement === null && on) setFullscreen(false);
});

/** Whether the bars are hidden. */
export function useFullscreen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => on,
  );
}
