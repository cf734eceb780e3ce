import type { LeftOutKind } from "@retro/contract/files/board-file";
import { limits } from "@retro/contract/limits";
import type {
  ColumnChoice,
  TableChoices,
  TableDelimiter,
  TableEncoding,
} from "@retro/contract/files/table-import";
import { fieldError } from "../../../../http/errors/app-error.ts";
import type { CsvLine } from "../../csv/csv-lines.ts";
import { decodeAs, guessEncoding } from "./encodings.ts";
import { guessDelimiter, splitTable } from "./delimiters.ts";
import { columnsOfSections, guessColumns, hasHeadings, namesColumns } from "./guess-columns.ts";
import { actionColumns } from "./headings.ts";
import { countTextLines } from "./wiki-tables.ts";
import { isWorkbook, readWorkbook } from "./workbook.ts";

interface Source {
  encoding: TableEncoding | null;
  delimiter: TableDelimiter | null;
  sheets: string[];
  sheet: number;
  lines: CsvLine[];
  /** What is left out: lines of text around a wiki's table; hidden parts and charts of a workbook. */
  leftOut: Partial<Record<LeftOutKind, number>>;
}

/** A table with the user's choices; what they did not choose is guessed. */
export interface Table extends Source {
  heading: "yes" | "no";
  /** The headings, or the numbers of the columns. */
  names: string[];
  roles: ColumnChoice[];
  /** Further tables of actions, with their headings. */
  actionTables: CsvLine[][];
  /** The rows of other further tables, which stay out. */
  otherRows: number;
}

export function readTableFile(bytes: Uint8Array, choices: TableChoices): Table {
  return tableOf(isWorkbook(bytes) ? readWorkbookSource(bytes, choices) : readText(bytes, choices), choices);
}

/** What nobody chose is guessed. */
export const readTextTable = (text: string): Table => tableOf(splitText(text, null, {}), {});

function tableOf(source: Source, choices: TableChoices): Table {
  const tooWide = source.lines.find(({ cells }) => widthOf(cells) > limits.import.columns);
  if (tooWide !== undefined)
    throw fieldError(`line ${tooWide.number}`, "validation.tooManyTableColumns", {
      max: limits.import.columns,
    });
  const { rows, actionTables, otherRows } =
    choices.heading === "no"
      ? { rows: source.lines, actionTables: [], otherRows: 0 }
      : splitTables(source.lines);
  const width = rows.reduce((most, { cells }) => Math.max(most, widthOf(cells)), 0);
  if (rows.length === 0) throw fieldError("line 1", "validation.emptyTable");
  const sample = rows.slice(1, 200).map(({ cells }) => cells);
  const titles = Array.from({ length: width }, (_, i) => rows[0]?.cells[i] ?? "");
  const sections = columnsOfSections(titles, sample);
  const heading = choices.heading ?? (sections.length > 0 || hasHeadings(titles, sample) ? "yes" : "no");
  const lines = heading === "yes" ? rows.slice(1) : rows;
  const names = titles.map((title, i) => (heading === "yes" && title.trim()) || String(i + 1));
  const roles = rolesOf(choices, names, lines, sections);
  return { ...source, heading, names, lines, actionTables, otherRows, roles };
}

function rolesOf(
  { columns }: TableChoices,
  names: readonly string[],
  lines: readonly CsvLine[],
  sections: readonly number[],
): ColumnChoice[] {
  if (columns !== undefined) {
    // The query's schema has checked each name.
    const chosen = columns.split(",") as ColumnChoice[];
    return names.map((_, i) => chosen[i] ?? "");
  }
  if (sections.length > 0) return names.map((_, i) => (sections.includes(i) ? "stickers" : ""));
  return guessColumns(
    names,
    lines.slice(0, 200).map(({ cells }) => cells),
  );
}

const widthOf = (cells: readonly string[]): number => cells.findLastIndex((cell) => cell.trim() !== "") + 1;

const mostFacts = 10;

/**
 * Lines with one cell above headings are a title. Another title with headings below it begins another table, and so do
 * headings of actions.
 */
function splitTables(
  lines: readonly CsvLine[],
): Pick<Table, "actionTables" | "otherRows"> & { rows: CsvLine[] } {
  const cellsAt = (i: number) => lines[i]?.cells ?? [];
  const isTitle = (i: number) => widthOf(cellsAt(i)) === 1;
  const isHeader = (i: number) =>
    actionColumns(cellsAt(i)) !== null || (widthOf(cellsAt(i)) > 1 && namesColumns(cellsAt(i)));
  const below = lines.findIndex((_, i) => !isTitle(i));
  // Facts about the file, a name and a value in each line, stand above headings too.
  const headed = lines.findIndex((_, i) => widthOf(cellsAt(i)) > 2);
  const start = [below, headed].find((i) => i > 0 && i <= mostFacts && isHeader(i)) ?? 0;
  const hasTitle = (i: number) => isTitle(i - 1) && (start > 0 || cellsAt(i - 1).length === 1);
  const next = lines.flatMap(({ cells }, i) =>
    i > start && (actionColumns(cells) !== null || (start > 0 && isTitle(i - 1) && isHeader(i))) ? [i] : [],
  );
  const [rows = [], ...others] = [start, ...next].map((from, i) => {
    const end = next[i] ?? lines.length;
    return lines.slice(from, i < next.length && hasTitle(end) ? end - 1 : end);
  });
  const actionTables = others.filter(([header]) => actionColumns(header?.cells ?? []) !== null);
  const otherRows = others.reduce((sum, other) => sum + other.length - 1, 0);
  const actionRows = actionTables.reduce((sum, table) => sum + table.length - 1, 0);
  return { rows, actionTables, otherRows: otherRows - actionRows };
}

function readText(bytes: Uint8Array, choices: TableChoices): Source {
  const encoding = choices.encoding ?? guessEncoding(bytes);
  return splitText(decodeAs(bytes, encoding), encoding, choices);
}

function splitText(whole: string, encoding: TableEncoding | null, choices: TableChoices): Source {
  const announced = /^"?sep=([,;\t|])"?(?=\r|\n)/iu.exec(whole);
  const text = announced === null ? whole : whole.slice(announced[0].length);
  const named = ({ ",": "comma", ";": "semicolon", "\t": "tab" } as const)[announced?.[1] ?? ""];
  const delimiter = choices.delimiter ?? named ?? guessDelimiter(text);
  const lines = delimiter === "pipe" ? countTextLines(text) : 0;
  return {
    encoding,
    delimiter,
    sheets: [],
    sheet: 1,
    lines: splitTable(text, delimiter),
    leftOut: { lines },
  };
}

/**
 * Proposes the sheet that was open when the workbook was saved, if it has a table, else the one with the most
 * rows. Hidden sheets, rows and columns are left out.
 */
function readWorkbookSource(bytes: Uint8Array, choices: TableChoices): Source {
  const { sheets, active, hiddenSheets, otherSheets } = readWorkbook(bytes);
  const rowsOf = (index: number) => sheets[index]?.lines.length ?? 0;
  const fullest = sheets.reduce((best, _, i) => (rowsOf(i) > rowsOf(best) ? i : best), 0);
  const proposed = active !== null && rowsOf(active) > 1 ? active : fullest;
  const index = choices.sheet === undefined ? proposed : Number(choices.sheet) - 1;
  const chosen = sheets[index];
  if (chosen === undefined) throw fieldError("sheet", "validation.invalid");
  if (chosen.fault !== null) throw chosen.fault;
  const { lines, hiddenRows, hiddenColumns } = chosen;
  return {
    encoding: null,
    delimiter: null,
    sheets: sheets.map(({ name }) => name),
    sheet: index + 1,
    lines,
    leftOut: { hiddenSheets, otherSheets, hiddenRows, hiddenColumns },
  };
}
