import { useEffect, useReducer } from "react";

/** React retains the previous render. Render once more so that hidden text leaves memory. */
export function useScrubHiddenText(hidden: boolean): void {
  const [, rerender] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    if (hidden) rerender();
  }, [hidden]);
}

/**
 * React retains the last focused field, also after its removal, with its text. A blur event makes React drop
 * it; the root element has no handler for it.
 */
export function clearLastFocusedField(): void {
  document.getElementById("root")?.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
}
