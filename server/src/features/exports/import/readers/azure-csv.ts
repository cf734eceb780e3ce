import { fieldError } from "../../../../http/errors/app-error.ts";
import { type CsvLine, readLines } from "../../csv/csv-lines.ts";
import { ForeignBoard } from "./foreign-board.ts";
import type { Reader } from "./reader.ts";

const feedbackHeader = ["Type", "Description", "Votes", "CreatedDate", "CreatedBy"];
const workHeader = ["Feedback Description", "Work Item Title", "Work Item Type", "Work Item Id", "Url"];
const firstLine = /^"?Retrospectives Summary for ['"](.*)['"] \(/u;

/** By a spreadsheet that saved the file again, perhaps with another separator. */
const separatorOf = (text: string): string | undefined =>
  [",", ";", "\t"].find((separator) => text.slice(0, 5000).includes(feedbackHeader.join(separator)));

export const azureCsv: Reader = {
  recognises: ({ text, json }) => json === undefined && separatorOf(text) !== undefined,
  read({ text }, title) {
    const board = new ForeignBoard(firstLine.exec(text)?.[1] ?? "", title);
    const separator = separatorOf(text) ?? ",";
    const isSavedAgain = separator !== "," || /^Feedback Items,+\s*$/mu.test(text);
    const { feedback, work } = isSavedAgain ? readSavedAgain(text, separator) : readOriginal(text);
    for (const { first: section, second: description, tail, field } of feedback) {
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
    for (const { second: title, tail, field } of work) {
      const [, , link] = tail;
      board.addAction({ text: title, field, textName: "Work Item Title", link });
    }
    return board.finish();
  },
};

interface Part {
  first: string;
  second: string;
  tail: string[];
  field: string;
}
interface Parts {
  feedback: Part[];
  work: Part[];
}

/** A spreadsheet escapes quotation marks, and fills every line with separators. */
function readSavedAgain(text: string, separator: string): Parts {
  const lines = readLines(text, separator);
  const placeOf = (header: readonly string[]) => {
    const at = lines.findIndex(({ cells }) => header.every((name, i) => cells[i]?.trim() === name));
    return at < 0 ? lines.length : at;
  };
  const workAt = placeOf(workHeader);
  // Where the other part begins, a line has its name alone.
  const isRow = ({ cells }: CsvLine) => cells.slice(1).some((cell) => cell.trim() !== "");
  const parts = (from: number, to: number) => lines.slice(from, to).filter(isRow).map(partOf);
  return { feedback: parts(placeOf(feedbackHeader) + 1, workAt), work: parts(workAt + 1, lines.length) };
}

function partOf({ number, cells: [first = "", second = "", ...tail] }: CsvLine): Part {
  return { first, second, tail: tail.slice(0, 3), field: `line ${number}` };
}

/** Quotation marks inside texts are not escaped: the last fields of a row are read from the right. */
function readOriginal(text: string): Parts {
  const lines = text.split(/\r?\n/u);
  const feedbackAt = lines.indexOf(feedbackHeader.join(","));
  if (feedbackAt < 0) throw fieldError("line 1", "validation.notCsv");
  const found = lines.indexOf(workHeader.join(","));
  const workAt = found < 0 ? lines.length : found;
  const part =
    (split: (head: string) => string[]) =>
    ({ head, tail, field }: Row): Part => {
      const [first = "", second = ""] = split(head);
      return { first, second, tail, field };
    };
  return {
    feedback: rowsOf(lines, feedbackAt + 1, workAt, feedbackTail).map(part(splitFirst)),
    work: rowsOf(lines, workAt + 1, lines.length, workTail).map(part(splitLast)),
  };
}

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
