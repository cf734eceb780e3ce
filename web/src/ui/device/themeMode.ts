import { useEffect } from "react";
import { externalStore, useExternalStore } from "../externalStore.ts";
import { recall, remember } from "../../device/deviceMemory.ts";

/** The key in local storage (spec 9.10). The page's inline script reads it before the first paint. */
const storageKey = "theme";
type Mode = "dark" | "light";

const mode = externalStore<Mode>(currentMode());

function currentMode(): Mode {
  return document.documentElement.dataset["theme"] === "dark" ? "dark" : "light";
}

function storedMode(): Mode | null {
  const stored = recall(storageKey);
  return stored === "dark" || stored === "light" ? stored : null;
}

function show(next: Mode): void {
  document.documentElement.dataset["theme"] = next;
  // Keeps the browser's bar equal to the colour of the top bar.
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute("content", next === "dark" ? "#1c1b20" : "#ffffff");
  mode.set(next);
}

function setDark(dark: boolean): void {
  const next = dark ? "dark" : "light";
  remember(storageKey, next);
  show(next);
}

export function useDarkTheme(): { dark: boolean; setDark: (dark: boolean) => void } {
  return { dark: useExternalStore(mode) === "dark", setDark };
}

export function useThemeChanges(): void {
  useEffect(() => {
    const system = matchMedia("(prefers-color-scheme: dark)");
    const follow = () => show(storedMode() ?? (system.matches ? "dark" : "light"));
    const onStorage = ({ key }: StorageEvent) => (key === storageKey || key === null) && follow();
    follow();
    system.addEventListener("change", follow);
    window.addEventListener("storage", onStorage);
    return () => {
      system.removeEventListener("change", follow);
      window.removeEventListener("storage", onStorage);
    };
  }, []);
}
