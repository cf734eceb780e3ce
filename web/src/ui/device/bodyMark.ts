import { useLayoutEffect } from "react";

/** What the page shows, for the style sheets: `data-composing` and so on. */
type BodyMark = "composing" | "renaming" | "one-section" | "panels-beside" | "selecting" | "unsaved";
const holders = new Map<BodyMark, number>();

/** With `:has()` the browser would look through the whole board again and again while it changes. */
export function useBodyMark(mark: BodyMark, on = true): void {
  useLayoutEffect(() => {
    if (!on) return undefined;
    count(mark, 1);
    return () => count(mark, -1);
  }, [mark, on]);
}

/** A component may appear before the previous one has gone. */
function count(mark: BodyMark, change: 1 | -1): void {
  const held = (holders.get(mark) ?? 0) + change;
  holders.set(mark, held);
  document.body.toggleAttribute(`data-${mark}`, held > 0);
}
