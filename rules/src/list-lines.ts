import { cleanText } from "@retro/contract/clean-text";

/** A list of texts as people paste it: from a text program, a chat, a wiki or a spreadsheet. */

/** A cell in which a spreadsheet quotes a line break. A quotation without one belongs to the text. */
const quotedCell = /(^|[\n\t])"((?:[^"]|"")*)"(?=[\n\t]|$)/gu;
/** Word writes letters that its symbol font draws as bullets. The space tells "- five" from "-5". */
const marker =
  /^(?:[\p{Pd}\p{Co}+*·•●○◦∙▪▫■□◆◇❖‣►▶➢➤→]|[o§Øüvq](?=\t)|\(?(?:\d{1,3}(?:\.\d{1,3})*[.)]|(?:\p{L}|[ivx]{2,4})\)))(?:\s+|$)/u;
const box = /^(?:\[[ xX]?\]|[☐☑☒])(?:\s+|$)/u;

/** @param text with `\n` between its lines. @returns the same text, whose quoted cells break with U+2028 */
export function joinQuotedCells(text: string): string {
  return text.replace(quotedCell, (cell, before: string, inner: string) =>
    inner.includes("\n") ? before + inner.replaceAll('""', '"').replaceAll("\n", "\u2028") : cell,
  );
}

/** @param line without blanks before it */
export function withoutMarker(line: string): string {
  return line.replace(marker, "").replace(box, "");
}

/**
 * One text per line, without empty ones; a cell with line breaks is one text. A list's markers are taken off.
 */
export function splitLines(text: string): string[] {
  // `cleanText` makes a line break of U+2028, and has left none in the whole text.
  const lines = joinQuotedCells(cleanText(text))
    .split("\n")
    .map(cleanText)
    .filter((line) => line !== "");
  const unmarked = lines.map(withoutMarker);
  const isList = lines.length > 1 && unmarked.every((line, i) => line !== lines[i]);
  return isList ? unmarked.filter((line) => line !== "") : lines;
}
