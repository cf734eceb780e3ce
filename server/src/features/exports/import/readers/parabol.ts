import { hasColumns, readTable } from "../../csv/csv-lines.ts";
import { ForeignBoard } from "./foreign-board.ts";
import type { Reader } from "./reader.ts";

const required = ["reflectiongroup", "author", "votes", "type", "createdat", "prompt", "content"];

/** A group's votes stand on each of its rows: two groups may have the same name, but seldom the same votes. */
export const parabol: Reader = {
  recognises: ({ text, json }) => json === undefined && hasColumns(text, required),
  read({ text }, title) {
    const { lines, cell } = readTable(text, required);
    const board = new ForeignBoard("", title);
    const groupOf = (line: (typeof lines)[number]) =>
      ["prompt", "reflectiongroup", "votes"].map((name) => cell(line, name)).join("\n");
    const isReflection = (line: (typeof lines)[number]) => cell(line, "type").trim() === "Reflection";
    const sizes = new Map<string, number>();
    for (const line of lines.filter(isReflection))
      sizes.set(groupOf(line), (sizes.get(groupOf(line)) ?? 0) + 1);
    const begun = new Set<string>();
    for (const line of lines) {
      const field = `line ${line.number}`;
      const createdAt = cell(line, "createdat");
      const section = cell(line, "prompt");
      if (isReflection(line)) {
        const group = groupOf(line);
        const name = cell(line, "reflectiongroup");
        const isGroup = (sizes.get(group) ?? 0) > 1 && name.trim() !== "";
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
