import { limits } from "@retro/contract/limits";
import { hasForbiddenCharacters, textLength } from "@retro/contract/text";
import type { MessageKey } from "@retro/contract/messages/catalogue";

/** The texts of a pasted list: one for each line that says something. */
export function splitLines(text: string): string[] {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** What is wrong with a sticker's text (spec 5.10): a catalogue key; null when nothing is. */
export function titleFault(text: string): { key: MessageKey; max: number } | null {
  const max = limits.stickerTitle;
  if (text.trim() === "") return { key: "validation.titleRequired", max };
  if (hasForbiddenCharacters(text)) return { key: "validation.forbiddenCharacters", max };
  return textLength(text.trim()) > max ? { key: "validation.maxAllowed", max } : null;
}
