import { formatReactions } from "@retro/contract/reactions";
import { answerTexts } from "@retro/rules/answer-texts";
import { escapeMarkdown } from "@retro/rules/text/escape-markdown";
import type { Translate } from "../../http/session/locale.ts";
import { shownFields } from "./action-fields.ts";
import { type ExportedBoard, type ExportedSticker, groupName } from "./exported-board.ts";
import { lengthOf } from "./meeting-length.ts";
import { topMembers, type TopVoted, topVotedOf } from "./top-voted.ts";

function escapeLine(text: string): string {
  return escapeMarkdown(text.replace(/\s+/gu, " ").trim());
}

export function* toMarkdown(
  view: ExportedBoard,
  t: Translate,
  where: { locale: string; dateLocale: string; timeZone: string },
): Generator<string> {
  yield `# ${escapeLine(view.title)}\n`;
  const length = lengthOf(view, t, where);
  if (length !== null) yield `\n*${escapeLine(length)}*\n`;
  if (view.description !== "") yield `\n${escapeMarkdown(view.description)}\n`;
  yield* topVotedLines(view, t);
  for (const section of view.sections) {
    yield `\n## ${escapeLine(section.title)}\n\n`;
    const stickers = section.columns.flat();
    if (stickers.length === 0) yield `*${t("exports.noStickers")}*\n`;
    for (const sticker of stickers) yield* listLines(sticker, "", t);
  }
  yield* actionLines(view, t);
  yield* answerLines(view, t, where.locale);
}

function* answerLines(view: ExportedBoard, t: Translate, locale: string): Generator<string> {
  const answers = answerTexts(view.questions, { t, locale });
  if (answers.length > 0) yield `\n## ${t("summary.answers")}\n\n`;
  for (const { question, result } of answers) yield `- *${escapeLine(question)}* ${escapeLine(result)}\n`;
}

function* actionLines({ actions }: ExportedBoard, t: Translate): Generator<string> {
  if (actions.length === 0) return;
  yield `\n## ${t("actions.title")}\n\n`;
  for (const action of actions) {
    const text = itemText(action, "", t);
    const fields = shownFields(action, t, (day) => day);
    const days = fields.filter(({ kind }) => kind === "day").map(({ shown }) => `(${shown})`);
    const names = fields.filter(({ kind }) => kind === "text").map(({ shown }) => `— ${escapeLine(shown)}`);
    const task = action.status === "dropped" ? `~~${text}~~` : text;
    const link = action.link ? ` <${action.link.replace(/[<>]/gu, encodeURIComponent)}>` : "";
    yield `- [${action.status === "done" ? "x" : " "}] ${task}${link}${details([...days, ...names])}\n`;
  }
}

function* topVotedLines(view: ExportedBoard, t: Translate): Generator<string> {
  for (const top of topVotedOf(view, t)) yield* rankingLines(top, t);
}

function* rankingLines({ heading, results, more }: TopVoted, t: Translate): Generator<string> {
  yield `\n## ${escapeLine(heading)}\n\n`;
  for (const { rank, votes, sticker, section } of results) {
    // The rank is a text: a Markdown list would number equals one after the other.
    const place = ` (${t("exports.voteCount", { count: votes })}, ${escapeLine(section.title)})`;
    yield `- **${rank}.** ${stickerText(sticker, "", t)}${place}${authorText(sticker)}\n`;
    const { members, more: moreMembers } = topMembers(sticker);
    yield* noteLines(sticker, "  ", t);
    for (const member of members) yield `  - ${itemText(member, "  ", t)}${authorText(member)}\n`;
    if (moreMembers > 0) yield `  - *${t("exports.more", { count: moreMembers })}*\n`;
  }
  if (more > 0) yield `- *${t("exports.more", { count: more })}*\n`;
}

function* listLines(sticker: ExportedSticker, indent: string, t: Translate): Generator<string> {
  const votes = sticker.votes ? [`(${t("exports.voteCount", { count: sticker.votes })})`] : [];
  const reactions = sticker.reactions ? [formatReactions(sticker.reactions)] : [];
  const author = sticker.author === null ? [] : [`— ${escapeLine(sticker.author)}`];
  yield `${indent}- ${stickerText(sticker, indent, t)}${details([...votes, ...reactions, ...author])}\n`;
  yield* noteLines(sticker, `${indent}  `, t);
  for (const below of sticker.stickers) yield* listLines(below, `${indent}  `, t);
}

/** Emphasizes what follows a text. The text's own `*` are escaped, so the import finds its end [X5]. */
function details(parts: readonly string[]): string {
  return parts.length === 0 ? "" : ` *${parts.join(" ")}*`;
}

function* noteLines({ note }: ExportedSticker, indent: string, t: Translate): Generator<string> {
  if (note === undefined) return;
  yield `${indent}- *${t("exports.note")}:* ${itemText({ text: note }, indent, t)}\n`;
}

function stickerText(sticker: ExportedSticker, indent: string, t: Translate): string {
  const name = groupName(sticker);
  return `${name === null ? "" : `**${escapeLine(name)}:** `}${itemText(sticker, indent, t)}`;
}

function itemText({ text }: Pick<ExportedSticker, "text">, indent: string, t: Translate): string {
  const escaped = text === null ? `*${t("exports.hidden")}*` : escapeMarkdown(text);
  // The next lines of a list item begin below its first word; two spaces at the end of a line keep the break.
  return escaped.split(/\r\n|\r|\n/u).join(`  \n${indent}  `);
}

function authorText({ author }: ExportedSticker): string {
  return author === null ? "" : ` — ${escapeLine(author)}`;
}
