import { useEffect, useReducer } from "react";

/** React retains the previous render. Render once more so that hidden text leaves memory. */
export function useScrubHiddenText(hidden: boolean): void {
  const [, rerender] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    if (hidden) rerender();
  }, [hidden]);
}

/** React keeps the last focused field, with its text, until a blur event makes it drop the field. */
export function clearLastFocusedField(): void {
  document.getElementById("root")?.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
}
