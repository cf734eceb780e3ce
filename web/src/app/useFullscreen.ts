import { externalStore, useExternalStore } from "../ui/externalStore.ts";

/** Fullscreen hides the bars; kept under `fullscreen` in local storage: set when on, removed when off, restored on load. */
const key = "fullscreen";

function readStored(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    // Storage may be forbidden; bars are shown then.
    return false;
  }
}

const fullscreen = externalStore(readStored());

/** Turns it on or off, for the page and, where the browser allows it, for the screen. */
export function setFullscreen(next: boolean): void {
  fullscreen.set(next);
  try {
    if (next) localStorage.setItem(key, "true");
    else localStorage.removeItem(key);
  } catch {
    // Storage may be forbidden; it then lasts as long as the page.
  }
  const request = next ? document.documentElement.requestFullscreen?.() : exitBrowserFullscreen();
  // A phone may refuse; the bars are gone all the same.
  request?.catch(() => undefined);
}

function exitBrowserFullscreen(): Promise<void> | undefined {
  return document.fullscreenElement === null ? undefined : document.exitFullscreen();
}

document.addEventListener("fullscreenchange", () => {
  // Escape leaves the browser's fullscreen: the bars come back with it.
  if (document.fullscreenElement === null && fullscreen.get()) setFullscreen(false);
});

/** Whether the bars are hidden. */
export function useFullscreen(): boolean {
  return useExternalStore(fullscreen);
}
