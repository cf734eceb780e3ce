import { safeParse } from "zod/v4/core";
import type { $ZodType } from "zod/v4/core";
import { AppError, fieldError } from "../../http/app-error.ts";
import { ValidationError } from "../../http/validation.ts";

export interface CsvLine {
  /** The number of its first line of text. */
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

/** The cells of a line. @throws AppError 422 if the first line has another number of them */
export function cellsOf({ number, cells }: CsvLine, names: readonly string[]): string[] {
  if (cells.length !== names.length) throw fieldError(`line ${number}`, "validation.csvCells");
  return cells;
}

/**
 * The cells of each line, with the number of its first line of text; empty lines are skipped. csv-parse takes 20 times as long
 * for the largest file, and refuses a quotation mark inside an unquoted cell.
 */
export function readLines(text: string, separator: string): CsvLine[] {
  const lines: CsvLine[] = [];
  let number = 1;
  let line: CsvLine = { number, cells: [] };
  let at = 0;
  while (at < text.length) {
    if (text[at] === '"') {
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
    if (line.cells.length > 1 || line.cells[0] !== "") lines.push(line);
    line = { number, cells: [] };
  }
  return lines;
}
