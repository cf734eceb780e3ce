/**
 * Gives an element a tooltip: `<span {...tip(board.title)}>`. One layer for the whole page shows them (`TooltipLayer`), so that a tooltip
 * costs an attribute, not a component, on each of a thousand stickers. It is for the eye: what a screen reader should say stands in the
 * element's own name.
 */
export function tip(text: string | null | undefined): { "data-tip"?: string } {
  return text === null || text === undefined || text === "" ? {} : { "data-tip": text };
}
