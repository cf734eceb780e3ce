import { type CsvLine, hasColumns, readTable } from "../../csv/csv-lines.ts";
import { ForeignBoard } from "./foreign-board.ts";
import type { Reader } from "./reader.ts";

const newer = ["note_id", "author", "text", "column", "rank", "stack"];
const older = ["noteid", "author", "text", "column", "parent", "votes"];

export const scrumlrCsv: Reader = {
  recognises: ({ text, json }) => json === undefined && (hasColumns(text, newer) || hasColumns(text, older)),
  read({ text }, title) {
    const isNewer = hasColumns(text, newer);
    const { lines, names, cell } = readTable(text, isNewer ? newer : older);
    const votings = names.filter((name) => /^voting_\d+$/u.test(name));
    const columns = isNewer
      ? { id: "note_id", section: "column_id", parent: "stack", votes: votings.at(-1) }
      : { id: "noteid", section: "column", parent: "parent", votes: "votes" };
    const board = new ForeignBoard("", title);
    board.leaveOut("votings", votings.length - 1);
    const sectionOf = (line: CsvLine) => cell(line, columns.section) || cell(line, "column");
    for (const line of lines)
      board.addSection(sectionOf(line), cell(line, "column"), `line ${line.number}.column`);
    // The note with the highest rank is at the top of its column there.
    const rank = (line: CsvLine) => Number(cell(line, "rank")) || 0;
    for (const line of isNewer ? lines.toSorted((a, b) => rank(b) - rank(a)) : lines) {
      const field = `line ${line.number}`;
      const parent = cell(line, columns.parent).trim();
      board.addCard({
        section: sectionOf(line),
        text: cell(line, "text"),
        field,
        textName: "text",
        id: cell(line, columns.id),
        parent: parent === "null" ? null : parent,
        votes:
          columns.votes === undefined ? undefined : { name: columns.votes, value: cell(line, columns.votes) },
        createdAt: cell(line, "timestamp"),
      });
      board.leaveOutAuthor(cell(line, "author"));
    }
    return board.finish();
  },
};
