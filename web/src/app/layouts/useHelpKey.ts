import { useEffect } from "react";
import { isTypingTarget } from "../../ui/focus/letterKey.ts";
import { areSingleKeysOn } from "../../ui/focus/singleKeys.ts";
import { openShellDialog } from "./ShellDialogs.tsx";

export function useHelpKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return;
      if (!areSingleKeysOn() || isTypingTarget(event.target)) return;
      event.preventDefault();
      openShellDialog("help");
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
