import { useEffect } from "react";
import { HelpDialog } from "../slots.ts";
import { openShellDialog } from "./Feedback.tsx";

/** `?` opens the help, but where one types, and while a dialog is open. */
export function useHelpKey(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return;
      const at = event.target as HTMLElement | null;
      if (
        at?.closest("input, textarea, select, [contenteditable], [role=dialog], [role=menu]") ||
        HelpDialog === null
      )
        return;
      event.preventDefault();
      openShellDialog("help");
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
