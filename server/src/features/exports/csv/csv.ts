import { formatReactions } from "@retro/contract/reactions";
import type { Translate } from "../../../http/session/locale.ts";
import { actionFields } from "../action-fields.ts";
import type { ExportedAction, ExportedBoard, ExportedSticker } from "../exported-board.ts";
import { rowsByRank } from "../top-voted.ts";

/** Where a spreadsheet begins a cell that it would run as a formula, also with another separator. */
const unguarded = /(^|[;\t\r\n])(?=(?:[^\S\t\r\n]|["'])*[=+\-@＝＋－＠])/gu;
const guarded = /(^|[;\t\r\n])'(?=(?:[^\S\t\r\n]|["'])*[=+\-@＝＋－＠])/gu;

/** [X2] Puts an apostrophe before everything in a text that a spreadsheet would run as a formula. */
export function escapeFormula(text: string): string {
  return text.replace(unguarded, "$1'");
}

export function unescapeFormula(text: string): string {
  return text.replace(guarded, "$1");
}

function quoteCell(text: string): string {
  return `"${escapeFormula(text).replaceAll('"', '""')}"`;
}

const rankingColumns = ["votes", "rank", "total_votes", "board_position"] as const;
export const csvColumns = [
  "section",
  "column",
  "group",
  "text",
  "author",
  "votes",
  "created_at",
  "rank",
  "total_votes",
  "board_position",
  "section_position",
  "group_position",
] as const;

const actionColumns = ["action_status", ...actionFields.map(({ name }) => name), "source_position"];

/** The column of a closed round: its number, and its name behind it [V8]. */
export function roundColumn(number: number, name = ""): string {
  return `round_${number}${name === "" ? "" : ` ${name}`}`;
}

/**
 * RFC 4180 with a byte order mark, so that Excel reads Cyrillic [X2]. The ranked stickers come first [R4];
 * the columns of positions give the order of the board. Rows of actions come last.
 */
export function* toCsv(view: ExportedBoard, t: Translate): Generator<string> {
  const withoutCounts: readonly string[] = view.countsShown ? [] : rankingColumns;
  const columns = csvColumns.filter((column) => !withoutCounts.includes(column));
  const ofActions = view.actions.length > 0 ? actionColumns : [];
  const rows = rowsByRank(view);
  const ofReactions = rows.some(({ sticker }) => sticker.reactions) ? ["reactions"] : [];
  const ofNames = rows.some(({ sticker }) => sticker.name) ? ["group_name"] : [];
  const ofNotes = rows.some(({ sticker }) => sticker.note) ? ["note"] : [];
  const ofRounds = view.rounds.map(({ name }, i) => roundColumn(i + 1, name));
  const names = [...columns, ...ofRounds, ...ofReactions, ...ofNames, ...ofNotes, ...ofActions];
  const line = (cells: Partial<Record<string, string>>) =>
    `${names.map((name) => cells[name] ?? "").join(",")}\r\n`;
  yield `\uFEFF${names.map((name) => (/^\w+$/u.test(name) ? name : quoteCell(name))).join(",")}\r\n`;
  const textOf = (text: string | null) => text ?? t("exports.hidden");
  const positions = new Map(rows.map(({ sticker, position }) => [sticker, position]));
  const sectionPositions = new Map(view.sections.map((section, i) => [section, i + 1]));
  for (const { section, column, group, sticker, result, position } of rows) {
    const ranked = result?.sticker === sticker ? result : null;
    yield line({
      section: quoteCell(section.title),
      column: String(column),
      group: group === null ? "" : quoteCell(textOf(group.text)),
      text: quoteCell(textOf(sticker.text)),
      author: sticker.author === null ? "" : quoteCell(sticker.author),
      votes: String(sticker.votes ?? 0),
      created_at: sticker.created_at,
      rank: ranked === null ? "" : String(ranked.rank),
      total_votes: ranked === null ? "" : String(ranked.votes),
      board_position: String(position),
      section_position: String(sectionPositions.get(section)),
      group_position: group === null ? "" : String(positions.get(group)),
      ...Object.fromEntries(ofRounds.map((name, i) => [name, String(sticker.rounds?.[i + 1] ?? 0)])),
      reactions: formatReactions(sticker.reactions),
      group_name: sticker.name === undefined ? "" : quoteCell(sticker.name),
      note: sticker.note === undefined ? "" : quoteCell(sticker.note),
    });
  }
  for (const action of view.actions) {
    const fields = actionFields.map(({ name, kind }) => {
      const value = action[name] ?? "";
      return [name, kind !== "day" && value !== "" ? quoteCell(value) : value];
    });
    const source = positions.get(sourceOf(action, view.sections) as ExportedSticker);
    yield line({
      text: quoteCell(textOf(action.text)),
      created_at: action.created_at,
      action_status: action.status,
      ...Object.fromEntries(fields),
      source_position: String(source ?? ""),
    });
  }
}

function sourceOf(
  { source }: ExportedAction,
  sections: ExportedBoard["sections"],
): ExportedSticker | undefined {
  const [section = -1, column = -1, ...below] = source ?? [];
  let stickers = sections[section]?.columns[column];
  let found: ExportedSticker | undefined;
  for (const position of below) {
    found = stickers?.[position];
    stickers = found?.stickers;
  }
  return found;
}
