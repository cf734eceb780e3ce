import type { BoardFile, FileSticker } from "@retro/contract/files/board-file";
import type { Translate } from "../../i18n/useT.ts";
import { escapeHtml } from "../../ui/device/escapeHtml.ts";

interface Table {
  heading: string;
  head: string[];
  rows: string[][];
}

/**
 * A board as tables for the clipboard: formatted for Confluence, Notion, Google Docs and Word, and cells
 * separated by tabs for everything else. The file of the board has no people, so the tables name no authors.
 */
export function boardTables(file: BoardFile, t: Translate): Record<"text/plain" | "text/html", string> {
  const tables = tablesOf(file, t).filter(({ rows }) => rows.length > 0);
  const row = (tag: "th" | "td", cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${htmlLines(cell)}</${tag}>`).join("")}</tr>`;
  const html = tables.map(
    ({ heading, head, rows }) =>
      `<h2>${htmlLines(heading)}</h2><table border="1" style="border-collapse:collapse"><thead>${row("th", head)}` +
      `</thead><tbody>${rows.map((cells) => row("td", cells)).join("")}</tbody></table>`,
  );
  const plain = tables.map(({ heading, head, rows }) =>
    [heading, ...[head, ...rows].map((cells) => cells.map(oneCell).join("\t"))].join("\n"),
  );
  return {
    "text/html": `<h1>${htmlLines(file.board.title)}</h1>${html.join("")}`,
    "text/plain": [file.board.title, ...plain].join("\n\n"),
  };
}

function tablesOf({ sections, actions = [] }: BoardFile, t: Translate): Table[] {
  const textOf = ({ text }: Pick<FileSticker, "text">) => text ?? t("exports.hidden");
  const placed = sections.flatMap(({ title, columns }) =>
    columns.flat().flatMap((sticker) => withNested(sticker, 0).map((each) => ({ title, ...each }))),
  );
  // Concealed counts are null.
  const hasVotes = placed.some(({ sticker }) => typeof sticker.votes === "number");
  const hasLinks = actions.some(({ link }) => link);
  return [
    {
      heading: t("exports.stickers"),
      head: [t("exports.section"), t("exports.text"), ...(hasVotes ? [t("exports.votes")] : [])],
      rows: placed.map(({ title, depth, sticker }) => {
        const { name, stickers = [], votes } = sticker;
        const named = name !== undefined && stickers.length > 0 ? `${name}: ` : "";
        const nesting = depth === 0 ? "" : `${"\u00a0\u00a0".repeat(depth - 1)}↳ `;
        return [title, `${nesting}${named}${textOf(sticker)}`, ...(hasVotes ? [String(votes ?? 0)] : [])];
      }),
    },
    {
      heading: t("actions.title"),
      head: [
        t("exports.text"),
        t("actions.owner"),
        t("actions.due"),
        t("actions.status"),
        ...(hasLinks ? [t("actions.link")] : []),
      ],
      rows: actions.map((action) => [
        textOf(action),
        action.owner ?? "",
        action.due_on ?? "",
        t(`actions.${action.status}`),
        ...(hasLinks ? [action.link ?? ""] : []),
      ]),
    },
  ];
}

function withNested(sticker: FileSticker, depth: number): { depth: number; sticker: FileSticker }[] {
  const { stickers = [] } = sticker;
  return [{ depth, sticker }, ...stickers.flatMap((each) => withNested(each, depth + 1))];
}

const htmlLines = (text: string) => escapeHtml(text).replaceAll("\n", "<br>");
const oneCell = (text: string) =>
  text
    .split(/[\n\t]/u)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");
