import { limits } from "@retro/contract/limits";
import { createUnmarker, joinQuotedCells } from "@retro/rules/text/list-lines";
import { hasEqualCells } from "../table/delimiters.ts";
import { headingOf, isWikiTable } from "../table/wiki-tables.ts";
import { ForeignBoard } from "./foreign-board.ts";
import type { Reader } from "./reader.ts";

interface Line {
  number: number;
  /** The blanks before it. */
  indent: number;
  /** Without its marker. */
  text: string;
  marked: boolean;
  /** Of a heading of Markdown or a wiki, from 1; else 0. */
  level: number;
}

interface Card extends Line {
  parent: Card | undefined;
}

interface Heading {
  number: number;
  title: string;
  level: number;
  /** The lines below it need no markers. */
  isLoose: boolean;
  cards: Card[];
}

/**
 * A list as people paste it, with or without headings: those of Markdown, a line such as "Went well:", or a line
 * above an indented or marked list. A list below a card is its group.
 */
export const outline: Reader = {
  recognises({ text, json }) {
    if (json !== undefined || isWikiTable(text)) return false;
    const headings = readOutline(text);
    if (headings === null) return false;
    const count = headings.reduce((sum, { cards }) => sum + cards.length, 0);
    const named = headings.filter(({ title }) => title !== "");
    if (named.length === 0) return count > 1;
    return count > 0 && (named.some(({ level }) => level > 0) || !hasEqualCells(text));
  },
  read({ text }, fallback) {
    const [first, ...rest] = readOutline(text) ?? [];
    const isTitle = first?.cards.length === 0 && first.level === 1 && !rest.some(({ level }) => level === 1);
    const board = new ForeignBoard(isTitle ? first.title : "", fallback);
    for (const { number, title, cards } of isTitle || first === undefined ? rest : [first, ...rest]) {
      const section = `line ${number}`;
      board.addSection(section, title, `${section}.title`);
      for (const { text: card, number: id, parent } of cards)
        board.addCard({
          section,
          text: card,
          field: `line ${id}`,
          textName: "text",
          id: String(id),
          parent: parent && String(parent.number),
        });
    }
    return board.finish();
  },
};

/** As many as a table may have. */
const maxLines = 10 * limits.import.stickers;

/** Null for a text with a line that is neither a heading nor in a list. */
function readOutline(text: string): Heading[] | null {
  const lines = readLines(text);
  if (lines.length > maxLines) return null;
  const base = lines.reduce((least, { indent }) => Math.min(least, indent), Infinity);
  const tops = lines.flatMap(({ indent }, i) => (indent === base ? [i] : []));
  const isDeeper = (i: number) => (lines[i + 1]?.indent ?? 0) > base;
  const isNested = tops.every((i) => lines[i]?.marked === true && isDeeper(i));
  const isHeading = (line: Line, i: number): boolean => {
    if (line.level > 0) return true;
    const next = lines[i + 1];
    if (line.indent > base || next === undefined || next.level > 0) return false;
    return line.marked ? isNested : isDeeper(i) || next.marked || isLoose(line);
  };
  const headings: Heading[] = [];
  let open: Card[] = [];
  for (const [i, line] of lines.entries()) {
    const { number, level, indent, marked } = line;
    if (isHeading(line, i)) {
      headings.push({ number, level, title: titleOf(line.text), isLoose: isLoose(line), cards: [] });
      open = [];
      continue;
    }
    const above = open.at(-1);
    if (!marked && above?.marked === true && indent > above.indent) {
      above.text += `\n${line.text}`;
      continue;
    }
    if (!marked && indent === base && headings.at(-1)?.isLoose !== true) return null;
    if (headings.length === 0) headings.push({ number, level: 0, title: "", isLoose: false, cards: [] });
    open = open.filter((card) => card.indent < indent);
    const card = { ...line, parent: open.at(-1) };
    headings.at(-1)?.cards.push(card);
    open.push(card);
  }
  return headings;
}

const emphasized = /^(\*\*|__|\*)([^*_]+)\1(:?)$/u;
const titleOf = (text: string): string => text.replace(emphasized, "$2$3").replace(/:$/u, "").trim();
/** A heading that needs no list below it: it says so by its form. */
const isLoose = ({ level, text }: Line): boolean =>
  level > 0 || /:(?:\*\*|__|\*)?$/u.test(text) || /^(?:\*\*|__)/u.test(emphasized.exec(text)?.[0] ?? "");

const tabWidth = 4;
const ruledLine = /^(?:[-*_]\s?){3,}$/u;
const quotation = /^>\s+(?=\p{L})/u;

function readLines(text: string): Line[] {
  const lines: Line[] = [];
  const unmark = createUnmarker();
  let number = 0;
  for (const whole of joinQuotedCells(text.replaceAll(/\r\n?/gu, "\n")).split("\n")) {
    const cell = whole.replaceAll("\u2028", "\n");
    number += 1;
    const from = number;
    number += cell.length - cell.replaceAll("\n", "").length;
    const content = cell.trim();
    if (content === "" || ruledLine.test(content)) continue;
    if (lines.length > maxLines) break;
    const heading = headingOf(content);
    const blanks = cell
      .slice(0, cell.length - cell.trimStart().length)
      .replaceAll("\t", " ".repeat(tabWidth));
    // A wiki writes the level as stars.
    const indent = blanks.length + (/^\*+(?=\*\s)/u.exec(content)?.[0].length ?? 0);
    const unmarked = unmark(content, indent).replace(quotation, "");
    lines.push({
      number: from,
      indent,
      text: heading?.title ?? unmarked,
      marked: heading === null && unmarked !== content,
      level: heading?.level ?? 0,
    });
  }
  return lines;
}
