import { limits } from "@retro/contract/limits";
import { cleanText, hasForbiddenCharacters } from "@retro/contract/clean-text";
import { textLength } from "@retro/contract/text";
import type { MessageKey } from "@retro/contract/messages/catalogue";

/** A cell in which a spreadsheet quotes a line break. A quotation without one belongs to the text. */
const quotedCell = /(^|[\n\t])"((?:[^"]|"")*)"(?=[\n\t]|$)/gu;
/** Word writes letters that its symbol font draws as bullets. The space tells "- five" from "-5". */
const marker =
  /^(?:[\p{Pd}\p{Co}+*·•●○◦∙▪▫■□◆◇❖‣►▶➢➤→]|[o§Øüvq](?=\t)|\(?(?:\d{1,3}(?:\.\d{1,3})*[.)]|(?:\p{L}|[ivx]{2,4})\)))(?:\s+|$)/u;
const box = /^(?:\[[ xX]?\]|[☐☑☒])(?:\s+|$)/u;

/**
 * One text per line, without empty ones; a cell with line breaks is one text. A list's markers are taken off.
 */
export function splitLines(text: string): string[] {
  // `cleanText` makes a line break of U+2028, and has left none in the whole text.
  const lines = cleanText(text)
    .replace(quotedCell, (cell, before: string, inner: string) =>
      inner.includes("\n") ? before + inner.replaceAll('""', '"').replaceAll("\n", "\u2028") : cell,
    )
    .split("\n")
    .map(cleanText)
    .filter((line) => line !== "");
  const unmarked = lines.map((line) => line.replace(marker, "").replace(box, ""));
  const isList = lines.length > 1 && unmarked.every((line, i) => line !== lines[i]);
  return isList ? unmarked.filter((line) => line !== "") : lines;
}

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
