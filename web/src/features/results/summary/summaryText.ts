import type { Action } from "@retro/contract/actions";
import type { AnswerText } from "@retro/rules/answer-texts";
import type { RankedResult } from "@retro/rules/ranking";
import type { Translate } from "../../../i18n/useT.ts";
import { escapeHtml } from "../../../ui/device/escapeHtml.ts";
import { formatDay } from "../../../ui/display/calendarDay.ts";
import { oneLine } from "../resultsText.ts";

/** What a meeting's summary says. */
export interface Summary {
  title: string;
  /** Of the votes; null on a board without rounds [V8]. */
  round: string | null;
  ranked: readonly RankedResult[];
  /** None with a hidden text. */
  actions: readonly Action[];
  answers: readonly AnswerText[];
  people: readonly string[];
  /** When the meeting was; null: there was none [F10]. */
  length: string | null;
}

interface Part {
  heading: string;
  rows: { text: string; nested?: string[] }[];
}

export function topicsHeading({ round }: Pick<Summary, "round">, t: Translate): string {
  return round === null ? t("summary.topics") : `${t("summary.topics")} · ${round}`;
}

function partsOf(
  { ranked, actions, answers, people, round, length }: Summary,
  t: Translate,
  locale: string,
): Part[] {
  const parts = [
    {
      heading: topicsHeading({ round }, t),
      rows: ranked.map(({ votes, sticker, members }) => ({
        text: `${oneLine(sticker.title)} (${t("votes.votes", { count: votes })})`,
        nested: [
          ...members.map(({ title }) => oneLine(title)),
          ...(sticker.note ? [`${t("meeting.note")}: ${oneLine(sticker.note)}`] : []),
        ],
      })),
    },
    {
      heading: t("actions.title"),
      rows: actions.map(({ text, owner_name, due_on, status }) => ({
        text: [
          oneLine(text),
          ...(owner_name === null ? [] : [owner_name]),
          ...(due_on === null ? [] : [t("actions.dueOn", { date: formatDay(due_on, locale) })]),
          ...(status === "open" ? [] : [t(`actions.${status}`)]),
        ].join(" · "),
      })),
    },
    {
      heading: t("summary.answers"),
      rows: answers.map(({ question, result }) => ({ text: `${oneLine(question)} ${oneLine(result)}` })),
    },
    { heading: t("summary.when"), rows: length === null ? [] : [{ text: length }] },
    { heading: t("summary.people"), rows: people.length === 0 ? [] : [{ text: people.join(", ") }] },
  ];
  return parts.filter(({ rows }) => rows.length > 0);
}

const escapeMarkdown = (text: string) => text.replace(/[\\`*_[\]<>#|]/gu, String.raw`\$&`);

/** The same summary twice: for chats that read Markdown, and for wikis and mails that take formatted text. */
export function summaryTexts(
  summary: Summary,
  t: Translate,
  locale: string,
): { markdown: string; html: string } {
  const title = oneLine(summary.title);
  const parts = partsOf(summary, t, locale);
  const markdown = parts.map(({ heading, rows }) =>
    [
      `## ${escapeMarkdown(heading)}`,
      "",
      ...rows.flatMap(({ text, nested = [] }) => [
        `- ${escapeMarkdown(text)}`,
        ...nested.map((each) => `  - ${escapeMarkdown(each)}`),
      ]),
      "",
    ].join("\n"),
  );
  const list = (rows: string[]) => `<ul>${rows.map((row) => `<li>${row}</li>`).join("")}</ul>`;
  const html = parts.map(({ heading, rows }) => {
    const items = rows.map(
      ({ text, nested = [] }) => escapeHtml(text) + (nested.length > 0 ? list(nested.map(escapeHtml)) : ""),
    );
    return `<h2>${escapeHtml(heading)}</h2>${list(items)}`;
  });
  return {
    markdown: [`# ${escapeMarkdown(title)}`, "", ...markdown].join("\n"),
    html: `<h1>${escapeHtml(title)}</h1>${html.join("")}`,
  };
}
