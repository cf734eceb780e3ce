import { useColorScheme } from "@mui/material/styles";
import { useEffect } from "react";

/** Returns whether the dark theme is active, and the function that switches (stored under `theme` in local storage). */
export function useDarkTheme(): { dark: boolean; setDark: (dark: boolean) => void } {
  const { mode, systemMode, setMode } = useColorScheme();
  const dark = (mode === "system" ? systemMode : mode) === "dark";
  return { dark, setDark: (next) => setMode(next ? "dark" : "light") };
}

/** Keeps the browser's `theme-color` equal to the colour of the top bar. */
export function useBrowserBarColor(): void {
  const { dark } = useDarkTheme();
  useEffect(() => {
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", dark ? "#1c1b20" : "#ffffff");
  }, [dark]);
}
