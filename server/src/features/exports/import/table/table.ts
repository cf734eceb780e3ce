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
import { guessColumns, hasHeadings, isTableOfColumns, namesColumns } from "./guess-columns.ts";
import { isWorkbook, readSheets } from "./workbook.ts";

interface Source {
  encoding: TableEncoding | null;
  delimiter: TableDelimiter | null;
  sheets: string[];
  sheet: number;
  lines: CsvLine[];
}

/** A table with the user's choices; what they did not choose is guessed. */
export interface Table extends Source {
  heading: "yes" | "no";
  /** The headings, or the numbers of the columns. */
  names: string[];
  roles: ColumnChoice[];
  /** The rows of further tables, which stay out. */
  otherRows: number;
}

export async function readTableFile(bytes: Uint8Array, choices: TableChoices): Promise<Table> {
  const source = isWorkbook(bytes) ? await readWorkbookSource(bytes, choices) : readText(bytes, choices);
  const width = source.lines.reduce((most, { cells }) => Math.max(most, widthOf(cells)), 0);
  const [first] = source.lines;
  if (first === undefined) throw fieldError("line 1", "validation.emptyTable");
  if (width > limits.import.columns)
    throw fieldError(`line ${first.number}`, "validation.tooManyTableColumns", {
      max: limits.import.columns,
    });
  const { rows, otherRows } =
    choices.heading === "no" ? { rows: source.lines, otherRows: 0 } : firstTable(source.lines);
  const sample = rows.slice(1, 200).map(({ cells }) => cells);
  const titles = Array.from({ length: width }, (_, i) => rows[0]?.cells[i] ?? "");
  const isColumns = isTableOfColumns(titles, sample);
  const heading = choices.heading ?? (isColumns || hasHeadings(titles, sample) ? "yes" : "no");
  const lines = heading === "yes" ? rows.slice(1) : rows;
  const names = titles.map((title, i) => (heading === "yes" && title.trim()) || String(i + 1));
  return { ...source, heading, names, lines, otherRows, roles: rolesOf(choices, names, lines, isColumns) };
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

/** Lines with one cell above headings are a title; another title with headings below it begins another table. */
function firstTable(lines: readonly CsvLine[]): { rows: CsvLine[]; otherRows: number } {
  const isTitle = (i: number) => widthOf(lines[i]?.cells ?? []) === 1;
  const isHeader = (i: number) => widthOf(lines[i]?.cells ?? []) > 1 && namesColumns(lines[i]?.cells ?? []);
  const below = lines.findIndex((_, i) => !isTitle(i));
  const start = below > 0 && isHeader(below) ? below : 0;
  const end = start === 0 ? -1 : lines.findIndex((_, i) => i > start && isTitle(i) && isHeader(i + 1));
  return end < 0
    ? { rows: lines.slice(start), otherRows: 0 }
    : { rows: lines.slice(start, end), otherRows: lines.length - end - 2 };
}

function readText(bytes: Uint8Array, choices: TableChoices): Source {
  const encoding = choices.encoding ?? guessEncoding(bytes);
  const whole = decodeAs(bytes, encoding);
  const announced = /^"?sep=([,;\t|])"?(?=\r|\n)/iu.exec(whole);
  const text = announced === null ? whole : whole.slice(announced[0].length);
  const named = ({ ",": "comma", ";": "semicolon", "\t": "tab" } as const)[announced?.[1] ?? ""];
  const delimiter = choices.delimiter ?? named ?? guessDelimiter(text);
  return { encoding, delimiter, sheets: [], sheet: 1, lines: splitTable(text, delimiter) };
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
  };
}
