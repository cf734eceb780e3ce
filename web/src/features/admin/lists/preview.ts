import { limits } from "@retro/contract/limits";
import { cutText } from "@retro/contract/text";

/** Returns the first 100 characters, with an ellipsis if the text is longer (spec 9.11). */
export function previewText(text: string): string {
  const cut = cutText(text, limits.previewLength);
  return cut === text ? text : `${cut}…`;
}
