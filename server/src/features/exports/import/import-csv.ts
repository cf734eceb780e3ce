import {
  type BoardContent,
  type FileAction,
  fileAction,
  type FileRound,
  fileSticker,
  voteCount,
} from "@retro/contract/files/board-file";
import { cleanText } from "@retro/contract/clean-text";
import { limits } from "@retro/contract/limits";
import { parseReactions } from "@retro/contract/reactions";
import { text as textOf } from "@retro/contract/text";
import { fieldError } from "../../../http/errors/app-error.ts";
import { actionFields } from "../action-fields.ts";
import {
  type CsvLine,
  type CsvTable,
  hasColumns,
  normalizeName,
  parseCell,
  readTable,
} from "../csv/csv-lines.ts";
import { parseTime, yearFirst } from "../csv/csv-times.ts";
import { unescapeFormula } from "../csv/csv.ts";
import { type CsvRow, placeRows } from "./import-csv-places.ts";
import type { Reader } from "./readers/reader.ts";

const reactionCounts = fileSticker.shape.reactions;
const groupName = textOf({ max: limits.groupName });
const roundName = textOf({ max: limits.rounds.name });
const topicNote = textOf({ multiline: true, max: limits.topicNote });
const sectionTitle = textOf({ max: limits.sectionTitle, required: "validation.required" });
const stickerTitle = textOf({ multiline: true, max: limits.stickerTitle, required: "validation.required" });

const csvRequired = ["section", "column", "text"];

export const ownCsv: Reader = {
  recognises: ({ text, json }) => json === undefined && hasColumns(text, csvRequired),
  read: ({ text }, title) => ({ content: readCsv(text, title), leftOut: [] }),
};

/** Ignores unknown columns [X5, R4]. */
export function readCsv(source: string, title: string): BoardContent {
  const { lines, titles, cell } = readTable(source, csvRequired);
  const { rounds, columns } = readRoundColumns(titles);
  const isAction = (line: CsvLine) => cell(line, "action_status").trim() !== "";
  const stickers = lines.filter((line) => !isAction(line));
  const max = limits.import.stickers;
  if (stickers.length > max)
    throw fieldError(`line ${stickers[max]?.number ?? 0}`, "validation.tooManyStickers", { max });
  const { sections, paths } = placeRows(stickers.map((line) => readRow(line, cell, columns)));
  const actions = readActionLines({ lines: lines.filter(isAction), cell }, paths);
  return { board: { title }, sections, actions, ...(rounds.length > 0 && { rounds }) };
}

/** The closed rounds that the header names: `round_1`, or `round_1` and a name [V8]. */
function readRoundColumns(titles: readonly string[]): { rounds: FileRound[]; columns: string[] } {
  const found = titles.flatMap((title) => {
    const [, number, name = ""] = /^round_(\d{1,2})(?: (.+))?$/isu.exec(title.trim()) ?? [];
    return number === undefined ? [] : [{ column: normalizeName(title), number: Number(number), name }];
  });
  const rounds: FileRound[] = [];
  const columns: string[] = [];
  for (const { column, number, name } of found.toSorted((a, b) => a.number - b.number)) {
    if (number !== rounds.length + 1 || number > limits.rounds.perBoard) continue;
    rounds.push({ name: parseCell(roundName, unescapeFormula(name), "line 1") });
    columns.push(column);
  }
  return { rounds, columns };
}

function readRow(line: CsvLine, cell: CsvTable["cell"], ofRounds: readonly string[]): CsvRow {
  const field = `line ${line.number}`;
  /** The place that an error of a cell names. */
  const at = (name: string) => `${field}.${name}`;
  const column = Number(cell(line, "column").trim());
  if (!Number.isInteger(column) || column < 1 || column > limits.columnsPerSection)
    throw fieldError(at("column"), "validation.columnNumber");
  return {
    field,
    section: parseCell(sectionTitle, unescapeFormula(cell(line, "section")), at("section")),
    sectionPosition: positionOf(cell(line, "section_position")),
    column,
    group: cleanText(unescapeFormula(cell(line, "group"))),
    groupPosition: positionOf(cell(line, "group_position")),
    position: positionOf(cell(line, "board_position")),
    sticker: {
      text: parseCell(stickerTitle, unescapeFormula(cell(line, "text")), at("text")),
      votes: parseCell(voteCount, Number(cell(line, "votes")), at("votes")),
      rounds: Object.fromEntries(
        ofRounds.map((name, i) => [i + 1, parseCell(voteCount, Number(cell(line, name)), at(name))]),
      ),
      reactions: parseCell(reactionCounts, parseReactions(cell(line, "reactions")), at("reactions")),
      name: parseCell(groupName, unescapeFormula(cell(line, "group_name")), at("group_name")) || undefined,
      note: parseCell(topicNote, unescapeFormula(cell(line, "note")), at("note")) || undefined,
      created_at: parseTime(cell(line, "created_at"), at("created_at")),
    },
  };
}

function positionOf(cell: string): number | null {
  const position = /^\s*\d{1,9}\s*$/u.test(cell) ? Number(cell) : 0;
  return position > 0 ? position : null;
}

function readActionLines(
  { lines, cell }: Pick<CsvTable, "lines" | "cell">,
  paths: ReadonlyMap<number, number[]>,
): FileAction[] {
  const max = limits.actions.perBoard;
  if (lines.length > max)
    throw fieldError(`line ${lines[max]?.number ?? 0}`, "validation.tooManyActions", { max });
  return lines.map((line) => {
    const field = `line ${line.number}`;
    const action = {
      text: unescapeFormula(cell(line, "text")),
      ...Object.fromEntries(
        actionFields.map(({ name, kind }) => {
          const value = cell(line, name);
          if (kind === "text") return [name, unescapeFormula(value)];
          return [name, (kind === "day" ? yearFirst(value) : unescapeFormula(value).trim()) || undefined];
        }),
      ),
      status: cell(line, "action_status").trim(),
      created_at: parseTime(cell(line, "created_at"), `${field}.created_at`),
      source: paths.get(Number(cell(line, "source_position"))),
    };
    return parseCell(fileAction, action, field);
  });
}
