import { fieldError } from "../../../../http/errors/app-error.ts";
import { ForeignBoard } from "./foreign-board.ts";
import type { Reader } from "./reader.ts";

const feedbackHeader = "Type,Description,Votes,CreatedDate,CreatedBy";
const workHeader = "Feedback Description,Work Item Title,Work Item Type,Work Item Id,Url";
const firstLine = /^"?Retrospectives Summary for ['"](.*)['"] \(/u;

/** Quotation marks inside texts are not escaped: the last fields of a row are read from the right. */
export const azureCsv: Reader = {
  recognises: ({ text, json }) => json === undefined && text.slice(0, 5000).includes(feedbackHeader),
  read({ text }, title) {
    const lines = text.split(/\r?\n/u);
    const board = new ForeignBoard(firstLine.exec(lines[0] ?? "")?.[1] ?? "", title);
    const feedbackAt = lines.indexOf(feedbackHeader);
    if (feedbackAt < 0) throw fieldError("line 1", "validation.notCsv");
    const found = lines.indexOf(workHeader);
    const workAt = found < 0 ? lines.length : found;
    for (const { head, tail, field } of rowsOf(lines, feedbackAt + 1, workAt, feedbackTail)) {
      const [section = "", description = ""] = splitFirst(head);
      const [votes = "", createdAt = "", ...author] = tail;
      board.addSection(section, section, `${field}.Type`);
      board.addCard({
        section,
        text: description,
        field,
        textName: "Description",
        votes: { name: "Votes", value: votes },
        createdAt,
      });
      // The tool writes "undefined" for a hidden author.
      if (author[0] !== "undefined") board.leaveOutAuthor(author.join(","));
    }
    for (const { head, tail, field } of rowsOf(lines, workAt + 1, lines.length, workTail)) {
      const [, title = ""] = splitLast(head);
      const [, , link] = tail;
      board.addAction({ text: title, field, textName: "Work Item Title", link });
    }
    return board.finish();
  },
};

interface Row {
  head: string;
  tail: string[];
  field: string;
}

/** A text may hold line breaks: a row ends with the line that ends in the last three fields. */
function rowsOf(
  lines: readonly string[],
  from: number,
  to: number,
  isTail: (tail: string[]) => boolean,
): Row[] {
  const rows: Row[] = [];
  let open: string[] = [];
  let number = from + 1;
  for (const [i, line] of lines.slice(from, to).entries()) {
    if (open.length === 0) {
      if (line.trim() === "" || line.trim() === "Work Items") continue;
      number = from + i + 1;
    }
    // A name such as `Lee, Ann` is two fields.
    const tail = [3, 4].map((count) => takeFromRight(line, count)).find(({ fields }) => isTail(fields));
    if (tail === undefined) {
      open.push(line);
      continue;
    }
    rows.push({ head: [...open, tail.head].join("\n"), tail: tail.fields, field: `line ${number}` });
    open = [];
  }
  if (open.some((line) => line.trim() !== "" && line.trim() !== "Work Items"))
    throw fieldError(`line ${number}`, "validation.notCsv");
  return rows;
}

const feedbackTail = ([votes = "", created = ""]: string[]): boolean =>
  /^\d{1,9}$/u.test(votes) && (created === "" || !Number.isNaN(Date.parse(created)));
const workTail = ([, id = "", url = ""]: string[]): boolean =>
  /^\d{1,12}$/u.test(id) && /^https?:/iu.test(url);

function takeFromRight(line: string, count: number): { head: string; fields: string[] } {
  const fields: string[] = [];
  let head = line.trimEnd();
  while (fields.length < count) {
    const isQuoted = head.length > 1 && head.endsWith('"');
    const at = isQuoted ? head.lastIndexOf(',"', head.length - 2) : head.lastIndexOf(",");
    if (at < 0) return { head: line, fields: [] };
    fields.unshift(unquote(head.slice(at + 1)));
    head = head.slice(0, at);
  }
  return { head, fields };
}

/** `"Type","Description"`: the first field ends where the second begins. */
function splitFirst(head: string): string[] {
  const at = head.startsWith('"') ? head.indexOf('",') + 1 : head.indexOf(",");
  return at <= 0 ? [unquote(head), ""] : [unquote(head.slice(0, at)), unquote(head.slice(at + 1))];
}

function splitLast(head: string): string[] {
  const at = head.lastIndexOf('","') + 1 || head.lastIndexOf(",");
  return at <= 0 ? ["", unquote(head)] : [unquote(head.slice(0, at)), unquote(head.slice(at + 1))];
}

function unquote(field: string): string {
  return field.length > 1 && field.startsWith('"') && field.endsWith('"') ? field.slice(1, -1) : field;
}
