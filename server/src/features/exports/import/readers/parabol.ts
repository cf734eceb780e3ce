import { type CsvTable, hasColumns, readTable } from "../../csv/csv-lines.ts";
import { ForeignBoard, sameText } from "./foreign-board.ts";
import type { Reader } from "./reader.ts";

const required = ["reflectiongroup", "author", "votes", "type", "createdat", "prompt", "content"];

type Line = CsvTable["lines"][number];

export const parabol: Reader = {
  recognises: ({ text, json }) => json === undefined && hasColumns(text, required),
  read({ text }, title) {
    const { lines, cell } = readTable(text, required);
    const board = new ForeignBoard("", title);
    const isReflection = (line: Line) => cell(line, "type").trim() === "Reflection";
    const groups = groupsOf(lines.filter(isReflection), cell);
    const begun = new Set<string>();
    for (const line of lines) {
      const field = `line ${line.number}`;
      const createdAt = cell(line, "createdat");
      const section = cell(line, "prompt");
      if (isReflection(line)) {
        const { key: group, size } = groups.get(line) ?? { key: "", size: 0 };
        const name = cell(line, "reflectiongroup");
        const isGroup = size > 1 && name.trim() !== "";
        const isHead = !isGroup || !begun.has(group);
        if (cell(line, "content").trim() !== "") begun.add(group);
        board.addSection(section, section, `${field}.prompt`);
        board.addCard({
          section,
          text: cell(line, "content"),
          field,
          textName: "content",
          ...(isGroup && isHead && { id: group, group: { name: "reflectionGroup", value: name } }),
          parent: isHead ? null : group,
          votes: isHead ? { name: "votes", value: cell(line, "votes") } : undefined,
          createdAt,
        });
      } else if (cell(line, "type").trim() === "Task")
        board.addAction({ text: cell(line, "content"), field, textName: "content", createdAt });
      else board.leaveOut("comments");
      if (cell(line, "author").trim() !== "Anonymous") board.leaveOutAuthor(cell(line, "author"));
    }
    return board.finish();
  },
};

/**
 * Rows with the same name and votes are one group: each row repeats the votes, and two groups seldom share
 * both. A group may have rows of several prompts. But Parabol names a lone reflection after its own
 * beginning: if every row begins with the name, rows of different prompts only begin alike, and are no group.
 */
function groupsOf(lines: readonly Line[], cell: CsvTable["cell"]): Map<Line, { key: string; size: number }> {
  const keyOf = (line: Line, ...names: string[]) =>
    names.map((name) => sameText(cell(line, name))).join("\n");
  const startsWithName = (line: Line) =>
    sameText(cell(line, "content")).startsWith(sameText(cell(line, "reflectiongroup")));
  const groups = new Map<Line, { key: string; size: number }>();
  for (const alike of Map.groupBy(lines, (line) => keyOf(line, "reflectiongroup", "votes")).values()) {
    const names = alike.every(startsWithName)
      ? ["reflectiongroup", "votes", "prompt"]
      : ["reflectiongroup", "votes"];
    for (const [key, members] of Map.groupBy(alike, (line) => keyOf(line, ...names)))
      for (const line of members) groups.set(line, { key, size: members.length });
  }
  return groups;
}
