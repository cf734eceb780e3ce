import { limits } from "@retro/contract/limits";

/** The first 100 characters, as a person counts them, and an ellipsis where there are more (spec 9.11). */
export function previewText(text: string): string {
  // Twice the length holds 100 code points whatever they are: a long text is not taken apart as a whole.
  const characters = Array.from(text.slice(0, limits.previewLength * 2 + 2));
  if (characters.length <= limits.previewLength) return text;
  return `${characters.slice(0, limits.previewLength).join("")}…`;
}
