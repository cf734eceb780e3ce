import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import writeWorkbook from "write-excel-file/node";
import { boardFile } from "@retro/contract/files/board-file";
import type { TableChoices } from "@retro/contract/files/table-import";
import { AppError } from "../../../http/errors/app-error.ts";
import { ValidationError } from "../../../http/errors/validation.ts";
import { samples } from "./readers/samples.ts";
import { runImportTask } from "./run-import-task.ts";

/** Everything that reads a file, and every hostile file: each pair ends in a board or in an error with its place. */

type Change = (text: string) => string;

const hostile: Record<string, Change> = {
  nothing: () => "",
  "a byte order mark alone": () => "\uFEFF",
  "its first half": (text) => text.slice(0, text.length / 2),
  "all but its last letter": (text) => text.trimEnd().slice(0, -1),
  "a NUL inside": (text) => insert(text, "\0"),
  "an open quotation": (text) => `${text}\n"x`,
  "a text of 100,000 letters": (text) => insert(text, "x".repeat(100_000)),
  "endless and negative numbers": (text) => text.replaceAll(/\d+/gu, "-1e999"),
  "names of JavaScript": (text) => text.replaceAll(/\p{Lu}\p{Ll}+/gu, "__proto__"),
  "right-to-left marks and lone halves of pairs": (text) => insert(text, "\u202E\u2066\\ud83d"),
  "1,900,000 opening brackets": (text) => text + "[".repeat(1_900_000),
  "1,900,000 commas": (text) => insert(text, ",".repeat(1_900_000)),
  "900,000 lines": (text) => text + "\nx".repeat(900_000),
  "two megabytes of its lines": (text) =>
    text +
    repeated(
      text
        .split(/(?<=\n)/u)
        .slice(-2)
        .join(""),
    ),
  "90,000 objects in each other": (text) => insert(text, '{"cards":['.repeat(90_000)),
};

const insert = (text: string, part: string) =>
  text.slice(0, text.length / 2) + part + text.slice(text.length / 2);
const repeated = (part: string) => part.repeat(Math.floor(1_900_000 / Math.max(1, part.length)));

interface Source {
  name: string;
  choices: TableChoices;
  change: (by: Change) => Uint8Array | Promise<Uint8Array>;
}

const table = 'Section;Who;Card;Votes\r\nGood;Ann;"Tea\r\nand ""milk""";3\r\nBad;Bob;Noise;\r\n';
const mapped = { columns: "section,author,text,votes" };

/** The sheet is changed inside the workbook. */
async function workbook(by: Change): Promise<Uint8Array> {
  const cells = table.split("\r\n").map((line) => line.split(";").map((value) => ({ value })));
  const parts = unzipSync(await writeWorkbook([{ data: cells, sheet: "Cards" }] as never).toBuffer());
  const sheet = Object.keys(parts).find((name) => name.endsWith("sheet1.xml")) ?? "";
  const strings = Object.keys(parts).find((name) => name.endsWith("sharedStrings.xml")) ?? sheet;
  for (const name of new Set([sheet, strings])) parts[name] = strToU8(by(strFromU8(parts[name]!)));
  return zipSync(parts);
}

const sources: Source[] = [
  ...samples.map(({ reader, text }) => ({
    name: reader,
    choices: {},
    change: (by: Change) => Buffer.from(by(text)),
  })),
  {
    name: "the mapper",
    choices: { ...mapped, delimiter: "semicolon" },
    change: (by) => Buffer.from(by(table)),
  },
  { name: "the mapper with guesses", choices: mapped, change: (by) => Buffer.from(by(table)) },
  { name: "the mapper of a workbook", choices: mapped, change: workbook },
];

async function outcomeOf(bytes: Uint8Array, choices: TableChoices): Promise<"a board" | string[]> {
  try {
    const made = await runImportTask({ task: "import", bytes, title: "T", choices });
    if (!("content" in made)) throw new Error("an import answers with a board");
    boardFile.parse({ format: "retro-board", version: 1, ...made.content });
    return "a board";
  } catch (error) {
    if (error instanceof AppError && error.statusCode === 413) return ["the whole file"];
    if (error instanceof AppError && error.statusCode === 422) return Object.keys(error.details.errors ?? {});
    if (error instanceof ValidationError) return Object.keys(error.errors);
    throw error;
  }
}

describe.each(sources)("X5 · attack: $name", ({ choices, change }) => {
  test.each(Object.entries(hostile))(
    "with %s is a board within the limits, or refused by its place",
    async (_what, by) => {
      const outcome = await outcomeOf(await change(by), choices);
      expect(outcome).not.toEqual([]);
      // Nothing is taken over from the objects of JavaScript.
      expect(({} as Record<string, unknown>)["cards"]).toBeUndefined();
    },
  );
});

test("X5 · attack: a workbook whose 40,000 rows share one text of three million blanks", async () => {
  const parts = unzipSync(
    await writeWorkbook([{ data: [[{ value: "T" }]], sheet: "Cards" }] as never).toBuffer(),
  );
  const nameOf = (end: string) => Object.keys(parts).find((name) => name.endsWith(end)) ?? "";
  const change = (end: string, by: Change) => {
    parts[nameOf(end)] = strToU8(by(strFromU8(parts[nameOf(end)]!)));
  };
  change("sharedStrings.xml", (xml) =>
    xml.replace(/<t[^>]*>T<\/t>/u, `<t xml:space="preserve">${" ".repeat(3e6)}</t>`),
  );
  const row = (n: number) => `<row r="${n}"><c r="A${n}" t="s"><v>0</v></c></row>`;
  const rows = Array.from({ length: 40_000 }, (_, i) => row(i + 1)).join("");
  change("sheet1.xml", (xml) =>
    xml.replace(/<sheetData>.*<\/sheetData>/su, `<sheetData>${rows}</sheetData>`),
  );
  expect(await outcomeOf(zipSync(parts), { columns: "text", heading: "no" })).toEqual(["line 1"]);
});

test("X5 · attack: a workbook whose uncompressed part says that it has no size", async () => {
  const bytes = zipSync({ "xl/workbook.xml": [new Uint8Array(21_000_000), { level: 0 }] });
  const directory = Buffer.from(bytes.buffer).lastIndexOf("PK\u0001\u0002");
  new DataView(bytes.buffer).setUint32(directory + 24, 0, true);
  expect(await outcomeOf(bytes, { columns: "text" })).toEqual(["the whole file"]);
});

const wide = (cells: number, names = "") => `|${names}${"a|".repeat(cells)}`;
test.each([
  ["a list below a table", `${wide(150_000)}\n|-|\n${"- x\n".repeat(50_000)}`, "line 1"],
  [
    "actions of a further table",
    `Text|Votes\nTea|2\n${wide(150_000, "Task|Owner|Due|").slice(1)}\n${"x|y|\n".repeat(40_000)}`.replaceAll(
      "|",
      "\t",
    ),
    "line 3",
  ],
])("X5 · attack: 150,000 headings above %s are refused at once", async (_name, text, place) => {
  expect(await outcomeOf(Buffer.from(text), { columns: "text" })).toEqual([place]);
});
