import { cleanLine } from "@retro/contract/clean-text";
import type { LeftOutKind } from "@retro/contract/files/board-file";
import type { ColumnRole } from "@retro/contract/files/table-import";
import { fieldError } from "../../../../http/errors/app-error.ts";
import { yearFirst } from "../../csv/csv-times.ts";
import { unescapeFormula } from "../../csv/csv.ts";
import type { CsvLine } from "../../csv/csv-lines.ts";
import { ForeignBoard, sameText } from "../readers/foreign-board.ts";
import type { ImportedFile } from "../readers/reader.ts";
import { splitVotes } from "../readers/votes-at-end.ts";
import { type ActionColumns, actionColumns, archivedColumn } from "./headings.ts";
import type { Table } from "./table.ts";

const actionKinds = /^(?:action|action items?|task|to-?do|действие|задача|договор[её]нность|поручение)s?$/iu;
const doneWords = /^(?:done|closed|completed?|resolved|сделано|готово|выполнено|закрыто)$/iu;
const droppedWords = /^(?:dropped|cancell?ed|won['’]t do|не делаем|отменено)$/iu;
const commentKinds = /^(?:comment|reply|комментарий|ответ)$/iu;

/** @throws AppError 422 by the line and the column; or by `columns`, if these roles make no board */
export function tableBoard(table: Table, title: string): ImportedFile {
  refuseRoles(table);
  const board = new ForeignBoard("", title);
  const column = (role: ColumnRole) => table.roles.indexOf(role);
  const cell = ({ cells }: CsvLine, role: ColumnRole) => unescapeFormula(cells[column(role)] ?? "");
  const sectionOf = sectionsOf(table.lines, (line) => cell(line, "section").trim());
  const groupOf = (line: CsvLine) => {
    const group = sameText(cell(line, "group"));
    return group === "" ? null : `${sameText(sectionOf(line))}\n${group}`;
  };
  const archived = table.heading === "yes" ? archivedColumn(table.names) : -1;
  const isArchived = ({ cells }: CsvLine) =>
    table.roles[archived] === "" && /^(?:true|yes|да)$/iu.test((cells[archived] ?? "").trim());
  const isCard = (line: CsvLine) => {
    if (isArchived(line)) return false;
    const kind = cell(line, "kind").trim();
    return !commentKinds.test(kind) && !actionKinds.test(kind) && cleanLine(cell(line, "text")) !== "";
  };
  const groups = Map.groupBy(table.lines.filter(isCard), groupOf);
  const actions = table.heading === "yes" ? actionColumns(table.names) : null;
  // Actions have neither sections nor votes nor groups.
  const isActionTable =
    actions !== null && column("section") < 0 && column("votes") < 0 && column("group") < 0;
  const hasText = column("text") >= 0;
  for (const line of table.lines) {
    const field = `line ${line.number}`;
    if (hasText && isArchived(line)) board.leaveOut("closedCards");
    else if (hasText) addRow(line, field);
  }
  table.roles.forEach((role, i) => {
    if (role === "stickers") addColumn(i);
  });
  for (const [header, ...rows] of table.actionTables) {
    const names = header?.cells ?? [];
    const columns = actionColumns(names) ?? {};
    for (const line of rows) addAction(line, names, columns);
  }
  board.leaveOut("otherRows", table.otherRows);
  for (const [kind, count] of Object.entries(table.leftOut)) board.leaveOut(kind as LeftOutKind, count);
  return board.finish();

  function addRow(line: CsvLine, field: string): void {
    const kind = cell(line, "kind").trim();
    const text = cell(line, "text");
    const textName = table.names[column("text")] ?? "";
    if (commentKinds.test(kind)) return board.leaveOut("comments");
    if (isActionTable || actionKinds.test(kind))
      return addAction(line, table.names, { ...actions, text: column("text"), owner: column("author") });
    const section = sectionOf(line);
    board.addSection(section, section, `${field}.${table.names[column("section")]}`);
    const group = groupOf(line);
    const members = group === null ? [] : (groups.get(group) ?? []);
    board.addCard({
      section,
      text,
      field,
      textName,
      id: String(line.number),
      parent: members[0] === line ? null : String(members[0]?.number),
      group:
        members.length > 1 && members[0] === line
          ? { name: table.names[column("group")] ?? "", value: cell(line, "group") }
          : undefined,
      votes: { name: table.names[column("votes")] ?? "", value: cell(line, "votes") },
      author: cell(line, "author"),
      dueOn: dayOf(line.cells[actions?.due ?? -1]),
      status: statusOf(line.cells[actions?.status ?? -1]),
    });
  }

  function addAction({ number, cells }: CsvLine, names: readonly string[], columns: Partial<ActionColumns>) {
    const valueOf = (index = -1) => unescapeFormula(cells[index] ?? "").trim();
    board.addAction({
      text: valueOf(columns.text),
      field: `line ${number}`,
      textName: names[columns.text ?? -1] ?? "",
      owners: [valueOf(columns.owner)],
      dueOn: dayOf(valueOf(columns.due)),
      status: statusOf(valueOf(columns.status)),
      link: valueOf(columns.link),
    });
  }

  function addColumn(index: number): void {
    const name = table.names[index] ?? "";
    board.addSection(`column ${index}`, name, `line 1.${name}`);
    for (const line of table.lines) {
      const { text, votes } = splitVotes(unescapeFormula(line.cells[index] ?? "").trim());
      // A short column is padded.
      if (text === "" && votes === undefined) continue;
      board.addCard({
        section: `column ${index}`,
        text,
        field: `line ${line.number}`,
        textName: name,
        votes: { name, value: votes },
      });
    }
  }
}

/** A time of the day is no part of a due date. */
const dayOf = (cell = ""): string =>
  yearFirst(unescapeFormula(cell)).replace(/^(\d{4}-\d\d-\d\d)[T ].*$/su, "$1");

function statusOf(cell = ""): "done" | "dropped" | "open" {
  const status = cell.trim();
  if (doneWords.test(status)) return "done";
  return droppedWords.test(status) ? "dropped" : "open";
}

/** If every title occurs once, a spreadsheet has merged cells: the empty ones below belong to its section. */
function sectionsOf(lines: readonly CsvLine[], read: (line: CsvLine) => string): (line: CsvLine) => string {
  const named = lines.map(read).filter((name) => name !== "");
  if (new Set(named.map(sameText)).size < named.length) return read;
  const sections = new Map<CsvLine, string>();
  let last = "";
  for (const line of lines) {
    last = read(line) || last;
    sections.set(line, last);
  }
  return (line) => sections.get(line) ?? "";
}

function refuseRoles({ roles }: Table): void {
  const taken = roles.filter((role) => role !== "" && role !== "stickers");
  if (new Set(taken).size < taken.length) throw fieldError("columns", "validation.columnTwice");
  if (!roles.includes("text") && !roles.includes("stickers"))
    throw fieldError("columns", "validation.noTextColumn");
}
