import { type CsvLine, hasColumns, readTable } from "../../csv/csv-lines.ts";
import { decodeText } from "../table/xml.ts";
import { ForeignBoard } from "./foreign-board.ts";
import type { Reader } from "./reader.ts";

const required = ["id", "text", "bg color", "sticky type", "position x", "position y"];
/** A wider gap between two stickies begins a new band; a sticky is about 150 wide. */
const bandGap = 400;

interface Sticky {
  line: CsvLine;
  x: number;
  y: number;
  section: string;
}

/** The sections are the areas; without any, the colours; with one colour, the bands from left to right. */
export const mural: Reader = {
  recognises: ({ text, json }) => json === undefined && hasColumns(text, required),
  read({ text }, title) {
    const { lines, cell } = readTable(text, required);
    const board = new ForeignBoard("", title);
    const numberIn = (line: CsvLine, column: string) => Number(cell(line, column)) || 0;
    const stickies = lines
      .map((line) => ({ line, x: numberIn(line, "position x"), y: numberIn(line, "position y") }))
      .toSorted((a, b) => a.x - b.x);
    const by = (column: string): Sticky[] =>
      stickies.map((each) => ({ ...each, section: decodeText(cell(each.line, column).trim()) }));
    const areas = by("area");
    const colors = by("bg color");
    const placed = areas.some(({ section }) => section !== "")
      ? areas
      : new Set(colors.map(({ section }) => section)).size > 1
        ? colors
        : bandsOf(stickies);
    for (const { section, line } of placed) board.addSection(section, section, `line ${line.number}`);
    for (const { line, section } of placed.toSorted((a, b) => a.y - b.y)) {
      board.addCard({
        section,
        text: decodeText(cell(line, "text")),
        field: `line ${line.number}`,
        textName: "Text",
        createdAt: cell(line, "last content edited") || cell(line, "last updated"),
      });
      for (const column of ["last updated by", "last content edited by"])
        board.leaveOutAuthor(cell(line, column));
      if (cell(line, "link to").trim() !== "") board.leaveOut("links");
      if (cell(line, "tags").trim() !== "") board.leaveOut("labels");
    }
    return board.finish();
  },
};

function bandsOf(stickies: readonly Omit<Sticky, "section">[]): Sticky[] {
  let band = 1;
  let last = stickies[0]?.x ?? 0;
  return stickies.map((sticky) => {
    if (sticky.x - last > bandGap) band += 1;
    last = sticky.x;
    return { ...sticky, section: String(band) };
  });
}
