import { cleanText } from "@retro/contract/clean-text";

/** A list of texts as people paste it: from a text program, a chat, a wiki or a spreadsheet. */

/** A cell in which a spreadsheet quotes a line break. A quotation without one belongs to the text. */
const quotedCell = /(^|[\n\t])"((?:[^"]|"")*)"(?=[\n\t]|$)/gu;
/** Word writes letters that its symbol font draws as bullets. The space distinguishes "- five" from "-5". */
const marker =
  /^(?:[\p{Pd}\p{Co}+·•●○◦∙▪▫■□◆◇❖‣►▶➢➤→✓✔]|\*{1,6}|[o§Øüvq](?=[\t\u00A0])|\(?(?:\d{1,3}(?:\.\d{1,3})*[.)]|(?:\p{L}|[ivx]{2,4})\)))(?:\s+|$)/u;
const box = /^(?:\[[ xX]?\]|[☐☑☒])(?:\s+|$)/u;

/** @param text with `\n` between its lines. @returns the same text, whose quoted cells break with U+2028 */
function joinQuotedCells(text: string): string {
  return text.replace(quotedCell, (cell, before: string, inner: string) =>
    inner.includes("\n") ? before + inner.replaceAll('""', '"').replaceAll("\n", "\u2028") : cell,
  );
}

/** `a.` or `1000.`: only its place in a list distinguishes it from `A. Smith` and `2025. A good year`. */
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

interface ListLine {
  /** Of its first line in the text, from 1. */
  number: number;
  /** The blanks before it. */
  indent: number;
  content: string;
  /** The content without its marker. */
  text: string;
}

const lineBreaks = /\r\n|[\v\f\r\u0085\u2028\u2029]/gu;
const tabWidth = 4;

/**
 * The lines of a list that have a text; a cell with line breaks is one. Composer and import read lists with it.
 * @param most reading ends after so many lines
 */
export function readListLines(text: string, most = Infinity): ListLine[] {
  const lines: ListLine[] = [];
  const unmark = createUnmarker();
  let number = 1;
  for (const whole of joinQuotedCells(text.replaceAll(lineBreaks, "\n")).split("\n")) {
    const cell = whole.replaceAll("\u2028", "\n");
    const content = cleanText(cell);
    if (content !== "") {
      const blanks = cell.slice(0, cell.length - cell.trimStart().length);
      // A wiki writes the level as stars.
      const stars = /^\*+(?=\*\s)/u.exec(content)?.[0].length ?? 0;
      const indent = blanks.replaceAll("\t", " ".repeat(tabWidth)).length + stars;
      lines.push({ number, indent, content, text: unmark(content, indent) });
      if (lines.length >= most) break;
    }
    number += cell.split("\n").length;
  }
  return lines;
}

/** One text for each line, without empty ones. The markers are taken off if all lines have one. */
export function splitLines(text: string): string[] {
  const lines = readListLines(text);
  const isList = lines.length > 1 && lines.every((line) => line.text !== line.content);
  return isList
    ? lines.map((line) => line.text).filter((line) => line !== "")
    : lines.map(({ content }) => content);
}

/** A text that is one sticker: a bullet of a symbol font is no letter that anybody wrote. */
export const singleText = (text: string): string => cleanText(cleanText(text).replace(/^\p{Co}\s+/u, ""));
