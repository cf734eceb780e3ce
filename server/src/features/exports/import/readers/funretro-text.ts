import { maxLines } from "../../csv/csv-lines.ts";
import { ForeignBoard } from "./foreign-board.ts";
import type { Reader } from "./reader.ts";
import { splitVotes, votesAtEnd } from "./votes-at-end.ts";

/** The title of a column, then a line `- text (3 votes)` for each card; a card may have several lines. */
export const funRetroText: Reader = {
  recognises: ({ text, json }) =>
    json === undefined &&
    !/^\s*[-#]/u.test(text) &&
    // A list below a card is an outline's.
    !/^[ \t]+[-*•] /mu.test(text) &&
    hasCardWithVotes(text.split("\n", maxLines + 1)),
  read({ text }, title) {
    const board = new ForeignBoard("", title);
    // Two columns may have the same title.
    let section = { key: "", title: "" };
    let open: { lines: string[]; field: string } | null = null;
    const close = () => {
      if (open === null) return;
      const { text, votes } = splitVotes(open.lines.join("\n"));
      board.addSection(section.key, section.title, open.field);
      board.addCard({
        section: section.key,
        text,
        field: open.field,
        textName: "text",
        votes: { name: "votes", value: votes },
      });
      open = null;
    };
    const lines = text.split("\n").map((each) => each.trimEnd());
    const endsCard = linesBeforeVotes(lines);
    for (const [i, line] of lines.entries()) {
      const field = `line ${i + 1}`;
      if (line.startsWith("- ")) {
        close();
        open = { lines: [line.slice(2)], field };
      } else if (line === "" && endsCard[i] !== true) close();
      else if (open !== null) open.lines.push(line);
      else {
        section = { key: field, title: line.trim() };
        board.addSection(field, section.title, `${field}.title`);
      }
      if (votesAtEnd.test(line)) close();
    }
    close();
    return board.finish();
  },
};

const hasCardWithVotes = (lines: readonly string[]): boolean =>
  lines.length <= maxLines && lines.some((line) => line.startsWith("- ") && votesAtEnd.test(line.trimEnd()));

/** Whether the votes of a card come after each line, before the next card begins. */
function linesBeforeVotes(lines: readonly string[]): boolean[] {
  const found: boolean[] = [];
  let isBefore = false;
  for (let i = lines.length - 1; i >= 0; i -= 1) {
    const line = lines[i] ?? "";
    found[i] = isBefore;
    if (line.startsWith("- ")) isBefore = false;
    else if (votesAtEnd.test(line)) isBefore = true;
  }
  return found;
}
