import type { Translate } from "../../http/locale.ts";
import type { ExportedBoard, ExportedSticker } from "./exported-board.ts";

/** Escapes a user's text, so that Markdown shows markup, links and HTML as written. */
export function escapeMarkdown(text: string): string {
  return (
    text
      .replace(/[\\`*_[\]<>~|&]/gu, "\\$&")
      // Spaces of one line only: `\s` would match all lines that follow, again for each line.
      .replace(/^([^\S\r\n\u2028\u2029]*)([#+\-=])/gmu, "$1\\$2")
      .replace(/^([^\S\r\n\u2028\u2029]*\d+)([.)])/gmu, "$1\\$2")
  );
}

/** Escapes a text as one line, for headings. */
function escapeLine(text: string): string {
  return escapeMarkdown(text.replace(/\s+/gu, " ").trim());
}

/** The board as Markdown, in pieces: a heading for each section, a list of its stickers, nested ones under their group. */
export function* toMarkdown(view: ExportedBoard, t: Translate): Generator<string> {
  yield `# ${escapeLine(view.title)}\n`;
  if (view.description !== "") yield `\n${escapeMarkdown(view.description)}\n`;
  for (const section of view.sections) {
    yield `\n## ${escapeLine(section.title)}\n`;
    const filled = section.columns
      .map((stickers, i) => ({ stickers, i }))
      .filter(({ stickers }) => stickers.length > 0);
    if (filled.length === 0) yield `\n*${t("exports.noStickers")}*\n`;
    for (const { stickers, i } of filled) {
      if (filled.length > 1) yield `\n### ${t("exports.columnNumber", { number: i + 1 })}\n`;
      yield "\n";
      for (const sticker of stickers) yield* listLines(sticker, "", t);
    }
  }
}

function* listLines(sticker: ExportedSticker, indent: string, t: Translate): Generator<string> {
  const text = sticker.text === null ? `*${t("exports.hidden")}*` : escapeMarkdown(sticker.text);
  // The next lines of a list item begin below its first word; two spaces at the end of a line keep the break.
  const body = text.split(/\r\n|\r|\n/u).join(`  \n${indent}  `);
  const votes =
    sticker.votes === null || sticker.votes === 0
      ? ""
      : ` (${t("exports.voteCount", { count: sticker.votes })})`;
  const author = sticker.author === null ? "" : ` — ${escapeLine(sticker.author)}`;
  yield `${indent}- ${body}${votes}${author}\n`;
  for (const below of sticker.stickers) yield* listLines(below, `${indent}  `, t);
}
