import type { Action } from "@retro/contract/actions";
import type { AnswerText } from "@retro/rules/answer-texts";
import { escapeMarkdown } from "@retro/rules/text/escape-markdown";
import type { VoteRanking } from "@retro/rules/ranking";
import { nameOfTopic, type Topic } from "@retro/rules/topics";
import type { Translate } from "../../../i18n/useT.ts";
import { escapeHtml } from "../../../ui/device/escapeHtml.ts";
import { formatDay } from "../../../ui/display/calendarDay.ts";
import { oneLine } from "../resultsText.ts";

/** The parts of a meeting's summary. */
export interface SummaryContent {
  title: string;
  /** Of the votes; null on a board without rounds [V8]. */
  round: string | null;
  topics: readonly Topic[];
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

export function topicsHeading({ round }: Pick<SummaryContent, "round">, t: Translate): string {
  return round === null ? t("summary.topics") : `${t("summary.topics")} · ${round}`;
}

/** Topics with votes or with a note. */
export function topicsToTell({ ranked, unvoted }: Pick<VoteRanking, "ranked" | "unvoted">): Topic[] {
  return [...ranked, ...unvoted.filter(isNoted)];
}

export function isNoted({ sticker, members }: Topic): boolean {
  return [sticker, ...members].some(({ note }) => note !== undefined);
}

interface TopicPart {
  id: string;
  /** null: the heading has it. */
  title: string | null;
  note: string | undefined;
}

/** The lines below the heading of a topic: its grouped stickers, each with its note [F7]. */
export function partsOfTopic(topic: Topic): TopicPart[] {
  const { sticker, members } = topic;
  const isNamed = nameOfTopic(topic) !== sticker.title;
  const own = { ...sticker, title: isNamed ? sticker.title : null };
  return [own, ...members].map(({ id, title, note }) => ({ id, title, note }));
}

function partsOf(
  { topics, actions, answers, people, round, length }: SummaryContent,
  t: Translate,
  locale: string,
): Part[] {
  const parts = [
    {
      heading: topicsHeading({ round }, t),
      rows: topics.map((topic) => ({
        text:
          oneLine(nameOfTopic(topic)) +
          (topic.votes > 0 ? ` (${t("votes.votes", { count: topic.votes })})` : ""),
        nested: partsOfTopic(topic).flatMap(({ title, note }) => [
          ...(title === null ? [] : [oneLine(title)]),
          ...(note === undefined ? [] : [`${t("meeting.note")}: ${oneLine(note)}`]),
        ]),
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

/** The same summary twice: for chats that read Markdown, and for wikis and mails that take formatted text. */
export function summaryTexts(
  summary: SummaryContent,
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
