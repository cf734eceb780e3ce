import type { Translate } from "../../http/locale.ts";
import { iterateStickers, type ExportedBoard } from "./exported-board.ts";

/** What a spreadsheet would take for a formula, apostrophes before it included so that guarding can be undone exactly. */
const formula = /^(?:[\s']*[=+\-@＝＋－＠]|'*[\t\r\n])/u;

/** [X2] The text as a spreadsheet may open it: an apostrophe before what would run as a formula. */
export function escapeFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** Undoes `guard`, exactly. */
export function unescapeFormula(text: string): string {
  return text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
}

function quoteCell(text: string): string {
  return `"${escapeFormula(text).replaceAll('"', '""')}"`;
}

export const csvColumns = ["section", "column", "group", "text", "author", "votes", "created_at"] as const;

/**
 * RFC 4180 with a byte order mark, so that Excel reads Cyrillic. Texts are always quoted: a spreadsheet that splits at semicolons must
 * find no cell of its own inside one. The column names are the format's, the same in every language.
 */
export function* toCsv(view: ExportedBoard, t: Translate): Generator<string> {
  const columns = csvColumns.filter((column) => view.countsShown || column !== "votes");
  yield `\uFEFF${columns.join(",")}\r\n`;
  const textOf = (text: string | null) => text ?? t("exports.hidden");
  for (const { section, column, group, sticker } of iterateStickers(view)) {
    const cells = {
      section: quoteCell(section.title),
      column: String(column),
      group: group === null ? "" : quoteCell(textOf(group.text)),
      text: quoteCell(textOf(sticker.text)),
      author: sticker.author === null ? "" : quoteCell(sticker.author),
      votes: String(sticker.votes ?? 0),
      created_at: sticker.createdAt,
    };
    yield `${columns.map((name) => cells[name]).join(",")}\r\n`;
  }
}
