import { limits } from "@retro/contract/limits";
import { cleanText, hasForbiddenCharacters } from "@retro/contract/clean-text";
import { textLength } from "@retro/contract/text";
import type { MessageKey } from "@retro/contract/messages/catalogue";

/** A cell in which a spreadsheet quotes a line break. A quotation without one belongs to the text. */
const quotedCell = /(^|[\n\t])"((?:[^"]|"")*)"(?=[\n\t]|$)/gu;
/**
 * A bullet, a number or a letter of a list, as editors, documents and pages write it. Word writes the letters
 * that its font of symbols draws as bullets. The space after it tells "- five" from "-5".
 */
const marker =
  /^(?:[\p{Pd}\p{Co}+*·•●○◦∙▪▫■□◆◇❖‣►▶➢➤→]|[o§Øüvq](?=\t)|\(?(?:\d{1,3}(?:\.\d{1,3})*[.)]|(?:\p{L}|[ivx]{2,4})\)))(?:\s+|$)/u;
const box = /^(?:\[[ xX]?\]|[☐☑☒])(?:\s+|$)/u;

/**
 * Returns the texts of a pasted list: one per line, without empty lines. A spreadsheet's cell with line
 * breaks is one text. If every line has a list's marker (`•`, `-`, `1.`, `a)`, `- [ ]`), the markers are
 * taken off.
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

/** What is wrong with a text: a catalogue key, and the limit that its message names. */
export interface TitleFault {
  key: MessageKey;
  max: number;
}

/** Returns what is wrong with a sticker's text (spec 5.10); null if it is valid. */
export function titleFault(typed: string): TitleFault | null {
  const max = limits.stickerTitle;
  const text = cleanText(typed);
  if (text === "") return { key: "validation.titleRequired", max };
  if (hasForbiddenCharacters(text)) return { key: "validation.forbiddenCharacters", max };
  return textLength(text) > max ? { key: "validation.maxAllowed", max } : null;
}

/** Returns what is wrong with the texts of several stickers that are added at once; null if all are valid. */
export function linesFault(lines: readonly string[]): TitleFault | null {
  const max = limits.stickersPerCall;
  if (lines.length > max) return { key: "validation.tooManyAtOnce", max };
  return lines.map(titleFault).find((fault) => fault !== null) ?? null;
}

/**
 * Whether one change of a text inserted a line break together with words: a list was pasted or dropped.
 * Typing inserts one at a time.
 */
export function isListInserted(before: string, after: string): boolean {
  const rest = Math.min(before.length, after.length);
  let start = 0;
  while (start < rest && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < rest - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const inserted = after.slice(start, after.length - end);
  return cleanText(inserted) !== "" && cleanText(`|${inserted}|`).includes("\n");
}
