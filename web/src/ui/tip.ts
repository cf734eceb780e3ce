/**
 * Gives an element a tooltip: `<span {...tip(board.title)}>`. One layer for the whole page shows them (`TooltipLayer`), so that a tooltip
 * costs an attribute, not a component, on each of a thousand stickers. It is for the eye: what a screen reader should say stands in the
 * element's own name.
 * @param options `tap`: a tap on this button opens the tooltip, since the button does nothing else
 */
export function tip(
  text: string | null | undefined,
  { tap = false }: { tap?: boolean } = {},
): { "data-tip"?: string; "data-tip-tap"?: "" } {
  if (text === null || text === undefined || text === "") return {};
  return { "data-tip": text, ...(tap && { "data-tip-tap": "" }) };
}
