import { fileAction } from "@retro/contract/board-file";
import { limits } from "@retro/contract/limits";
import { fieldError } from "../../http/app-error.ts";
import type { ImportedAction } from "../actions/action-import.ts";
import { actionColumns } from "./csv-actions.ts";
import { cellsOf, type CsvLine, parseCell } from "./csv-lines.ts";
import { unescapeFormula } from "./csv.ts";

/** Tells the rows of actions from those of stickers: they have a status. @param names of the file's columns */
export function isActionLine(names: readonly string[]): (line: CsvLine) => boolean {
  const status = names.indexOf(actionColumns[0]);
  return ({ cells }) => (cells[status] ?? "").trim() !== "";
}

/**
 * The actions of a CSV, in the order of their rows (X5).
 * @param ways the ways to the board's stickers, by their places
 * @throws AppError 422 on `line N` of the first error
 */
export function readActionLines(
  names: readonly string[],
  lines: readonly CsvLine[],
  { now, ways }: { now: number; ways: ReadonlyMap<number, readonly number[]> },
): ImportedAction[] {
  const max = limits.actions.perBoard;
  if (lines.length > max)
    throw fieldError(`line ${lines[max]?.number ?? 0}`, "validation.tooManyActions", { max });
  return lines.map((line) => {
    const cells = cellsOf(line, names);
    const cell = (name: string) => unescapeFormula(cells[names.indexOf(name)] ?? "");
    const { text, owner, due_on, status } = parseCell(
      fileAction,
      {
        text: cell("text"),
        owner: cell("owner"),
        due_on: cell("due_on").trim() || undefined,
        status: cell("action_status").trim(),
      },
      `line ${line.number}`,
    );
    return {
      text: text ?? "",
      owner: owner || null,
      dueOn: due_on ?? null,
      status,
      createdAt: now,
      statusAt: now,
      source: ways.get(Number(cell("source_position"))) ?? null,
    };
  });
}
