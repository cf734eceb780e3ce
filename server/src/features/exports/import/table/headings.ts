import type { ColumnRole } from "@retro/contract/files/table-import";
import { fold } from "@retro/contract/fold";

/** A longer cell is a text. */
const longestHeading = 100;

export const foldHeading = (heading: string): string =>
  heading.length > longestHeading ? "" : fold(heading.replaceAll(/[*:?]+/gu, " "));

/** Words of headings in English and Russian, and how well they name their role: from 10 to 1. */
const words: Readonly<Partial<Record<ColumnRole, Readonly<Record<number, string>>>>> = {
  text: {
    10:
      "text|sticker|sticky|sticky note|card|title|summary|item|idea|" +
      "текст|стикер|карточка|название|идея|мысль|задача",
    8: "note|content|comment|feedback|message|заметка|содержание|комментарий|сообщение|отзыв",
    6: "name|task|наименование",
    4: "description|notes|описание",
  },
  section: {
    10:
      "section|section/column|column|board column|category|list|list name|lane|frame|prompt|area|bucket|bucket name|" +
      "раздел|секция|колонка|столбец|категория|список|рубрика",
    5: "status|state|stage|progress|статус|состояние|этап",
    3: "type|kind|тип|вид",
  },
  votes: {
    10:
      "votes|vote|upvotes|likes|score|points|голоса|голосов|голос|лайки|плюсы|баллы|оценка|кол-во голосов|" +
      "vote count|number of votes",
  },
  group: { 10: "group|cluster|theme|topic|stack|группа|кластер|тема" },
  author: {
    10:
      "author|created by|creator|by|user|who|owner|assignee|assignees|assigned to|reporter|from|" +
      "автор|кто|имя|участник|создал|пользователь|ответственный|исполнитель|сотрудник",
    5: "name|your name|full name|ваше имя",
  },
  kind: { 10: "kind|type|вид|тип" },
};

/** A heading that has a word of a role but means something else: `Card ID`, `Comment Count`, `Issue Type`. */
const other =
  /(?:^| )(?:id|key|url|links?|count|date|time|at|e-?mail|number|path|lead|category|story points|(?:issue|work item|task|project|card) (?:type|description|status)|дата|почта|ссылка)$|^(?:parent|blocked|blocking|project|board|checklist|attachment|last|custom|completed|due|start) |\((?:dependencies)\)$/u;

const scores = new Map(
  Object.entries(words).map(([role, byScore]) => [
    role,
    new Map(
      Object.entries(byScore).flatMap(([score, list]) =>
        list.split("|").map((word) => [word, Number(score)] as const),
      ),
    ),
  ]),
);
const kindOfCard =
  /^(?:card|task|item|sticker|sticky|note|issue|idea|work item) (?:name|title|text|summary)$/u;
/** Words that name a role only as the whole heading: beside other words they mean many things. */
const onlyAlone = new Set([
  "name",
  "by",
  "list",
  "item",
  "status",
  "state",
  "type",
  "kind",
  "task",
  "points",
  "score",
]);

/** From 10 to 0: the score of a known word, a third of it if the heading has other words, too. */
export function fitOfHeading(heading: string, role: ColumnRole): number {
  const name = foldHeading(heading);
  const known = scores.get(role);
  const exact = known?.get(name);
  if (exact !== undefined) return exact;
  if (role === "text" && kindOfCard.test(name)) return 10;
  const parts = name.match(/[\p{L}-]+/gu) ?? [];
  if (parts.length > 4 || other.test(name)) return 0;
  const found = parts.filter((word) => !onlyAlone.has(word)).map((word) => known?.get(word) ?? 0);
  return Math.floor(Math.max(0, ...found) / 3);
}

/** Whether the heading has a word of a role but means something else. */
export const meansOther = (heading: string): boolean => other.test(foldHeading(heading));

/** Whether the heading alone is enough to know the role of its column. */
export const namesRole = (fit: number): boolean => fit > 4;

const actionText = new Set([
  ...(scores.get("text")?.keys() ?? []),
  ..."action|action item|to-do|действие".split("|"),
]);
for (const word of ["name", "notes"]) actionText.delete(word);
/** Headings of a table of actions, ours and those of other tools. */
const actionHeadings = {
  text: actionText,
  owner: new Set(["owner", "assignee", "ответственный", "исполнитель"]),
  due: new Set(["due", "due date", "deadline", "срок", "дедлайн"]),
  status: new Set(["status", "state", "статус", "состояние"]),
  link: new Set(["link", "url", "ссылка"]),
} as const;
export type ActionColumns = Record<keyof typeof actionHeadings, number>;

/** The column of each field of an action, -1 for none. Null for a table without text, owner and due date. */
export function actionColumns(names: readonly string[]): ActionColumns | null {
  const known = names.map(foldHeading);
  const find = (each: ReadonlySet<string>) => known.findIndex((name) => each.has(name));
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

/** The column that marks archived rows, -1 for none. */
export const archivedColumn = (names: readonly string[]): number =>
  names.findIndex((name) => /^(?:archived|is archived|в архиве|архив)$/u.test(foldHeading(name)));
