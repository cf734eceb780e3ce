import { ForeignBoard } from "./foreign-board.ts";
import type { Reader } from "./reader.ts";

const votesAtEnd = / ?\((\d{1,9}) votes?\)$/iu;

/** The title of a column, then a line `- text (3 votes)` for each card; a card may have several lines. */
export const funRetroText: Reader = {
  recognises: ({ text, json }) =>
    json === undefined &&
    !/^\s*[-#]/u.test(text) &&
    text.split("\n").some((line) => line.startsWith("- ") && votesAtEnd.test(line.trimEnd())),
  read({ text }, title) {
    const board = new ForeignBoard("", title);
    let section = "";
    let open: { lines: string[]; field: string } | null = null;
    const close = () => {
      if (open === null) return;
      const [last = ""] = open.lines.slice(-1);
      board.addSection(section, section, open.field);
      board.addCard({
        section,
        text: [...open.lines.slice(0, -1), last.replace(votesAtEnd, "")].join("\n"),
        field: open.field,
        textName: "text",
        votes: { name: "votes", value: votesAtEnd.exec(last)?.[1] },
      });
      open = null;
    };
    for (const [i, line] of text
      .split("\n")
      .map((each) => each.trimEnd())
      .entries()) {
      const field = `line ${i + 1}`;
      if (line.startsWith("- ")) {
        close();
        open = { lines: [line.slice(2)], field };
      } else if (line === "") close();
      else if (open !== null) open.lines.push(line);
      else {
        section = line.trim();
        board.addSection(section, section, `${field}.title`);
      }
      if (votesAtEnd.test(line)) close();
    }
    close();
    return board.finish();
  },
};
