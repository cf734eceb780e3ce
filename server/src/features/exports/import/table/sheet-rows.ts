import { limits } from "@retro/contract/limits";
import type { MessageKey } from "@retro/contract/messages/catalogue";
import { AppError, fieldError } from "../../../../http/errors/app-error.ts";
import type { CsvLine } from "../../csv/csv-lines.ts";
import { type NumberFormats, showNumber } from "./number-formats.ts";
import { readTags, type XmlTag } from "./xml.ts";

export interface SheetRows {
  lines: CsvLine[];
  hiddenRows: number;
  hiddenColumns: number;
  /** Why the rows after these cannot be taken. */
  fault: AppError | null;
}

export interface SharedParts {
  /** A file stores a text once for all its cells. */
  texts: readonly string[];
  formats: NumberFormats;
  has1904Dates: boolean;
  /** How many characters all cells may still have: a text that many cells share counts for each of them. */
  charactersLeft: number;
}

/** Excel's own limit. */
const longestCell = 32_767;
const maxRows = 10 * limits.import.stickers;

/** The texts that cells share, in their order. */
export function readTexts(xml: string): string[] {
  const texts: string[] = [];
  const text = new TextReader();
  for (const tag of readTags(xml)) {
    text.take(tag);
    if (tag.name === "si" && (tag.isEnd || tag.isEmpty)) texts.push(text.end());
  }
  return texts;
}

/** Joins the runs of a text, without those of its pronunciation (`rPh`). */
class TextReader {
  #text = "";
  #isPhonetic = false;

  take({ name, isEnd, isEmpty, text }: XmlTag): void {
    if (name === "rPh") this.#isPhonetic = !isEnd && !isEmpty;
    else if (name === "t" && isEnd && !this.#isPhonetic) this.#text += text;
  }

  end(): string {
    const text = unescapeCell(this.#text);
    this.#text = "";
    return text;
  }
}
/** Spreadsheets write a control character as `_x000D_`. */
const unescapeCell = (text: string): string =>
  text.replaceAll(/_x([0-9A-F]{4})_/giu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** @throws XmlFault if the part is not one that a spreadsheet writes */
export function readSheetRows(xml: string, shared: SharedParts): SheetRows {
  const sheet = new SheetReader(shared);
  try {
    for (const tag of readTags(xml)) sheet.take(tag);
    return sheet.end(null);
  } catch (error) {
    if (error instanceof AppError) return sheet.end(error);
    throw error;
  }
}

const mostColumns = 16_384;
/** Spreadsheets merge neighbouring ranges, so a real table has few. */
const maxHiddenRanges = 1000;

interface OpenCell {
  column: number;
  attributes: XmlTag["attributes"];
  value: string;
}

class SheetReader {
  readonly #shared: SharedParts;
  readonly #lines: CsvLine[] = [];
  readonly #isHidden = new Uint8Array(mostColumns);
  #hiddenRanges = 0;
  #hiddenRows = 0;
  readonly #hiddenWithText = new Set<number>();
  /** By column, hidden ones included. */
  #cells = new Map<number, string>();
  #row = { number: 0, isHidden: false };
  #cell: OpenCell | null = null;
  #column = -1;
  readonly #inline = new TextReader();

  constructor(shared: SharedParts) {
    this.#shared = shared;
  }

  /** A row and a cell without a number come next after the one before. */
  take(tag: XmlTag): void {
    const { name, isEnd, isEmpty, attributes, text } = tag;
    if (name === "row") {
      if (!isEnd) this.#startRow(attributes);
      if (isEnd) this.#endRow();
    } else if (name === "c") {
      if (!isEnd) {
        this.#column = columnOf(attributes.get("r")) ?? this.#column + 1;
        this.#cell = isEmpty ? null : { column: this.#column, attributes, value: "" };
      } else if (this.#cell !== null) this.#endCell(this.#cell);
    } else if (name === "v" && isEnd && this.#cell !== null) this.#cell.value = text;
    else if (name === "col" && !isEnd && isOn(attributes.get("hidden"))) this.#hide(attributes);
    else this.#inline.take(tag);
  }

  end(fault: AppError | null): SheetRows {
    return {
      lines: this.#lines,
      hiddenRows: this.#hiddenRows,
      hiddenColumns: this.#hiddenWithText.size,
      fault,
    };
  }

  #hide(attributes: XmlTag["attributes"]): void {
    this.#hiddenRanges += 1;
    if (this.#hiddenRanges > maxHiddenRanges) return;
    this.#isHidden.fill(1, Number(attributes.get("min")) - 1, Number(attributes.get("max")));
  }

  #startRow(attributes: XmlTag["attributes"]): void {
    const number = Number(attributes.get("r")) || this.#row.number + 1;
    this.#row = { number, isHidden: isOn(attributes.get("hidden")) };
    this.#cells = new Map();
    this.#column = -1;
  }

  #endCell({ column, attributes, value }: OpenCell): void {
    this.#cell = null;
    const text = this.#textOf(attributes, value, this.#inline.end());
    if (text.length > longestCell) throw this.#refusal("validation.maxLength", longestCell);
    this.#shared.charactersLeft -= text.length;
    if (this.#shared.charactersLeft < 0) throw new AppError(413, "too_large");
    if (text.trim() !== "") this.#cells.set(column, text);
  }

  #endRow(): void {
    if (this.#cells.size === 0) return;
    if (this.#row.isHidden) {
      this.#hiddenRows += 1;
      return;
    }
    const cells: string[] = [];
    const width = Math.max(...this.#cells.keys()) + 1;
    for (let column = 0; column < width; column += 1) {
      const text = this.#cells.get(column) ?? "";
      if (this.#isHidden[column] !== 1) cells.push(text);
      else if (text !== "") this.#hiddenWithText.add(column);
      if (cells.length > limits.import.columns && text !== "")
        throw this.#refusal("validation.tooManyTableColumns", limits.import.columns);
    }
    if (cells.every((cell) => cell === "")) return;
    this.#lines.push({ number: this.#row.number, cells });
    if (this.#lines.length > maxRows)
      throw this.#refusal("validation.tooManyStickers", limits.import.stickers);
  }

  #textOf(attributes: XmlTag["attributes"], value: string, inline: string): string {
    const { texts, formats, has1904Dates } = this.#shared;
    switch (attributes.get("t")) {
      case "s":
        return texts[Number(value)] ?? "";
      case "inlineStr":
        return inline;
      case "str":
        return unescapeCell(value);
      case "b":
        return value === "1" ? "TRUE" : "FALSE";
      // An error of a formula.
      case "e":
        return "";
      case "d":
        return value.replace(/T00:00(?::00(?:\.0+)?)?Z?$/u, "").replace("T", " ");
      default: {
        const number = Number(value);
        if (value === "" || Number.isNaN(number)) return value || inline;
        return showNumber(number, formats[Number(attributes.get("s") ?? -1)] ?? null, has1904Dates);
      }
    }
  }

  #refusal(key: MessageKey, max: number): AppError {
    return fieldError(`line ${this.#row.number}`, key, { max });
  }
}

const isOn = (flag = ""): boolean => /^(?:1|true|on)$/u.test(flag);

/** From 0; `C7` is 2. */
function columnOf(reference = ""): number | null {
  const [, letters] = /^([A-Z]{1,3})\d*$/iu.exec(reference) ?? [];
  if (letters === undefined) return null;
  const number = Array.from(letters.toUpperCase(), (letter) => letter.charCodeAt(0) - 64).reduce(
    (sum, digit) => 26 * sum + digit,
    0,
  );
  return Math.min(number, mostColumns) - 1;
}
