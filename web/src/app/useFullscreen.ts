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
