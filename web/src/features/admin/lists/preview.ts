import { limits } from "@retro/contract/limits";
import { cutText } from "@retro/contract/text";

export function previewText(text: string): string {
  const cut = cutText(text, limits.previewLength);
  return cut === text ? text : `${cut}…`;
}
