import { maxLines } from "../../csv/csv-lines.ts";
import { readListLines } from "@retro/rules/text/list-lines";
import { hasEqualCells } from "../table/delimiters.ts";
import { headingOf, isWikiTable } from "../table/wiki-tables.ts";
import { ForeignBoard } from "./foreign-board.ts";
import type { Reader } from "./reader.ts";

interface Line {
  number: number;
  /** The number of blanks before it. */
  indent: number;
  /** Without its marker. */
  text: string;
  marked: boolean;
  /** The level of a heading of Markdown or a wiki, from 1; 0 for any other line. */
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
 * A list as people paste it. A heading is one of Markdown or a wiki, a line such as "Went well:", or a line
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
/** Whether the form of a line makes it a heading, without a list below it. */
const isLoose = ({ level, text }: Line): boolean =>
  level > 0 || /:(?:\*\*|__|\*)?$/u.test(text) || /^(?:\*\*|__)/u.test(emphasized.exec(text)?.[0] ?? "");

const ruledLine = /^(?:[-*_]\s?){3,}$/u;
const quotation = /^>\s+(?=\p{L})/u;

function readLines(text: string): Line[] {
  return readListLines(text, maxLines + 1)
    .filter(({ content }) => !ruledLine.test(content))
    .map(({ number, indent, content, text: unmarked }) => {
      const heading = headingOf(content);
      const withoutQuotation = unmarked.replace(quotation, "");
      return {
        number,
        indent,
        text: heading?.title ?? withoutQuotation,
        marked: heading === null && withoutQuotation !== content,
        level: heading?.level ?? 0,
      };
    });
}
