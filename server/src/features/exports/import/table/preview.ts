import type { FileSticker } from "@retro/contract/board-file";
import { cutText } from "@retro/contract/text";
import type { TableChoices, TablePreview } from "@retro/contract/table-import";
import { AppError, type AppErrorDetails } from "../../../../http/errors/app-error.ts";
import { knownReader } from "../readers/read-file.ts";
import { readTableFile, type Table } from "./table.ts";
import { tableBoard } from "./table-board.ts";
import { isWorkbook } from "./workbook.ts";

const shownRows = 6;
const shownCell = 200;

/** The errors wait for the language of the user. */
export interface UntranslatedPreview {
  table: (Omit<TablePreview, "errors"> & { errors: NonNullable<AppErrorDetails["errors"]> }) | null;
}

/** Null for a file of a known tool. Choices are made for tables only. */
export async function previewFile(
  bytes: Uint8Array,
  title: string,
  choices: TableChoices,
): Promise<UntranslatedPreview> {
  const isChosen = Object.values(choices).some((choice) => choice !== undefined);
  if (!isChosen && !isWorkbook(bytes) && knownReader(bytes) !== null) return { table: null };
  const table = await readTableFile(bytes, choices);
  const { encoding, delimiter, sheets, sheet, heading, names, roles, lines } = table;
  return {
    table: {
      encoding,
      delimiter,
      sheets,
      sheet,
      heading,
      columns: names.map((name, i) => ({ heading: cutText(name, shownCell), role: roles[i] ?? "" })),
      rows: lines
        .slice(0, shownRows)
        .map(({ cells }) => names.map((_, i) => cutText(cells[i] ?? "", shownCell))),
      rowCount: lines.length,
      ...outcomeOf(table, title),
    },
  };
}

function outcomeOf(table: Table, title: string) {
  try {
    const { content, leftOut } = tableBoard(table, title);
    const sections = content.sections.map((section) => ({
      title: section.title,
      stickers: section.columns.reduce((sum, column) => sum + count(column), 0),
    }));
    const stickers = sections.reduce((sum, section) => sum + section.stickers, 0);
    return { sections, stickers, actions: content.actions?.length ?? 0, leftOut, errors: {} };
  } catch (error) {
    if (!(error instanceof AppError) || error.details.errors === undefined) throw error;
    return { sections: [], stickers: 0, actions: 0, leftOut: [], errors: error.details.errors };
  }
}

const count = (stickers: readonly FileSticker[]): number =>
  stickers.reduce((sum, { stickers: nested = [] }) => sum + 1 + count(nested), 0);
