import { useEffect } from "react";
import { HelpDialog } from "../optionalDialogs.ts";
import { openShellDialog } from "./ShellDialogs.tsx";

/** Opens the help on `?`, except in text fields and while a dialog is open. */
export function useHelpKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return;
      const target = event.target as HTMLElement | null;
      if (
        target?.closest("input, textarea, select, [contenteditable], [role=dialog], [role=menu]") ||
        HelpDialog === null
      )
        return;
      event.preventDefault();
      openShellDialog("help");
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
