import { type TableDelimiter, tableDelimiters } from "@retro/contract/files/table-import";
import { AppError } from "../../../../http/errors/app-error.ts";
import { type CsvLine, readLines } from "../../csv/csv-lines.ts";
import { isWikiTable, readWikiLines } from "./wiki-tables.ts";

const characters = { comma: ",", semicolon: ";", tab: "\t" } as const;

export function splitTable(text: string, delimiter: TableDelimiter): CsvLine[] {
  return delimiter === "pipe"
    ? readWikiLines(text)
    : readLines(text, characters[delimiter], { isLoose: true });
}

/** How many rows a guess reads. */
const sampleLines = 200;

/** The one that splits the most rows into the same number of cells; a tab for a text without columns. */
export function guessDelimiter(text: string): TableDelimiter {
  const scores = tableDelimiters.map((delimiter) => {
    const { width, share } = shapeOf(text, delimiter);
    return { delimiter, score: width > 1 && share >= 0.6 ? share + Math.min(width, 20) / 100 : 0 };
  });
  const [best] = scores.toSorted((a, b) => b.score - a.score);
  return best === undefined || best.score === 0 ? "tab" : best.delimiter;
}

/** Whether some delimiter splits every row into the same number of cells, more than one. */
export function hasEqualCells(text: string): boolean {
  return tableDelimiters.some((delimiter) => {
    const { width, share } = shapeOf(text, delimiter);
    return width > 1 && share === 1;
  });
}

function shapeOf(text: string, delimiter: TableDelimiter): { width: number; share: number } {
  try {
    if (delimiter === "pipe" && !isWikiTable(text)) return { width: 0, share: 0 };
    const widths = splitTable(text, delimiter)
      .slice(0, sampleLines)
      .map(({ cells }) => cells.length);
    const counts = new Map<number, number>();
    for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
    const [[width, count] = [0, 0]] = [...counts].toSorted((a, b) => b[1] - a[1]);
    // The tables of a wiki may differ in width.
    return { width, share: delimiter === "pipe" ? 1 : count / Math.max(1, widths.length) };
  } catch (error) {
    if (error instanceof AppError) return { width: 0, share: 0 };
    throw error;
  }
}
