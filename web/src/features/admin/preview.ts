import { limits } from "@retro/contract/limits";

/** Returns the first 100 characters (code points), with an ellipsis if the text is longer (spec 9.11). */
export function previewText(text: string): string {
  // 200 UTF-16 units always hold 100 code points, so a long text need not be split as a whole.
  const characters = Array.from(text.slice(0, limits.previewLength * 2 + 2));
  if (characters.length <= limits.previewLength) return text;
  return `${characters.slice(0, limits.previewLength).join("")}…`;
}
