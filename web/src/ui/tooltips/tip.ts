/**
 * Gives an element a tooltip: `<span {...tip(board.title)}>`. One layer for the whole page shows all tooltips
 * (`TooltipLayer`), so a tooltip costs an attribute on each of a thousand stickers, not a component. Screen
 * readers ignore it: give them the text in the element's accessible name.
 * @param options `tap`: a press of this button (tap, click or key) opens the tooltip, since the button does
 *   nothing else
 */
export function tip(
  text: string | null | undefined,
  { tap = false }: { tap?: boolean } = {},
): { "data-tip"?: string; "data-tip-tap"?: "" } {
  if (text === null || text === undefined || text === "") return {};
  return { "data-tip": text, ...(tap && { "data-tip-tap": "" }) };
}
