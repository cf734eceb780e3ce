import type { FileSection, FileSticker } from "@retro/contract/files/board-file";
import { cutText } from "@retro/contract/text";
import type {
  ImportOutcome,
  ImportPreview,
  PreviewChoices,
  TablePreview,
} from "@retro/contract/files/table-import";
import { AppError, type AppErrorDetails } from "../../../../http/errors/app-error.ts";
import { outline } from "../readers/outline.ts";
import { knownReader, readFile } from "../readers/read-file.ts";
import type { ImportedFile } from "../readers/reader.ts";
import { readTableFile, type Table } from "./table.ts";
import { tableBoard } from "./table-board.ts";
import { isWorkbook } from "./workbook.ts";

const shownRows = 6;
const shownCell = 200;
/** Of each section. */
const shownTexts = 3;

/** Its errors are not translated yet. */
export interface UntranslatedPreview extends Pick<ImportPreview, "board" | "texts"> {
  table: (Omit<TablePreview, "errors"> & { errors: NonNullable<AppErrorDetails["errors"]> }) | null;
}

/**
 * `table` is null for a list and for a file of a known tool: they need no choices. `board` is null for a
 * table, and for a file of a known tool whose texts are not wanted.
 */
export async function previewFile(
  bytes: Uint8Array,
  title: string,
  { texts: wanted, ...choices }: PreviewChoices,
): Promise<UntranslatedPreview> {
  const isChosen = Object.values(choices).some((choice) => choice !== undefined);
  const reader = isChosen || isWorkbook(bytes) ? null : knownReader(bytes);
  if (reader !== null) {
    if (reader !== outline && wanted === undefined) return { table: null, board: null };
    const file = readFile(bytes, title);
    return { table: null, board: outcomeOf(file), ...(wanted && { texts: textsOf(file) }) };
  }
  const table = readTableFile(bytes, choices);
  const made = tryTable(table, title);
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
      ...(made instanceof AppError ? nothing : outcomeOf(made)),
      errors: made instanceof AppError ? (made.details.errors ?? {}) : {},
    },
    board: null,
    ...(wanted && { texts: made instanceof AppError ? [] : textsOf(made) }),
  };
}

const nothing: ImportOutcome = { sections: [], stickers: 0, actions: 0, leftOut: [] };

/** The board, or the error if these choices make none. */
function tryTable(table: Table, title: string): ImportedFile | AppError {
  try {
    return tableBoard(table, title);
  } catch (error) {
    if (!(error instanceof AppError) || error.details.errors === undefined) throw error;
    return error;
  }
}

function outcomeOf({ content, leftOut }: ImportedFile): ImportOutcome {
  const sections = content.sections.map((section) => {
    const texts = textsBelow([section]);
    return {
      title: section.title,
      stickers: texts.length,
      first: texts.slice(0, shownTexts).map((text) => cutText(text, shownCell)),
    };
  });
  const stickers = sections.reduce((sum, section) => sum + section.stickers, 0);
  return { sections, stickers, actions: content.actions?.length ?? 0, leftOut };
}

/** All texts, as a file that is dropped on a section adds them: stickers, then actions. */
const textsOf = ({ content: { sections, actions = [] } }: ImportedFile): string[] => [
  ...textsBelow(sections),
  ...actions.map(({ text }) => text ?? ""),
];

/** In the order of reading; a hidden text is empty. */
function textsBelow(sections: readonly FileSection[]): string[] {
  const below = (stickers: readonly FileSticker[]): string[] =>
    stickers.flatMap(({ text, stickers: nested = [] }) => [text ?? "", ...below(nested)]);
  return sections.flatMap(({ columns }) => columns.flatMap(below));
}
