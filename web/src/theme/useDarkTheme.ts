import { useColorScheme } from "@mui/material/styles";
import { useEffect } from "react";

/** Whether the dark theme shows now, and the switch between the two (kept under `theme` in local storage). */
export function useDarkTheme(): { dark: boolean; setDark: (dark: boolean) => void } {
  const { mode, systemMode, setMode } = useColorScheme();
  const dark = (mode === "system" ? systemMode : mode) === "dark";
  return { dark, setDark: (next) => setMode(next ? "dark" : "light") };
}

/** Keeps the colour of the browser's own bars (`theme-color`) that of the top bar. */
export function useBrowserBarColor(): void {
  const { dark } = useDarkTheme();
  useEffect(() => {
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", dark ? "#1c1b20" : "#ffffff");
  }, [dark]);
}
