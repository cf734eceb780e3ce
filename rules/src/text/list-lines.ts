import { cleanText } from "@retro/contract/clean-text";

/** A list of texts as people paste it: from a text program, a chat, a wiki or a spreadsheet. */

/** A cell in which a spreadsheet quotes a line break. A quotation without one belongs to the text. */
const quotedCell = /(^|[\n\t])"((?:[^"]|"")*)"(?=[\n\t]|$)/gu;
/** Word writes letters that its symbol font draws as bullets. The space tells "- five" from "-5". */
const marker =
  /^(?:[\p{Pd}\p{Co}+·•●○◦∙▪▫■□◆◇❖‣►▶➢➤→]|\*{1,6}|[o§Øüvq](?=\t)|\(?(?:\d{1,3}(?:\.\d{1,3})*[.)]|(?:\p{L}|[ivx]{2,4})\)))(?:\s+|$)/u;
const box = /^(?:\[[ xX]?\]|[☐☑☒])(?:\s+|$)/u;

/** @param text with `\n` between its lines. @returns the same text, whose quoted cells break with U+2028 */
export function joinQuotedCells(text: string): string {
  return text.replace(quotedCell, (cell, before: string, inner: string) =>
    inner.includes("\n") ? before + inner.replaceAll('""', '"').replaceAll("\n", "\u2028") : cell,
  );
}

/** `a.` or `1000.`: only the place in its list tells it from `A. Smith` and `2025. A good year`. */
const counted = /^(?:(\d{1,6})|(\p{Ll}{1,5}))[.)](?:\s+|$)/u;
const letters = [
  Array.from("abcdefghijklmnopqrstuvwxyz"),
  Array.from("абвгдежзиклмнопрстуфхцчшщэюя"),
  "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx".split(" "),
];

const isAfter = (row: readonly string[], letter: string, before = ""): boolean =>
  row.includes(before) && row[row.indexOf(before) + 1] === letter;

/** @returns takes the marker off each line of one list, in their order; without blanks before a line */
export function createUnmarker(): (line: string, indent?: number) => string {
  const numbers = new Map<number, number>();
  const before = new Map<number, string>();
  return (line, indent = 0) => {
    const [whole = "", digits, letter = ""] = counted.exec(line) ?? [];
    const number = Number(digits);
    const isCounted =
      digits === undefined
        ? letters.some((row) => row[0] === letter || isAfter(row, letter, before.get(indent)))
        : number > 999 && numbers.get(indent) === number - 1;
    if (digits !== undefined) numbers.set(indent, number);
    else if (letter !== "") before.set(indent, letter);
    return (isCounted ? line.slice(whole.length) : line.replace(marker, "")).replace(box, "");
  };
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
  const unmark = createUnmarker();
  const unmarked = lines.map((line) => unmark(line));
  const isList = lines.length > 1 && unmarked.every((line, i) => line !== lines[i]);
  return isList ? unmarked.filter((line) => line !== "") : lines;
}
