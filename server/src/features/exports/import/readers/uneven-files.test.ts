import { expect, test } from "vitest";
import { runImportTask } from "../run-import-task.ts";
import { previewFile } from "../table/preview.ts";
import { readFile } from "./read-file.ts";

const sectionsOf = (text: string) =>
  readFile(Buffer.from(text), "T").content.sections.map(
    ({ title, columns }) =>
      `${title}: ${columns
        .flat()
        .map((sticker) => sticker.text)
        .join(" | ")}`,
  );

test("[X5] an odd card of a JSON file is left out and counted, the others come", () => {
  const file = JSON.stringify({
    name: "B",
    lists: [{ id: "g", name: "Good" }, null, { name: "without an id" }],
    cards: [
      { id: "a", idList: "g", name: "Tea", due: 1_764_547_200 },
      { id: "b", name: "without a list" },
      { id: "c", idList: null, name: "without a list" },
      null,
      { id: "d", idList: "g", name: { text: "odd" } },
      { id: "e", idList: "g", name: 42 },
    ],
  });
  expect(sectionsOf(file)).toEqual(["Good: Tea | 42"]);
  expect(readFile(Buffer.from(file), "T").leftOut).toEqual([
    { kind: "oddCards", count: 6 },
    { kind: "dueDates", count: 1 },
  ]);
});

test("[X5] attack: a list of a million odd cards is refused after the first thousand", () => {
  const file = `{"lists":[{"id":"g","name":"G"}],"cards":[{"id":"a","idList":"g","name":"Tea"}${",{}".repeat(600_000)}]}`;
  expect(() => readFile(Buffer.from(file), "T")).toThrow("The request does not match its schema");
});

test.each([
  ["columns of texts", "Went well,Action items\nTea,Buy milk\nCake,Call Bob"],
  [
    "rows of sections",
    "Section,Text\nWent well,Tea\nWent well,Cake\nAction items,Buy milk\nACTION  items,Call Bob",
  ],
  ["a pasted list", "Went well:\n- Tea\n- Cake\nAction items:\n- Buy milk\n- Call Bob"],
])("[X5] a section called Action items gives actions, as a list of Trello does: %s", async (_name, file) => {
  const { table: found } = await previewFile(Buffer.from(file), "T", {});
  const columns = found?.columns.map(({ role }) => role).join(",");
  const made = await runImportTask({
    task: "import",
    bytes: Buffer.from(file),
    title: "T",
    choices: columns === undefined ? {} : { columns, heading: "yes" },
  });
  if (!("content" in made)) throw new Error("no board");
  expect(made.content.sections.map(({ title }) => title)).toEqual(["Went well"]);
  expect(made.content.actions?.map(({ text }) => text)).toEqual(["Buy milk", "Call Bob"]);
});

test.each([
  ["composed and decomposed letters", "\u00DCber", "U\u0308ber"],
  ["a no-break space", "Went well", "Went\u00A0well"],
  ["case and blanks", "Went well", " went  WELL"],
])(
  "[X5] titles that look the same are one section, and so are names of groups: %s",
  async (_name, one, other) => {
    const file = `Section,Group,Text\n${one},${one},Tea\n${other},${other},Cake\n${one},,Ice`;
    const made = await runImportTask({
      task: "import",
      bytes: Buffer.from(file),
      title: "T",
      choices: { columns: "section,group,text", heading: "yes" },
    });
    if (!("content" in made)) throw new Error("no board");
    const [section, ...others] = made.content.sections;
    expect([others, section?.columns[0]?.map(({ text, stickers = [] }) => [text, stickers.length])]).toEqual([
      [],
      [
        ["Tea", 1],
        ["Ice", 0],
      ],
    ]);
  },
);

test.each([
  ["1,200", 1200],
  ["1.200", 1200],
  ["1\u00A0200", 1200],
  ["2,0", 2],
  ["2.00", 2],
])("[X5] votes are read as spreadsheets write numbers: %s", async (cell, votes) => {
  const made = await runImportTask({
    task: "import",
    bytes: Buffer.from(`Text;Votes\nTea;${cell}`),
    title: "T",
    choices: { columns: "text,votes", heading: "yes", delimiter: "semicolon" },
  });
  expect("content" in made && made.content.sections[0]?.columns[0]?.[0]?.votes).toBe(votes);
});
