import type { ColumnChoice, ColumnRole } from "@retro/contract/files/table-import";
import { limits } from "@retro/contract/limits";

/** Headings of tables in English and Russian, in the order in which the roles are given away. */
const headings: Readonly<Partial<Record<ColumnRole, readonly string[]>>> = {
  text: (
    "text|sticker|sticky|card|note|content|description|title|comment|feedback|item|idea|message|summary|" +
    "текст|стикер|карточка|описание|содержание|заметка|комментарий|сообщение|идея|мысль|отзыв|название"
  ).split("|"),
  section:
    "section|column|category|list|lane|frame|prompt|area|раздел|секция|колонка|столбец|категория|список|рубрика".split(
      "|",
    ),
  votes:
    "votes|vote|upvotes|likes|score|points|голоса|голосов|голос|лайки|плюсы|баллы|оценка|кол-во голосов".split(
      "|",
    ),
  group: "group|cluster|theme|topic|stack|группа|кластер|тема".split("|"),
  author: (
    "author|created by|creator|by|user|who|name|owner|assignee|from|" +
    "автор|кто|имя|участник|создал|пользователь|ответственный|исполнитель|сотрудник"
  ).split("|"),
  kind: "kind|type|вид|тип".split("|"),
};

const normalize = (heading: string): string => heading.normalize("NFC").trim().toLowerCase();

/** 2: the heading is such a word; 1: it has one, such as "Card text". */
function fit(heading: string, role: ColumnRole): number {
  const name = normalize(heading);
  const words = name.match(/[\p{L}-]+/gu) ?? [];
  const known = headings[role] ?? [];
  if (known.includes(name)) return 2;
  return words.length <= 4 && words.some((word) => known.includes(word)) ? 1 : 0;
}

const headed = Object.keys(headings) as ColumnRole[];

/** Of columns that hold nothing of a board. */
const others = new Set(
  "id|key|date|created|created at|updated|status|state|url|link|email|ключ|дата|создано|статус|ссылка|почта".split(
    "|",
  ),
);

/** Headings of a table of actions, ours and those of other tools. */
const actionHeadings = {
  text: [...(headings.text ?? []), "action", "action item", "task", "to-do", "действие", "задача"],
  owner: ["owner", "assignee", "ответственный", "исполнитель"],
  due: ["due", "due date", "deadline", "срок", "дедлайн"],
  status: ["status", "state", "статус", "состояние"],
  link: ["link", "url", "ссылка"],
} as const;
export type ActionColumns = Record<keyof typeof actionHeadings, number>;

/** Where a table of actions has each of their facts, -1 for nowhere. Null: an owner and a day make an action. */
export function actionColumns(names: readonly string[]): ActionColumns | null {
  const known = names.map(normalize);
  const find = (words: readonly string[]) => known.findIndex((name) => words.includes(name));
  const { text, owner, due, status, link } = actionHeadings;
  const found = {
    text: find(text),
    owner: find(owner),
    due: find(due),
    status: find(status),
    link: find(link),
  };
  return found.text < 0 || found.owner < 0 || found.due < 0 ? null : found;
}

type Rows = readonly (readonly string[])[];

const filledCells = (rows: Rows, column: number): string[] =>
  rows.map((row) => (row[column] ?? "").trim()).filter((cell) => cell !== "");

/** "Likes" and "Плюсы" are also titles of sections: votes are numbers, but for a few cells. */
function fitOf(names: readonly string[], rows: Rows, column: number, role: ColumnRole): number {
  const fitting = fit(names[column] ?? "", role);
  if (role !== "votes" || fitting === 0) return fitting;
  const cells = filledCells(rows, column);
  return 2 * cells.filter((cell) => countOfVotes.test(cell)).length >= cells.length ? fitting : 0;
}
const countOfVotes = /^[+-]?\d[\d.,]*(?: \p{L}+)?$/u;

/** Whether the first row names columns. */
export function hasHeadings(first: readonly string[], rows: Rows): boolean {
  const named = first.map((_, column) => Math.max(...headed.map((role) => fitOf(first, rows, column, role))));
  return named.includes(2) || named.filter((each) => each > 0).length > 1;
}

/** Whether two cells or more are headings, word for word: a row of texts is not. */
export const namesColumns = (cells: readonly string[]): boolean =>
  cells.filter((cell) => headed.some((role) => fit(cell, role) === 2)).length > 1;

/**
 * A section in each column: headings that name no column of a list, with texts below each. "Idea" and "Feedback" are
 * also titles of sections, if the other columns hold texts as well.
 */
export function isTableOfColumns(first: readonly string[], rows: Rows): boolean {
  if (first.length < 2 || rows.length === 0) return false;
  const columns = first.map((_, column) => filledCells(rows, column));
  const isTitled = first.every((title, i) => isTitleOfTexts(title, columns[i] ?? []));
  if (!isTitled || !hasHeadings(first, rows)) return isTitled;
  const isText = (column: number) => fit(first[column] ?? "", "text") > 0;
  const text = columns.findIndex((_, column) => isText(column));
  return first.every((title, column) => {
    if (column === text) return true;
    const hasRole = headed.some((role) => fitOf(first, rows, column, role) > 0);
    return (
      !hasRole && !others.has(normalize(title)) && areTextsLike(columns[column] ?? [], columns[text] ?? [])
    );
  });
}

function isTitleOfTexts(title: string, cells: readonly string[]): boolean {
  return (
    /\p{L}/u.test(title) &&
    title.length <= limits.sectionTitle &&
    new Set(cells).size > cells.length / 2 &&
    cells.some((cell) => /\p{L}/u.test(cell))
  );
}

/** Words, neither keys nor addresses, and not as short as names beside texts. */
function areTextsLike(cells: readonly string[], texts: readonly string[]): boolean {
  const hasWord = (cell: string) => /(?<![^\s"«(])\p{L}+(?![^\s.,;:!?"»)])/u.test(cell);
  const mean = (all: readonly string[]) =>
    all.reduce((sum, { length }) => sum + length, 0) / Math.max(1, all.length);
  return cells.every(hasWord) && 4 * mean(cells) >= mean(texts);
}

/** Guesses by the headings, then by the content. */
export function guessColumns(names: readonly string[], rows: Rows): ColumnChoice[] {
  const roles: ColumnChoice[] = names.map(() => "");
  const give = (role: ColumnRole, column: number | undefined): void => {
    if (column !== undefined && !roles.includes(role)) roles[column] = role;
  };
  const free = () => roles.flatMap((role, column) => (role === "" ? [column] : []));
  for (const wanted of [2, 1])
    for (const role of headed)
      give(
        role,
        free().find((column) => fitOf(names, rows, column, role) === wanted),
      );
  const filled = (column: number) => filledCells(rows, column);
  const meanLength = (column: number) => {
    const cells = filled(column).filter((cell) => /\p{L}/u.test(cell));
    return cells.reduce((sum, cell) => sum + cell.length, 0) / Math.max(1, rows.length);
  };
  const longest = () => free().toSorted((a, b) => meanLength(b) - meanLength(a))[0];
  give("text", longest());
  give(
    "section",
    free().find((column) => isSection(filled(column), rows.length)),
  );
  give(
    "votes",
    free().find((column) => isVotes(filled(column))),
  );
  return roles;
}

/** A few values, each on several rows, on nearly every row. */
function isSection(cells: readonly string[], rows: number): boolean {
  const values = new Set(cells);
  return (
    cells.length >= 0.8 * rows &&
    values.size > 1 &&
    values.size <= limits.maxSections &&
    2 * values.size <= cells.length &&
    cells.every((cell) => /\p{L}/u.test(cell) && cell.length <= limits.sectionTitle)
  );
}

/** Small whole numbers that repeat; those of an id do not. */
function isVotes(cells: readonly string[]): boolean {
  return (
    cells.length > 1 &&
    cells.every((cell) => /^\d{1,4}$/u.test(cell)) &&
    new Set(cells).size < Math.max(2, cells.length)
  );
}
