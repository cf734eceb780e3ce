import { limits } from "@retro/contract/limits";
import { text as textOf } from "@retro/contract/text";
import { safeParse } from "zod/v4/core";
import type { $ZodType } from "zod/v4/core";
import { AppError, fieldError } from "../../http/app-error.ts";
import { ValidationError } from "../../http/validation.ts";
import type { ImportedSticker } from "../stickers/sticker-import.ts";
import { unescapeFormula } from "./csv.ts";
import type { ParsedBoard } from "./import-json.ts";

interface CsvLine {
  number: number;
  cells: string[];
}

/** A sticker of the file. */
interface CsvRow {
  /** The line, as errors name it. */
  field: string;
  section: string;
  column: number;
  text: string;
  position: number | null;
}

const sectionTitle = textOf({ max: limits.sectionTitle, required: "validation.required" });
const stickerTitle = textOf({ max: limits.stickerTitle, required: "validation.required" });

/**
 * Reads a CSV (RFC 4180; separated by commas, or by semicolons if the first line has no comma) with at least the columns
 * section, column and text (X5). Sections and stickers keep the order in which they appear, or that of the column board_position, which
 * our own files have: they begin with the ranking (R4). Ignores other columns.
 * @param title the title of the board
 * @throws AppError 422 on `line N` of the first error
 */
export function readCsv(source: string, { title, now }: { title: string; now: number }): ParsedBoard {
  const text = source.replace(/^\uFEFF/u, "");
  const header = text.slice(0, text.search(/[\r\n]|$/u));
  const lines = readLines(text, header.includes(";") && !header.includes(",") ? ";" : ",");
  const names = (lines[0]?.cells ?? []).map((name) => name.trim().toLowerCase());
  const [section, column, body] = ["section", "column", "text"].map((name) => names.indexOf(name));
  if (
    section === undefined ||
    column === undefined ||
    body === undefined ||
    Math.min(section, column, body) < 0
  )
    throw fieldError("line 1", "validation.csvHeader");
  if (lines.length - 1 > limits.import.stickers)
    throw fieldError(`line ${lines[limits.import.stickers + 1]?.number ?? 0}`, "validation.tooManyStickers", {
      max: limits.import.stickers,
    });

  const position = names.indexOf("board_position");
  const rows = lines.slice(1).map((line): CsvRow => {
    const field = `line ${line.number}`;
    const { cells } = line;
    if (cells.length !== names.length) throw fieldError(field, "validation.csvCells");
    const at = Number((cells[column] ?? "").trim());
    if (!Number.isInteger(at) || at < 1 || at > limits.columnsPerSection)
      throw fieldError(field, "validation.columnNumber");
    return {
      field,
      section: parseCell(sectionTitle, unescapeFormula(cells[section] ?? ""), field),
      column: at,
      text: parseCell(stickerTitle, unescapeFormula(cells[body] ?? ""), field),
      position: positionOf(cells[position]),
    };
  });
  checkSectionCount(rows);
  const sections = new Map<string, ImportedSticker[][]>();
  // The sort is stable: rows without a position stay in the file's order.
  for (const row of rows.sort((a, b) => comparePositions(a.position, b.position))) {
    let columns = sections.get(row.section);
    if (columns === undefined) sections.set(row.section, (columns = [[], [], []]));
    columns[row.column - 1]?.push({ title: row.text, style: {}, votes: 0, createdAt: now, stickers: [] });
  }
  return {
    title,
    description: "",
    sections: [...sections].map(([name, columns]) => ({ title: name, columns })),
  };
}

/** The place on the board that our own files give a row (R4); null in other files, and for rows that somebody added. */
function positionOf(cell: string | undefined): number | null {
  const position = /^\s*\d{1,9}\s*$/u.test(cell ?? "") ? Number(cell) : 0;
  return position > 0 ? position : null;
}

/** Rows without a position come last. */
function comparePositions(a: number | null, b: number | null): number {
  return (a ?? Number.MAX_SAFE_INTEGER) - (b ?? Number.MAX_SAFE_INTEGER);
}

function checkSectionCount(rows: readonly CsvRow[]): void {
  const names = new Set<string>();
  for (const { section, field } of rows)
    if (names.add(section).size > limits.maxSections) throw fieldError(field, "validation.tooManySections");
  if (names.size < limits.minSections) throw fieldError("line 2", "validation.tooFewSections");
}

function parseCell(schema: $ZodType<string>, value: string, field: string): string {
  const result = safeParse(schema, value);
  if (result.success) return result.data;
  const { errors } = new ValidationError(result.error.issues.slice(0, 1), { body: value });
  throw new AppError(422, "invalid", {
    errors: { [field]: Object.values(errors)[0] ?? ["validation.invalid"] },
  });
}

/**
 * The cells of each line, with the number of its first line of text; empty lines are skipped. csv-parse takes 20 times as long
 * for the largest file, and refuses a quotation mark inside an unquoted cell.
 */
function readLines(text: string, separator: string): CsvLine[] {
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
