import { externalStore, useExternalStore } from "../ui/externalStore.ts";
import { keepFocus } from "../ui/focus/keepFocus.ts";
import { recall, remember } from "../device/deviceMemory.ts";

/** Stored when on, removed when off (spec 4.12). */
const fullscreen = externalStore(recall("fullscreen") !== null);

/** If that removes the focused element, the focus goes to the button that does the opposite. */
export function setFullscreen(next: boolean): void {
  if (document.activeElement !== document.body)
    keepFocus(() => document.querySelector<HTMLElement>(`[data-fullscreen=${next ? "exit" : "enter"}]`));
  fullscreen.set(next);
  remember("fullscreen", next ? "true" : null);
  const request = next ? document.documentElement.requestFullscreen?.() : exitBrowserFullscreen();
  // A phone may refuse; the bars are hidden anyway.
  request?.catch(() => {
    isLeaving = false;
  });
}

/** The app has left fullscreen. The browser's event comes later, perhaps after the user has entered again. */
let isLeaving = false;

function exitBrowserFullscreen(): Promise<void> | undefined {
  if (document.fullscreenElement === null) return undefined;
  isLeaving = true;
  return document.exitFullscreen();
}

document.addEventListener("fullscreenchange", () => {
  if (isLeaving) {
    isLeaving = false;
    return;
  }
  // Escape ends the browser's fullscreen; show the bars too.
  if (document.fullscreenElement === null && fullscreen.get()) setFullscreen(false);
});

export function useFullscreen(): boolean {
  return useExternalStore(fullscreen);
}
