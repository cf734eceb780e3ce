import { AppError } from "../../../../http/errors/app-error.ts";
import { type CsvLine, maxHeaderLength, readLines } from "../../csv/csv-lines.ts";
import { ForeignBoard } from "./foreign-board.ts";
import type { Reader } from "./reader.ts";
import { splitVotes } from "./votes-at-end.ts";

/** Headings of a table with a card in each row, which is another kind of file. */
const tableWords = new Set(
  (
    "id text title content description vote votes author section column group type date created name " +
    "category card status owner текст раздел секция колонка голоса автор группа дата тип название описание"
  ).split(" "),
);

/** The first row has the titles of the columns, and the cards stand below; short columns are padded. */
export const funRetroCsv: Reader = {
  recognises: ({ text, json }) => json === undefined && isColumnTable(text),
  read({ text }, title) {
    const [header = { number: 1, cells: [] }, ...lines] = linesOf(text);
    const board = new ForeignBoard("", title);
    const columns = header.cells
      .map((name, index) => ({ name, index }))
      .filter(({ name }) => name.trim() !== "");
    for (const { name, index } of columns) board.addSection(String(index), name, `line ${header.number}`);
    for (const { name, index } of columns)
      for (const line of lines) {
        const cell = (line.cells[index] ?? "").trim();
        // A short column is padded.
        if (cell === "") continue;
        const { text: card, votes } = splitVotes(cell);
        board.addCard({
          section: String(index),
          text: card,
          field: `line ${line.number}`,
          textName: name.trim(),
          votes: { name: name.trim(), value: votes },
        });
      }
    return board.finish();
  },
};

function linesOf(text: string): CsvLine[] {
  const [header = ""] = text.split(/[\r\n]/u, 1);
  const parts = (separator: string) => header.split(separator).length;
  const [separator = ","] = [",", ";", "\t"].toSorted((a, b) => parts(b) - parts(a));
  return readLines(text, separator);
}

/** Every row is as wide as the first, and cards have words: prose and tables of numbers do not. */
function isColumnTable(text: string): boolean {
  const [first = ""] = text.split(/[\r\n]/u, 1);
  if (first.length > maxHeaderLength) return false;
  try {
    const [header = { cells: [] }, ...lines] = linesOf(text);
    const { cells: titles } = header;
    return (
      titles.length > 1 &&
      titles.every((title) => title.trim() !== "") &&
      !isTableHeader(titles) &&
      lines.length > 0 &&
      lines.every(({ cells }) => cells.length === titles.length) &&
      titles.every((_, i) => hasWords(lines.map(({ cells }) => cells[i] ?? "")))
    );
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

function isTableHeader(titles: readonly string[]): boolean {
  const words = titles.map((title) => title.toLowerCase().match(/\p{L}+/gu) ?? []);
  const withWord = words.filter((each) => each.some((word) => tableWords.has(word)));
  return withWord.length > 1 || withWord.some((each) => each.length === 1);
}

const hasWords = (cells: readonly string[]): boolean =>
  cells.every((cell) => cell.trim() === "") || cells.some((cell) => /\p{L}/u.test(cell));
