import { createUnmarker } from "@retro/rules/text/list-lines";
import { limits } from "@retro/contract/limits";
import type { CsvLine } from "../../csv/csv-lines.ts";
import { guessColumns } from "./guess-columns.ts";
import { actionColumns } from "./headings.ts";

interface Heading {
  title: string;
  /** From 1. */
  level: number;
}

/** A heading of Markdown, Jira (`h2. `) or MediaWiki (`== Good ==`); null for any other line. */
export function headingOf(line: string): Heading | null {
  const [, marks = "", digit, title] = /^(?:(#{1,6}) |h([1-6])\. )(.*)$/su.exec(line) ?? [];
  if (title !== undefined) return { title: title.trim(), level: Number(digit) || marks.length };
  const [, equals, name] = /^(={1,6})([^=](?:.*[^=])?)\1$/su.exec(line) ?? [];
  return name === undefined ? null : { title: name.trim(), level: equals?.length ?? 1 };
}

/** A quoted cell of a file with other separators: a wiki's table in it is a text. */
const quotedCell = /(?<=^|[,;\t\r\n])"(?:[^"]|"")*"(?=[,;\t\r\n]|$)/gu;

/** Rows of cells between `|` with no other text than headings, or with headings that only a table has. */
export function isWikiTable(text: string): boolean {
  const lines = linesOf(text);
  if (hasTableHead(linesOf(text.replaceAll(quotedCell, "")))) return true;
  const first = lines.find((line) => line !== "" && headingOf(line) === null);
  if (first?.startsWith("|") !== true && first?.startsWith("{|") !== true) return false;
  return first.startsWith("{|") || lines.every((line) => /^(?:\||$)/u.test(line) || headingOf(line) !== null);
}

/**
 * A table of Markdown (`| cell | cell |`), of Confluence (headings between `||`) or of MediaWiki (`{|`). Headings above
 * tables are a first column, which names the section.
 */
export function readWikiLines(text: string): CsvLine[] {
  const lines = linesOf(text);
  const rows = isMediaWiki(lines) ? mediaWikiRows(lines) : pipeRowsAndItems(lines);
  const headings = lines.flatMap((line, i) => {
    const heading = headingOf(line);
    return heading === null ? [] : [{ number: i + 1, title: heading.title }];
  });
  return headings.length === 0 ? rows : withSections(rows, headings);
}

const linesOf = (text: string): string[] => text.split(/\r\n?|\n/u).map((line) => line.trim());
const isMediaWiki = (lines: readonly string[]): boolean => lines.some((line) => line.startsWith("{|"));

/** Markdown has a row of dashes below the headings of a table, Confluence writes them between `||`. */
const hasTableHead = (lines: readonly string[]): boolean =>
  lines.some(
    (line, i) =>
      /^\|\|[^|].*\|\|$/u.test(line) ||
      (/^\|[\s|:]*-[\s|:-]*$/u.test(line) && /^\|.*[^\s|:-]/u.test(lines[i - 1] ?? "")),
  );

/** Counts the lines around a table that are neither headings nor items of lists. */
export function countTextLines(text: string): number {
  const lines = linesOf(text);
  if (isMediaWiki(lines) || !hasTableHead(lines)) return 0;
  const unmark = createUnmarker();
  return lines.filter((line) => !/^(?:\||$)/u.test(line) && headingOf(line) === null && unmark(line) === line)
    .length;
}

/** The items of lists around a table join its column of texts. */
function pipeRowsAndItems(lines: readonly string[]): CsvLine[] {
  if (!hasTableHead(lines)) return pipeRows(lines);
  const [header, ...rows] = pipeRows(lines.map((line) => (line.startsWith("|") ? line : "")));
  if (header === undefined) return [];
  // The import refuses more columns; without this limit, every item would first get a cell for each of them.
  const names = header.cells.slice(0, limits.import.columns);
  const texts = guessColumns(
    names,
    rows.slice(0, 200).map(({ cells }) => cells),
  ).indexOf("text");
  const unmark = createUnmarker();
  const items = lines.flatMap((line, i) => {
    const item = unmark(line);
    const isItem = item !== line && !line.startsWith("|");
    return isItem ? [{ number: i + 1, cells: names.map((_, column) => (column === texts ? item : "")) }] : [];
  });
  return [header, ...[...rows, ...items].toSorted((a, b) => a.number - b.number)];
}

function withSections(
  rows: readonly CsvLine[],
  headings: readonly { number: number; title: string }[],
): CsvLine[] {
  const header = rows[0]?.cells.join("\n");
  let next = 0;
  const sectioned = rows.flatMap(({ number, cells }, i) => {
    if (i === 0) return [{ number, cells: ["Section", ...cells] }];
    while ((headings[next]?.number ?? Infinity) < number) next += 1;
    // Each section repeats the headings of its table.
    return cells.join("\n") === header
      ? []
      : [{ number, cells: [headings[next - 1]?.title ?? "", ...cells] }];
  });
  // The only heading above actions is their title.
  const isTitle = new Set(sectioned.slice(1).map(({ cells }) => cells[0])).size === 1;
  return isTitle && actionColumns(rows[0]?.cells ?? []) !== null ? [...rows] : sectioned;
}

function pipeRows(lines: readonly string[]): CsvLine[] {
  return lines.flatMap((line, i) => {
    // The row below Markdown's headings has no text.
    if (/^[\s|:-]*$/u.test(line) || headingOf(line) !== null) return [];
    // In any other row `||` is an empty cell.
    const isHeading = line.startsWith("||");
    const row = (isHeading ? line.replaceAll(/\|{2,}/gu, "|") : line)
      .replace(/^\|/u, "")
      .replace(/(?<!\\)\|$/u, "");
    return [{ number: i + 1, cells: row.split(/(?<!\\)\|/u).map(cellOf) }];
  });
}

/** A row begins with `|-`; its cells stand on one line or on several. */
function mediaWikiRows(lines: readonly string[]): CsvLine[] {
  const rows: CsvLine[] = [];
  let row: CsvLine | null = null;
  for (const [i, line] of lines.entries()) {
    if (/^(?:\{\||\|[-}+])/u.test(line) || headingOf(line) !== null) row = null;
    else if (/^[|!]/u.test(line)) {
      if (row === null) rows.push((row = { number: i + 1, cells: [] }));
      for (const cell of line.slice(1).split(line.startsWith("!") ? /!!|\|\|/u : "||"))
        row.cells.push(cellOf(cell.replace(/^[^|=[\]]*=[^|[\]]*\|/u, "")));
    } else if (row !== null && line !== "")
      row.cells.push(`${row.cells.pop() ?? ""}\n${cellOf(line)}`.trim());
  }
  return rows;
}

const cellOf = (cell: string): string =>
  cell
    .replaceAll("\\|", "|")
    .replaceAll(/<br ?\/?>/giu, "\n")
    .trim();
