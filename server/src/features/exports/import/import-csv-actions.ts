import { type FileAction, fileAction } from "@retro/contract/files/board-file";
import { limits } from "@retro/contract/limits";
import { fieldError } from "../../../http/errors/app-error.ts";
import { actionFields } from "../action-fields.ts";
import { type CsvTable, parseCell } from "../csv/csv-lines.ts";
import { parseTime, yearFirst } from "../csv/csv-times.ts";
import { unescapeFormula } from "../csv/csv.ts";

export function readActionLines(
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
