import { expect, test } from "vitest";
import { AppError } from "../../../../http/errors/app-error.ts";
import { splitTable } from "../table/delimiters.ts";
import { readFile } from "./read-file.ts";

const sectionsOf = (text: string) =>
  readFile(Buffer.from(text), "T").content.sections.map(
    ({ title, columns }) =>
      `${title}: ${columns
        .flat()
        .map((sticker) => sticker.text)
        .join(" | ")}`,
  );

test.each([
  ["a list that begins with a box", "[ ] Buy tea\n[x] Call Bob", ["T: Buy tea | Call Bob"]],
  [
    "numbers below Markdown's headings",
    "# S\n## Good\n1. Pairing\n2. Tea\n## Bad\n1. Builds",
    ["Good: Pairing | Tea", "Bad: Builds"],
  ],
  ["a bold beginning of a note", "# S\n## Good\n- **Deploys:** slow", ["Good: **Deploys:** slow"]],
  ["a bold number at the beginning", "# S\n## Good\n- **1.** Tea", ["Good: **1.** Tea"]],
  [
    "a plan with numbers and brackets",
    "# S\n## Good\n- Tea\n## Plan\n- **1.** Release (2 weeks, Platform)\n- Cake",
    ["Good: Tea", "Plan: **1.** Release (2 weeks, Platform) | Cake"],
  ],
  [
    "an emphasised word before a number of minutes",
    "# S\n## Good\n- Tea\n## Bad\n- *Builds* are slow (3 minutes)",
    ["Good: Tea", "Bad: *Builds* are slow (3 minutes)"],
  ],
  ["an emphasised line above a list", "# S\n## Good\n*On time*\n- Tea", ["Good: On time | Tea"]],
  ["an indented line above a list", "# S\n## Good\n  On time\n- Tea", ["Good: On time | Tea"]],
  ["a list below a card with votes", "Good:\n- A (2 votes)\n  - B (1 vote)", ["Good: A (2 votes)"]],
  ["a list above the first heading", "# S\n- Tea\n## Good\n- Cake", ["S: Tea", "Good: Cake"]],
  [
    "blank lines inside a card of EasyRetro",
    "Good\n- Tea\n\nand cake (2 votes)\n\nBad\n- Builds (0 votes)",
    ["Good: Tea\n\nand cake", "Bad: Builds"],
  ],
])("[X5] no text is lost or refused: %s", (_, text, sections) => {
  expect(sectionsOf(text)).toEqual(sections);
});

test("[X5] two groups of Parabol with the same name stay apart, with the votes of each", () => {
  const rows = [
    "reflectionGroup,author,votes,type,createdAt,prompt,content",
    "Tests,Anonymous,3,Reflection,2026-11-20T10:00:00Z,Good,Fast tests",
    "Tests,Anonymous,3,Reflection,2026-11-20T10:00:00Z,Good,Green tests",
    "Tests,Anonymous,1,Reflection,2026-11-20T10:00:00Z,Good,Old tests",
    "Tests,Anonymous,1,Reflection,2026-11-20T10:00:00Z,Good,Slow tests",
  ];
  const [section] = readFile(Buffer.from(rows.join("\n")), "T").content.sections;
  expect(
    section?.columns.flat().map(({ name, text, votes, stickers }) => [name, text, votes, stickers?.length]),
  ).toEqual([
    ["Tests", "Fast tests", 3, 1],
    ["Tests", "Old tests", 1, 1],
  ]);
});

test("[X5] a table keeps a cell that begins with a word in quotes, and an empty cell of a wiki's row", () => {
  const cells = (text: string, delimiter: "comma" | "pipe") =>
    splitTable(text, delimiter).map((line) => line.cells);
  expect(cells('Text,Votes\n"CI" is slow,2\n"a, ""b""",3\n"two\nlines",4', "comma")).toEqual([
    ["Text", "Votes"],
    ['"CI" is slow', "2"],
    ['a, "b"', "3"],
    ["two\nlines", "4"],
  ]);
  expect(cells("||Text||Section||Votes||\n|Tea||2|", "pipe")).toEqual([
    ["Text", "Section", "Votes"],
    ["Tea", "", "2"],
  ]);
});

test("[X5] a text that means to be JSON is refused by the line of its fault", () => {
  for (const text of ["{", '{"a": 1,}', "[[1,", '[{"a" 1}]'])
    expect(() => readFile(Buffer.from(text), "T")).toThrow(AppError);
});

test("[X5] a file with actions alone is a board, whose only section is named like it", () => {
  const { content } = readFile(Buffer.from("# Sprint 42\n## Actions\n- [ ] Buy tea\n- [x] Call Bob"), "T");
  expect(content.sections.map(({ title }) => title)).toEqual(["Sprint 42"]);
  expect(content.actions?.map(({ text }) => text)).toEqual(["Buy tea", "Call Bob"]);
});

test("[X5] a due date of Trello is the day by the user's clock", () => {
  const lists = [
    { id: "g", name: "Good" },
    { id: "a", name: "Actions" },
  ];
  const file = (due: string) =>
    JSON.stringify({ name: "B", lists, cards: [{ id: "c", idList: "a", name: "Tea", due }] });
  const dueIn = (zone: string, due: string) =>
    readFile(Buffer.from(file(due)), "T", zone).content.actions?.[0]?.due_on;
  expect(dueIn("Europe/Moscow", "2026-11-25T21:00:00.000Z")).toBe("2026-11-26");
  expect(dueIn("America/New_York", "2026-11-26T04:59:00.000Z")).toBe("2026-11-25");
  expect(dueIn("UTC", "2026-11-26T04:59:00.000Z")).toBe("2026-11-26");
  expect(dueIn("America/New_York", "2026-11-26")).toBe("2026-11-26");
  expect(dueIn("America/New_York", "tomorrow")).toBeUndefined();
});

test("[X5] an item of Azure DevOps keeps its description, and a long one is counted", () => {
  const items = ["of green tea", "x".repeat(1000)].map((description, i) => ({
    id: `${i}`,
    title: `Tea ${i}`,
    description,
    columnId: "g",
  }));
  const file = JSON.stringify([{ board: { title: "B", columns: [{ id: "g", title: "Good" }] }, items }]);
  expect(sectionsOf(file)).toEqual(["Good: Tea 0\nof green tea | Tea 1"]);
  expect(readFile(Buffer.from(file), "T").leftOut).toEqual([{ kind: "descriptions", count: 1 }]);
});

test("[X5] votes of Trello are those of its count, or else of its voters", () => {
  const cards = [
    { id: "a", idList: "g", name: "Tea", badges: { votes: 3 }, idMembersVoted: ["m"] },
    { id: "b", idList: "g", name: "Cake", idMembersVoted: ["m", "n"] },
    { id: "c", idList: "g", name: "Noise" },
  ];
  const file = JSON.stringify({ name: "B", lists: [{ id: "g", name: "Good" }], cards });
  const [section] = readFile(Buffer.from(file), "T").content.sections;
  expect(section?.columns.flat().map(({ votes }) => votes ?? 0)).toEqual([3, 2, 0]);
});

test("[X5] a board of Trello whose only list is called Actions is a board of stickers", () => {
  const cards = [{ id: "a", idList: "l", name: "Buy tea" }];
  const file = JSON.stringify({ name: "B", lists: [{ id: "l", name: "Actions" }], cards });
  expect(sectionsOf(file)).toEqual(["Actions: Buy tea"]);
  expect(readFile(Buffer.from(file), "T").content.actions).toEqual([]);
});

test("[X5] 5,000 reflections of Parabol in groups of two fit: a group's name is no sticker", () => {
  const rows = Array.from(
    { length: 5000 },
    (_, i) => `Group ${i >> 1},Anonymous,1,Reflection,2026-11-20T10:00:00Z,Good,Text ${i}`,
  );
  const file = ["reflectionGroup,author,votes,type,createdAt,prompt,content", ...rows].join("\n");
  const [section] = readFile(Buffer.from(file), "T").content.sections;
  const heads = section?.columns.flat() ?? [];
  expect([heads.length, heads.at(-1)?.name, heads.at(-1)?.stickers?.length]).toEqual([2500, "Group 2499", 1]);
});

test("[X5] the second note of a card, and what stands below a task, are texts", () => {
  const text = "# S\n## Good\n- Mob\n  - *Pro:* shared\n  - *Con:* tiring\n- [ ] Fix CI\n  - *Owner:* Ann";
  const { sections, actions } = readFile(Buffer.from(text), "T").content;
  const [card, ...others] = sections.flatMap(({ columns }) => columns.flat());
  expect([card?.text, card?.note, card?.stickers?.map((each) => each.text)]).toEqual([
    "Mob",
    "shared",
    ["*Con:* tiring"],
  ]);
  expect([actions?.length, others.map((each) => each.text)]).toEqual([1, ["*Owner:* Ann"]]);
});
