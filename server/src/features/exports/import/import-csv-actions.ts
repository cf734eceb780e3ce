import { fileAction } from "@retro/contract/board-file";
import { limits } from "@retro/contract/limits";
import { fieldError } from "../../../http/errors/app-error.ts";
import type { ImportedAction } from "../../actions/action-import.ts";
import { type CsvTable, parseCell } from "../csv/csv-lines.ts";
import { parseTime, yearFirst } from "../csv/csv-times.ts";
import { unescapeFormula } from "../csv/csv.ts";

/**
 * The actions of a CSV, in the order of their rows (X5).
 * @param lines the rows of actions
 * @param paths the paths to the board's stickers, by their places
 * @throws AppError 422 on `line N` of the first error
 */
export function readActionLines(
  { lines, cell }: CsvTable,
  { now, paths }: { now: number; paths: ReadonlyMap<number, readonly number[]> },
): ImportedAction[] {
  const max = limits.actions.perBoard;
  if (lines.length > max)
    throw fieldError(`line ${lines[max]?.number ?? 0}`, "validation.tooManyActions", { max });
  return lines.map((line) => {
    const field = `line ${line.number}`;
    const { text, owner, due_on, status } = parseCell(
      fileAction,
      {
        text: unescapeFormula(cell(line, "text")),
        owner: unescapeFormula(cell(line, "owner")),
        due_on: yearFirst(cell(line, "due_on")) || undefined,
        status: cell(line, "action_status").trim(),
      },
      field,
    );
    return {
      text: text ?? "",
      owner: owner || null,
      dueOn: due_on ?? null,
      status,
      createdAt: parseTime(cell(line, "created_at"), { now, field }),
      statusAt: now,
      source: paths.get(Number(cell(line, "source_position"))) ?? null,
    };
  });
}
