/**
 * An attribute instead of a component on each of a thousand stickers; screen readers ignore it.
 * @param options `tap`: a press of this button opens the tooltip, since the button does nothing else
 */
export function tip(
  text: string | null | undefined,
  { tap = false }: { tap?: boolean } = {},
): { "data-tip"?: string; "data-tip-tap"?: "" } {
  if (text === null || text === undefined || text === "") return {};
  return { "data-tip": text, ...(tap && { "data-tip-tap": "" }) };
}
