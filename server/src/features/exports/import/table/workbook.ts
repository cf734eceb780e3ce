import { limits } from "@retro/contract/limits";
import { unzipSync } from "fflate";
import readWorkbook from "read-excel-file/universal";
import { AppError, fieldError } from "../../../../http/errors/app-error.ts";
import type { CsvLine } from "../../csv/csv-lines.ts";

export interface Sheet {
  name: string;
  lines: CsvLine[];
}

/** Unpacked: a workbook of the largest board has 3 MB. */
const maxUnpackedBytes = 20_000_000;

/** A ZIP file. */
export const isWorkbook = ([a, b, c, d]: Uint8Array): boolean =>
  a === 0x50 && b === 0x4b && c === 3 && d === 4;

export async function readSheets(bytes: Uint8Array): Promise<Sheet[]> {
  try {
    refuseLargeParts(bytes);
    const sheets = await readWorkbook(Uint8Array.from(bytes).buffer, { trim: false });
    return sheets.map(({ sheet, data }) => ({ name: sheet, lines: linesOf(data) }));
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw fieldError("line 1", "validation.notWorkbook");
  }
}

/** fflate writes no more than the sizes that the file declares; what is not compressed has its packed size. */
function refuseLargeParts(bytes: Uint8Array): void {
  let size = 0;
  unzipSync(bytes, {
    filter: (part) => {
      size += Math.max(part.size, part.originalSize);
      return false;
    },
  });
  if (size > maxUnpackedBytes) throw new AppError(413, "too_large");
}

function linesOf(rows: readonly (readonly unknown[])[]): CsvLine[] {
  const lines = rows
    .map((cells, i) => ({ number: i + 1, cells: cells.map((cell) => textOf(cell, i + 1)) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  const most = 10 * limits.import.stickers;
  if (lines.length > most)
    throw fieldError(`line ${lines[most]?.number ?? most}`, "validation.tooManyStickers", {
      max: limits.import.stickers,
    });
  return lines;
}

/** Of Excel itself. A file stores a text once for all its cells: each look at a longer one would cost as much again. */
const longestCell = 32_767;

function textOf(cell: unknown, line: number): string {
  if (typeof cell === "string" && cell.length > longestCell)
    throw fieldError(`line ${line}`, "validation.maxLength", { max: longestCell });
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return typeof cell === "string" || typeof cell === "number" || typeof cell === "boolean"
    ? String(cell)
    : "";
}
