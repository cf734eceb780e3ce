import { type ColumnChoice, type ColumnRole, columnRoles } from "@retro/contract/files/table-import";
import { limits } from "@retro/contract/limits";
import { actionColumns, fitOfHeading, foldHeading, meansOther, namesRole } from "./headings.ts";

/** The kind of a column's cells, whatever its heading is. */
type ColumnContent = "empty" | "dates" | "numbers" | "flags" | "addresses" | "keys" | "texts";

const forms: readonly [ColumnContent, RegExp][] = [
  ["numbers", /^[+-]?\d[\d.,\s]*%?$/u],
  [
    "dates",
    /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\p{L}{3,9}\.? \d{1,2},? \d{4}|\d{1,2}[ /-]\p{L}{3,9}\.?[ /-]\d{2,4})(?:[T ,].{0,40})?$/u,
  ],
  ["flags", /^(?:true|false|yes|no|да|нет)$/iu],
  ["addresses", /^(?:https?:\/\/\S+|[^\s@]+@(?:[^\s@.]+\.)+[^\s@.]+)$/iu],
  ["keys", /^(?=\S*\d)(?:[\p{L}\d]{1,10}-\d+|[\da-f-]{8,}|[\p{L}\d_-]{16,}|\p{L}{1,2}\d+)$/iu],
];

/** The kind of more than half of the cells. */
function contentOf(cells: readonly string[]): ColumnContent {
  if (cells.length === 0) return "empty";
  const [found] =
    forms.find(([, form]) => 2 * cells.filter((cell) => form.test(cell)).length > cells.length) ?? [];
  return found ?? "texts";
}

/** Names as people have them: `Ann`, `Ann Lee`. Short titles look alike. */
const areNames = (cells: readonly string[]): boolean =>
  cells.length > 0 && cells.every((cell) => /^\p{Lu}[\p{L}.'-]*(?: \p{Lu}[\p{L}.'-]*){0,2}$/u.test(cell));

type Rows = readonly (readonly string[])[];

const filledCells = (rows: Rows, column: number): string[] =>
  rows.map((row) => (row[column] ?? "").trim()).filter((cell) => cell !== "");

interface Column {
  name: string;
  cells: readonly string[];
  content: ColumnContent;
  distinct: number;
  rows: number;
}

function columnsOf(names: readonly string[], rows: Rows): Column[] {
  return names.map((name, i) => {
    const cells = filledCells(rows, i);
    return { name, cells, content: contentOf(cells), distinct: new Set(cells).size, rows: rows.length };
  });
}

/** How well a column fits a role: the score of its heading, less what its content costs. 0: not at all. */
function fitOf(column: Column, role: ColumnRole): number {
  const fit = fitOfHeading(column.name, role);
  return fit === 0 ? 0 : Math.max(0, fit + agreement[role](column, fit));
}

const never = -10;
/** What the content costs of the heading's score: 0 or less. */
const agreement: Readonly<Record<ColumnRole, (column: Column, fit: number) => number>> = {
  text({ name, cells, content, distinct, rows }) {
    const isSeldom = 2 * cells.length < rows ? 3 : 0;
    const isRepeated = cells.length > 3 && 2 * distinct <= cells.length ? 5 : 0;
    const isPeople = foldHeading(name) === "name" && areNames(cells) ? 3 : 0;
    return -(content === "texts" || content === "empty" ? 0 : 5) - isSeldom - isRepeated - isPeople;
  },
  section({ cells, content, distinct, rows }, fit) {
    if (cells.some((cell) => cell.length > limits.sectionTitle)) return never;
    const isConstant = rows > 1 && distinct < 2 ? 6 : 0;
    if (fit > 5) return -isConstant;
    const isOften =
      2 * cells.length >= rows && distinct <= limits.maxSections && distinct <= cells.length / 2;
    return content === "texts" && (isOften || rows < 4) ? -isConstant : never;
  },
  /** "Likes" and "Плюсы" are also titles of sections: votes are numbers, but for a few cells. */
  votes: ({ cells }) =>
    2 * cells.filter((cell) => countOfVotes.test(cell)).length >= cells.length ? 0 : never,
  group: () => 0,
  author: ({ content }) => (content === "dates" || content === "numbers" || content === "flags" ? never : 0),
  /** A column such as "Type" may have the types of another tool: every cell must be a kind that we know. */
  kind: ({ cells }) => (cells.every((cell) => knownKinds.test(cell)) ? 0 : never),
  stickers: () => never,
};
const countOfVotes = /^[+-]?\d[\d.,]*(?: \p{L}+)?$/u;
const knownKinds =
  /^(?:cards?|sticker|sticky(?: note)?|note|idea|reflection|comment|reply|action|action items?|task|to-?do|карточка|стикер|заметка|комментарий|ответ|действие|задача|договор[её]нность|поручение)$/iu;

const headed = columnRoles.filter((role) => role !== "stickers");

/** Whether the first row names columns. */
export function hasHeadings(first: readonly string[], rows: Rows): boolean {
  const fits = columnsOf(first, rows).map((column) => Math.max(...headed.map((role) => fitOf(column, role))));
  return fits.some(namesRole) || fits.filter((fit) => fit > 0).length > 1;
}

/** Whether at least two cells are known headings, word for word; a row of texts has none. */
export const namesColumns = (cells: readonly string[]): boolean =>
  cells.filter((cell) => headed.some((role) => namesRole(fitOfHeading(cell, role)))).length > 1;

/** Headings of the time at which a row was written. */
const times = new Set("timestamp|date|created|created at|отметка времени|дата|создано".split("|"));
/** Headings of columns with nothing that belongs on a board. */
const others = new Set("id|key|updated|status|state|url|link|email|ключ|статус|ссылка|почта".split("|"));

/**
 * The columns of a table that has a section in each column: their headings fit no role and have texts below
 * them. "Idea" and "Feedback" may be sections, too, if the other columns have texts as well. The columns of a
 * form for who answered and when are left out.
 */
export function columnsOfSections(first: readonly string[], rows: Rows): number[] {
  const all = columnsOf(first, rows);
  const columns = all.filter(
    (column) =>
      ["texts", "empty"].includes(column.content) &&
      !(namesRole(fitOf(column, "author")) && areNames(column.cells)) &&
      !times.has(foldHeading(column.name)),
  );
  if (all.some((column) => fitOf(column, "votes") > 0)) return [];
  if (columns.length < 2 || rows.length === 0) return [];
  // A day or a number is no heading: then the first row is data.
  if (first.some((title) => title !== "" && contentOf([title]) !== "texts")) return [];
  if (!columns.every(isTitleOfTexts)) return [];
  const indexes = columns.map((column) => all.indexOf(column));
  if (columns.every((column) => headed.every((role) => fitOf(column, role) === 0))) return indexes;
  const text = columns.find(({ name }) => fitOfHeading(name, "text") > 0);
  const isColumns = columns.every(
    (column) =>
      column === text ||
      (headed.every((role) => fitOf(column, role) === 0) &&
        !others.has(foldHeading(column.name)) &&
        areTextsLike(column.cells, text?.cells ?? [])),
  );
  return isColumns ? indexes : [];
}

function isTitleOfTexts({ name, cells }: Column): boolean {
  return (
    /\p{L}/u.test(name) &&
    name.length <= limits.sectionTitle &&
    // A section may be empty.
    (cells.length === 0 ||
      (new Set(cells).size > cells.length / 2 && cells.some((cell) => /\p{L}/u.test(cell))))
  );
}

/** Whether the cells have words, not keys or addresses, and are not as short beside the texts as names. */
function areTextsLike(cells: readonly string[], texts: readonly string[]): boolean {
  const hasWord = (cell: string) => /(?<![^\s"«(])\p{L}+(?![^\s.,;:!?"»)])/u.test(cell);
  const mean = (all: readonly string[]) =>
    all.reduce((sum, { length }) => sum + length, 0) / Math.max(1, all.length);
  return cells.every(hasWord) && 4 * mean(cells) >= mean(texts);
}

/** Whether a heading is surely a section's: a status may be an action's, too. */
const namesSection = (heading: string): boolean => fitOfHeading(heading, "section") > 5;

/** Guesses by headings and content, then by the content alone. */
export function guessColumns(names: readonly string[], rows: Rows): ColumnChoice[] {
  const columns = columnsOf(names, rows);
  const roles: ColumnChoice[] = names.map(() => "");
  const give = (role: ColumnRole, column: Column | undefined): void => {
    if (column !== undefined && !roles.includes(role)) roles[columns.indexOf(column)] = role;
  };
  const free = () => columns.filter((_, i) => roles[i] === "");
  const best = (role: ColumnRole) =>
    free()
      .map((column) => ({ column, fit: fitOf(column, role) }))
      .filter(({ fit }) => fit > 0)
      .toSorted((a, b) => b.fit - a.fit)[0];
  for (const role of ["text", "votes", "kind", "section", "group", "author"] as const) {
    const found = best(role);
    // The status of an action is no section.
    const isWeak = role === "section" && !namesSection(found?.column.name ?? "");
    const isOfAction = isWeak && actionColumns(names) !== null;
    if (!isOfAction || roles.includes("votes")) give(role, found?.column);
  }
  const unnamed = () => free().filter(({ name }) => !meansOther(name));
  const meanLength = ({ cells, content }: Column) =>
    content === "dates" || content === "addresses" || content === "keys"
      ? 0
      : cells.filter((cell) => /\p{L}/u.test(cell)).reduce((sum, cell) => sum + cell.length, 0);
  give("text", unnamed().toSorted((a, b) => meanLength(b) - meanLength(a))[0]);
  give("section", unnamed().find(isSection));
  give("votes", unnamed().find(isVotes));
  return roles;
}

/** A few values, each on several rows, on nearly every row. */
const isSection = ({ cells, distinct, rows }: Column): boolean =>
  cells.length >= 0.8 * rows &&
  distinct > 1 &&
  distinct <= limits.maxSections &&
  2 * distinct <= cells.length &&
  cells.every((cell) => /\p{L}/u.test(cell) && cell.length <= limits.sectionTitle);

/** Small whole numbers that repeat; those of an id do not. */
const isVotes = ({ cells, distinct }: Column): boolean =>
  cells.length > 1 && cells.every((cell) => /^\d{1,4}$/u.test(cell)) && distinct < Math.max(2, cells.length);
