import { limits } from "@retro/contract/limits";
import { hasForbiddenCharacters, textLength } from "@retro/contract/text";
import type { MessageKey } from "@retro/contract/messages/catalogue";

/** Returns the texts of a pasted list: one per line, without empty lines. */
export function splitLines(text: string): string[] {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Returns what is wrong with a sticker's text (spec 5.10) as a catalogue key; null if it is valid. */
export function titleFault(text: string): { key: MessageKey; max: number } | null {
  const max = limits.stickerTitle;
  if (text.trim() === "") return { key: "validation.titleRequired", max };
  if (hasForbiddenCharacters(text)) return { key: "validation.forbiddenCharacters", max };
  return textLength(text.trim()) > max ? { key: "validation.maxAllowed", max } : null;
}
