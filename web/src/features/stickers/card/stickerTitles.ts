import { limits } from "@retro/contract/limits";
import { cleanText, hasForbiddenCharacters } from "@retro/contract/clean-text";
import { textLength } from "@retro/contract/text";
import type { MessageKey } from "@retro/contract/messages/catalogue";

export interface TitleFault {
  key: MessageKey;
  max: number;
}

export function titleFault(typed: string): TitleFault | null {
  const max = limits.stickerTitle;
  const text = cleanText(typed);
  if (text === "") return { key: "validation.titleRequired", max };
  if (hasForbiddenCharacters(text)) return { key: "validation.forbiddenCharacters", max };
  return textLength(text) > max ? { key: "validation.maxAllowed", max } : null;
}

export function linesFault(lines: readonly string[]): TitleFault | null {
  const max = limits.stickersPerCall;
  if (lines.length > max) return { key: "validation.tooManyAtOnce", max };
  return lines.map(titleFault).find((fault) => fault !== null) ?? null;
}

/** A list was pasted or dropped: typing inserts one line break at a time. */
export function isListInserted(before: string, after: string): boolean {
  const rest = Math.min(before.length, after.length);
  let start = 0;
  while (start < rest && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < rest - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const inserted = after.slice(start, after.length - end);
  return cleanText(inserted) !== "" && cleanText(`|${inserted}|`).includes("\n");
}
