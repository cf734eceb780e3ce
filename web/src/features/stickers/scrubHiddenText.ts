import { useEffect, useReducer } from "react";

/** React keeps the rendering before the one that is shown: a text that was hidden leaves the memory with one rendering more. */
export function useScrubHiddenText(hidden: boolean): void {
  const [, rerender] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    if (hidden) rerender();
  }, [hidden]);
}

/**
 * React remembers the field that had the focus last, even one that is gone, and with it the text that stood there. It forgets when
 * something loses the focus; the root itself has no handlers that could mind.
 */
export function clearLastFocusedField(): void {
  document.getElementById("root")?.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
}
