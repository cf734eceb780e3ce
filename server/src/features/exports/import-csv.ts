import { limits } from "@retro/contract/limits";
import { text as textOf } from "@retro/contract/text";
import { fieldError } from "../../http/app-error.ts";
import type { ImportedSticker } from "../stickers/sticker-import.ts";
import { cellsOf, parseCell, readLines } from "./csv-lines.ts";
import { unescapeFormula } from "./csv.ts";
import { isActionLine, readActionLines } from "./import-csv-actions.ts";
import type { ParsedBoard } from "./import-json.ts";

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
const stickerTitle = textOf({ multiline: true, max: limits.stickerTitle, required: "validation.required" });

/**
 * Reads a CSV (RFC 4180; separated by commas, or by semicolons if the first line has no comma) with at least the columns
 * section, column and text (X5). Sections and stickers keep the order in which they appear, or that of the column board_position, which
 * our own files have: they begin with the ranking (R4). Rows of actions are those with an `action_status`. Ignores other columns.
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
  const isAction = isActionLine(names);
  const stickers = lines.slice(1).filter((line) => !isAction(line));
  if (stickers.length > limits.import.stickers)
    throw fieldError(`line ${stickers[limits.import.stickers]?.number ?? 0}`, "validation.tooManyStickers", {
      max: limits.import.stickers,
    });

  const position = names.indexOf("board_position");
  const rows = stickers.map((line): CsvRow => {
    const field = `line ${line.number}`;
    const cells = cellsOf(line, names);
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
  const { sections, ways } = placeRows(rows, now);
  const actions = readActionLines(names, lines.slice(1).filter(isAction), { now, ways });
  return { title, description: "", sections, ...(actions.length > 0 && { actions }) };
}

/** Sections in the board's order, and the way to the sticker at each place (`ImportedAction.source`). */
function placeRows(
  rows: CsvRow[],
  now: number,
): { sections: { title: string; columns: ImportedSticker[][] }[]; ways: Map<number, number[]> } {
  const sections = new Map<string, { at: number; columns: ImportedSticker[][] }>();
  const ways = new Map<number, number[]>();
  // Somebody may have removed or added rows: the places that the file names still lead to their own stickers.
  const hasPositions = rows.some(({ position }) => position !== null);
  // The sort is stable: rows without a position stay in the file's order.
  for (const [index, row] of rows.sort((a, b) => comparePositions(a.position, b.position)).entries()) {
    let section = sections.get(row.section);
    if (section === undefined)
      sections.set(row.section, (section = { at: sections.size, columns: [[], [], []] }));
    const column = section.columns[row.column - 1] ?? [];
    const place = hasPositions ? row.position : index + 1;
    if (place !== null && !ways.has(place)) ways.set(place, [section.at, row.column - 1, column.length]);
    column.push({ title: row.text, style: {}, votes: 0, createdAt: now, stickers: [] });
  }
  return { sections: [...sections].map(([title, { columns }]) => ({ title, columns })), ways };
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
