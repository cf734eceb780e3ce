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
import { actionColumns, guessColumns, hasHeadings, isTableOfColumns, namesColumns } from "./guess-columns.ts";
import { countTextLines } from "./wiki-tables.ts";
import { isWorkbook, readSheets } from "./workbook.ts";

interface Source {
  encoding: TableEncoding | null;
  delimiter: TableDelimiter | null;
  sheets: string[];
  sheet: number;
  lines: CsvLine[];
  /** The lines of text around a table of a wiki, which stay out. */
  textLines: number;
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

export async function readTableFile(bytes: Uint8Array, choices: TableChoices): Promise<Table> {
  const source = isWorkbook(bytes) ? await readWorkbookSource(bytes, choices) : readText(bytes, choices);
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
  const isColumns = isTableOfColumns(titles, sample);
  const heading = choices.heading ?? (isColumns || hasHeadings(titles, sample) ? "yes" : "no");
  const lines = heading === "yes" ? rows.slice(1) : rows;
  const names = titles.map((title, i) => (heading === "yes" && title.trim()) || String(i + 1));
  const roles = rolesOf(choices, names, lines, isColumns);
  return { ...source, heading, names, lines, actionTables, otherRows, roles };
}

function rolesOf(
  { columns }: TableChoices,
  names: readonly string[],
  lines: readonly CsvLine[],
  isColumns: boolean,
): ColumnChoice[] {
  if (columns !== undefined) {
    // The query's schema has checked each name.
    const chosen = columns.split(",") as ColumnChoice[];
    return names.map((_, i) => chosen[i] ?? "");
  }
  if (isColumns) return names.map(() => "stickers");
  return guessColumns(
    names,
    lines.slice(0, 200).map(({ cells }) => cells),
  );
}

const widthOf = (cells: readonly string[]): number => cells.findLastIndex((cell) => cell.trim() !== "") + 1;

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
  const start = below > 0 && isHeader(below) ? below : 0;
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
  const whole = decodeAs(bytes, encoding);
  const announced = /^"?sep=([,;\t|])"?(?=\r|\n)/iu.exec(whole);
  const text = announced === null ? whole : whole.slice(announced[0].length);
  const named = ({ ",": "comma", ";": "semicolon", "\t": "tab" } as const)[announced?.[1] ?? ""];
  const delimiter = choices.delimiter ?? named ?? guessDelimiter(text);
  const textLines = delimiter === "pipe" ? countTextLines(text) : 0;
  return { encoding, delimiter, sheets: [], sheet: 1, lines: splitTable(text, delimiter), textLines };
}

async function readWorkbookSource(bytes: Uint8Array, choices: TableChoices): Promise<Source> {
  const sheets = await readSheets(bytes);
  const fullest = sheets
    .map(({ lines }, i) => ({ i, rows: lines.length }))
    .toSorted((a, b) => b.rows - a.rows)[0]?.i;
  const index = choices.sheet === undefined ? (fullest ?? 0) : Number(choices.sheet) - 1;
  const chosen = sheets[index];
  if (chosen === undefined) throw fieldError("sheet", "validation.invalid");
  return {
    encoding: null,
    delimiter: null,
    sheets: sheets.map(({ name }) => name),
    sheet: index + 1,
    lines: chosen.lines,
    textLines: 0,
  };
}
