import { expect, test } from "vitest";
import { AppError } from "../../../../http/errors/app-error.ts";
import { ValidationError } from "../../../../http/errors/validation.ts";
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
    "two columns of EasyRetro with one title",
    "Notes\n- A (2 votes)\n\nNotes\n- B (1 vote)",
    ["Notes: A", "Notes: B"],
  ],
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

const parabol = (...rows: string[]) =>
  ["reflectionGroup,author,votes,type,createdAt,prompt,content", ...rows].join("\n");
const reflection = (group: string, votes: number, prompt: string, text: string) =>
  `${group},Anonymous,${votes},Reflection,2026-11-20T10:00:00Z,${prompt},${text}`;

test("[X5] a group of Parabol over several prompts is one group with its votes, in the section of its first row", () => {
  const file = parabol(
    reflection("Deploys", 4, "Good", "Fast"),
    reflection("Deploys", 4, "Bad", "Slow"),
    reflection("Deploys", 4, "Ideas", "Automate"),
    reflection("Deploys", 4, "Bad", "At night"),
  );
  const { sections } = readFile(Buffer.from(file), "T").content;
  expect(sections.map(({ title }) => title)).toEqual(["Good", "Bad", "Ideas"]);
  const tops = sections.flatMap(({ columns }) => columns.flat());
  expect(tops.map(({ name, votes, stickers }) => [name, votes, stickers?.map(({ text }) => text)])).toEqual([
    ["Deploys", 4, ["Slow", "Automate", "At night"]],
  ]);
});

test("[X5] short texts of Parabol that are equal under two prompts stay stickers of both", () => {
  const file = parabol(
    reflection("Tests", 1, "Good", "Tests"),
    reflection("Tests", 1, "Bad", "Tests are slow"),
  );
  expect(sectionsOf(file)).toEqual(["Good: Tests", "Bad: Tests are slow"]);
});

test("[X5] the votes of scrumlr are those of its newest voting that was not aborted", () => {
  const voting = (total: number, more: object) => ({ votes: { votesPerNote: { n: { total } } }, ...more });
  const votesOf = (votings: object[]) => {
    const notes = [{ id: "n", text: "Tea", position: { column: "c", stack: null, rank: 0 } }];
    const file = { board: { name: "B" }, columns: [{ id: "c", name: "Good", index: 0 }], notes, votings };
    const { content, leftOut } = readFile(Buffer.from(JSON.stringify(file)), "T");
    return [content.sections[0]?.columns.flat()[0]?.votes, leftOut];
  };
  const leftOut = [{ kind: "votings", count: 2 }];
  const votings = [
    voting(3, { status: "ABORTED", created_at: "2026-11-03T10:00:00Z" }),
    voting(2, { status: "CLOSED", created_at: "2026-11-02T10:00:00Z" }),
    voting(1, { status: "CLOSED", created_at: "2026-11-01T10:00:00Z" }),
  ];
  expect(votesOf(votings)).toEqual([2, leftOut]);
  expect(
    votesOf([voting(1, { createdAt: 5 }), voting(2, { createdAt: 7 }), voting(3, { createdAt: 6 })]),
  ).toEqual([2, leftOut]);
});

test.each([
  "Action Items:",
  "✅ Action items",
  "Действия ✅",
  "Договоренности:",
  "Next actions",
  "Actions for next sprint",
  "Actions (2)",
  "Action plan",
])("[X5] a list of Trello holds actions: %s", (name) => {
  const lists = [
    { id: "g", name: "Good" },
    { id: "a", name },
  ];
  const file = JSON.stringify({ name: "B", lists, cards: [{ id: "c", idList: "a", name: "Buy tea" }] });
  expect(readFile(Buffer.from(file), "T").content.actions?.map(({ text }) => text)).toEqual(["Buy tea"]);
});

test.each(["Actions we liked", "Действия команды понравились", "Reactions"])(
  "[X5] a list of Trello holds stickers: %s",
  (name) => {
    const lists = [
      { id: "g", name: "Good" },
      { id: "a", name },
    ];
    const file = JSON.stringify({ name: "B", lists, cards: [{ id: "c", idList: "a", name: "Tea" }] });
    expect(sectionsOf(file)).toEqual(["Good: ", `${name}: Tea`]);
  },
);

test("[X5] votes of Thunderdome without a count are one each, and a section has the shown title", () => {
  const { sections } = readFile(
    Buffer.from(
      JSON.stringify({
        name: "B",
        template: { format: { columns: [{ name: "worked", label: "What worked" }] } },
        items: [{ id: "i", groupId: "g", content: "Tea", type: "worked" }],
        groups: [{ id: "g", name: "" }],
        votes: [
          { userId: "u", groupId: "g" },
          { userId: "v", groupId: "g", count: null },
        ],
      }),
    ),
    "T",
  ).content;
  expect([sections[0]?.title, sections[0]?.columns.flat()[0]?.votes]).toEqual(["What worked", 2]);
});

test.each([",", ";", "\t"])(
  "[X5] a file of Azure DevOps that a spreadsheet has saved is read: %j",
  (separator) => {
    const created = "Fri Nov 20 2026 10:00:00 GMT+0300 (Moscow Standard Time)";
    const rows = [
      ["Retrospectives Summary for 'Sprint 7' (u)", "", "", "", ""],
      ["", "", "", "", ""],
      ["Feedback Items", "", "", "", ""],
      ["Type", "Description", "Votes", "CreatedDate", "CreatedBy"],
      ["Good", '"He said ""hi"", \ntwice"', "3", created, '"Lee, Ann"'],
      ["Bad", "Noise", "0", created, "undefined"],
      ["", "", "", "", ""],
      ["Work Items", "", "", "", ""],
      ["Feedback Description", "Work Item Title", "Work Item Type", "Work Item Id", "Url"],
      ["Noise", '"Say ""hi"""', "Task", "12", "https://x.example/12"],
    ];
    const { content, leftOut } = readFile(
      Buffer.from(rows.map((row) => row.join(separator)).join("\r\n")),
      "T",
    );
    expect(content.board.title).toBe("Sprint 7");
    expect(content.sections.map(({ title }) => title)).toEqual(["Good", "Bad"]);
    expect(
      content.sections.flatMap(({ columns }) => columns.flat()).map(({ text, votes }) => [text, votes]),
    ).toEqual([
      ['He said "hi", \ntwice', 3],
      ["Noise", 0],
    ]);
    expect(content.actions).toMatchObject([{ text: 'Say "hi"', link: "https://x.example/12" }]);
    expect(leftOut).toEqual([{ kind: "authors", count: 1 }]);
  },
);

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

test.each([
  ["{", 1, "validation.notJson", 2, '" / }'],
  ['{"a": 1,\n }', 2, "validation.notJson", 2, '"'],
  ["[[1,", 1, "validation.jsonValue", 5, undefined],
  ['[{"a" 1}]', 1, "validation.notJson", 7, ":"],
  ['[{"a":\n  tea}]', 2, "validation.jsonValue", 3, undefined],
  ['[{"a": 1}\n{', 2, "validation.notJson", 1, ", / ]"],
  ['{"a": 1}\n\n x', 3, "validation.jsonEnd", 2, undefined],
])(
  "[X5] a text that means to be JSON is refused by line, column and what was expected: %j",
  (text, line, key, column, expected) => {
    expect(refusal(text)).toEqual({
      [`line ${line}`]: [{ key, params: { column, ...(expected !== undefined && { expected }) } }],
    });
  },
);

test("[X5] a list of another tool that holds something else than objects is refused by what was expected", () => {
  const file = (cards: unknown) => JSON.stringify({ name: "B", lists: [{ id: "g", name: "Good" }], cards });
  expect(refusal(file([null]))).toEqual({ "cards.0": ["validation.object"] });
  expect(refusal(file(["Tea"]))).toEqual({ "cards.0": ["validation.object"] });
});

function refusal(text: string): unknown {
  try {
    return readFile(Buffer.from(text), "T");
  } catch (error) {
    if (error instanceof AppError) return error.details.errors;
    if (error instanceof ValidationError) return { ...error.errors };
    throw error;
  }
}

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
