import { limits } from "@retro/contract/limits";
import { safeParse } from "zod/v4/core";
import type { $ZodType } from "zod/v4/core";
import { AppError, fieldError } from "../../../http/errors/app-error.ts";
import { ValidationError } from "../../../http/errors/validation.ts";

export interface CsvLine {
  number: number;
  cells: string[];
}

/** A value that a schema allows. @throws AppError 422 on `field` */
export function parseCell<T extends $ZodType>(schema: T, value: unknown, field: string): T["_zod"]["output"] {
  const result = safeParse(schema, value);
  if (result.success) return result.data;
  const { errors } = new ValidationError(result.error.issues.slice(0, 1), { body: value });
  throw new AppError(422, "invalid", {
    errors: { [field]: Object.values(errors)[0] ?? ["validation.invalid"] },
  });
}

export interface CsvTable {
  lines: CsvLine[];
  /** The columns' names in lower case. */
  names: string[];
  /** The columns' names as written. */
  titles: string[];
  cell: (line: CsvLine, column: string) => string;
}

/** @param required names in lower case that the first line must have */
export function hasColumns(source: string, required: readonly string[]): boolean {
  return findSeparator(source, required).separator !== undefined;
}

/** Cells are separated by a comma, a semicolon or a tab; a first line such as `sep=;` may name it. */
export function readTable(source: string, required: readonly string[]): CsvTable {
  const { text, separator = ",", isTooLong } = findSeparator(source, required);
  if (isTooLong) throw fieldError("line 1", "validation.csvHeader");
  const [first = { number: 1, cells: [] }, ...lines] = readLines(text, separator);
  const names = first.cells.map(normalizeName);
  if (!required.every((name) => names.includes(name)))
    throw fieldError(`line ${first.number}`, "validation.csvHeader");
  const tooLong = lines.find(({ cells }) => cells.slice(names.length).some((cell) => cell.trim() !== ""));
  if (tooLong !== undefined) throw fieldError(`line ${tooLong.number}`, "validation.csvCells");
  const columns = new Map(names.map((name, i) => [name, i]));
  return {
    lines,
    names,
    titles: first.cells,
    cell: ({ cells }, column) => cells[columns.get(column) ?? -1] ?? "",
  };
}

interface Separated {
  text: string;
  separator?: string | undefined;
  isTooLong?: boolean;
}

function findSeparator(source: string, required: readonly string[]): Separated {
  const announced = /^"?sep=([^\r\n])[^\r\n]*/iu.exec(source);
  // The line break stays, so that errors name the right lines.
  const text = announced === null ? source : source.slice(announced[0].length);
  const filled = text.search(/[^\s,;"]/u);
  const lineStart = Math.max(text.lastIndexOf("\n", filled), text.lastIndexOf("\r", filled)) + 1;
  const [header = ""] = text.slice(lineStart).split(/[\r\n]/u, 1);
  if (header.length > maxHeaderLength) return { text, isTooLong: true };
  const hasNames = (separator: string) => {
    const names = header.split(separator).map((name) => normalizeName(name.replaceAll('"', "")));
    return required.every((name) => names.includes(name));
  };
  return { text, separator: [announced?.[1] ?? ",", ",", ";", "\t"].find(hasNames) };
}

export const maxHeaderLength = 20_000;
/** Ten lines for each sticker that an import may have; a million would exhaust the process's memory. */
export const maxLines = 10 * limits.import.stickers;

export const normalizeName = (name: string) => name.trim().toLowerCase();

/** Whether the quotation mark closes on its line, and more of the cell follows. */
function isWordInQuotes(text: string, at: number, endsCell: (place: number) => boolean): boolean {
  const end = /["\r\n]/gu;
  end.lastIndex = at + 1;
  const found = end.exec(text);
  return found?.[0] === '"' && text[found.index + 1] !== '"' && !endsCell(found.index + 1);
}

/**
 * Written by hand: csv-parse takes 20 times as long, and refuses a quotation mark inside an unquoted cell.
 * @param isLoose whether a cell such as `"CI" is slow` keeps its quotation marks; otherwise the file is refused
 */
export function readLines(text: string, separator: string, { isLoose = false } = {}): CsvLine[] {
  const lines: CsvLine[] = [];
  let number = 1;
  let line: CsvLine = { number, cells: [] };
  let at = 0;
  const endsCell = (place: number) =>
    place >= text.length || text[place] === separator || text[place] === "\r" || text[place] === "\n";
  while (at < text.length) {
    if (text[at] === '"' && !(isLoose && isWordInQuotes(text, at, endsCell))) {
      let value = "";
      let from = at + 1;
      for (;;) {
        const end = text.indexOf('"', from);
        if (end < 0) throw fieldError(`line ${line.number}`, "validation.notCsv");
        value += text.slice(from, end);
        at = end + 1;
        if (text[at] !== '"') break;
        value += '"';
        from = at + 1;
      }
      line.cells.push(value);
      number += value.split("\n").length - 1;
      if (at < text.length && text[at] !== separator && text[at] !== "\r" && text[at] !== "\n")
        throw fieldError(`line ${number}`, "validation.notCsv");
    } else {
      const start = at;
      while (at < text.length && text[at] !== separator && text[at] !== "\r" && text[at] !== "\n") at += 1;
      line.cells.push(text.slice(start, at));
    }
    if (text[at] === separator) {
      at += 1;
      // A separator at the end of a line begins one more, empty cell.
      if (at >= text.length || text[at] === "\r" || text[at] === "\n") line.cells.push("");
      else continue;
    }
    if (text[at] === "\r") at += 1;
    if (text[at] === "\n") at += 1;
    number += 1;
    if (line.cells.some((cell) => cell.trim() !== "")) lines.push(line);
    if (lines.length > maxLines)
      throw fieldError(`line ${line.number}`, "validation.tooManyStickers", { max: limits.import.stickers });
    line = { number, cells: [] };
  }
  return lines;
}
