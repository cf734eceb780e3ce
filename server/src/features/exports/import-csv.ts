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

const sectionTitle = textOf({ max: limits.sectionTitle, required: "validation.required" });
const stickerTitle = textOf({ max: limits.stickerTitle, required: "validation.required" });

/**
 * Reads a CSV (RFC 4180; separated by commas, or by semicolons if the first line has no comma) with at least the columns
 * section, column and text (X5). Ignores other columns. Sections keep the order in which they first appear.
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

  const sections = new Map<string, ImportedSticker[][]>();
  for (const { number, cells } of lines.slice(1)) {
    const field = `line ${number}`;
    if (cells.length !== names.length) throw fieldError(field, "validation.csvCells");
    const at = Number((cells[column] ?? "").trim());
    if (!Number.isInteger(at) || at < 1 || at > limits.columnsPerSection)
      throw fieldError(field, "validation.columnNumber");
    const name = parseCell(sectionTitle, unescapeFormula(cells[section] ?? ""), field);
    const sticker = parseCell(stickerTitle, unescapeFormula(cells[body] ?? ""), field);
    let columns = sections.get(name);
    if (columns === undefined) sections.set(name, (columns = [[], [], []]));
    if (sections.size > limits.maxSections) throw fieldError(field, "validation.tooManySections");
    columns[at - 1]?.push({ title: sticker, style: {}, votes: 0, createdAt: now, stickers: [] });
  }
  if (sections.size < limits.minSections) throw fieldError("line 2", "validation.tooFewSections");
  return {
    title,
    description: "",
    sections: [...sections].map(([name, columns]) => ({ title: name, columns })),
  };
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
