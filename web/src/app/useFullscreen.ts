import { externalStore, useExternalStore } from "../ui/externalStore.ts";
import { keepFocus } from "../ui/focus/keepFocus.ts";

/** Stored under `fullscreen`: set when on, removed when off (spec 4.12). */
const key = "fullscreen";

function readStored(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    // Access to the storage may be denied; then the bars are shown.
    return false;
  }
}

const fullscreen = externalStore(readStored());

/** If that removes the focused element, the focus goes to the button that does the opposite. */
export function setFullscreen(next: boolean): void {
  if (document.activeElement !== document.body)
    keepFocus(() => document.querySelector<HTMLElement>(`[data-fullscreen=${next ? "exit" : "enter"}]`));
  fullscreen.set(next);
  try {
    if (next) localStorage.setItem(key, "true");
    else localStorage.removeItem(key);
  } catch {
    // Access to the storage may be denied; then the state ends with the page.
  }
  const request = next ? document.documentElement.requestFullscreen?.() : exitBrowserFullscreen();
  // A phone may refuse; the bars are hidden anyway.
  request?.catch(() => undefined);
}

function exitBrowserFullscreen(): Promise<void> | undefined {
  return document.fullscreenElement === null ? undefined : document.exitFullscreen();
}

document.addEventListener("fullscreenchange", () => {
  // Escape ends the browser's fullscreen; show the bars too.
  if (document.fullscreenElement === null && fullscreen.get()) setFullscreen(false);
});

export function useFullscreen(): boolean {
  return useExternalStore(fullscreen);
}
