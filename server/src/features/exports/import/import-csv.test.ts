import { describe, expect, test } from "vitest";
import type { FileSticker } from "@retro/contract/files/board-file";
import { buildTestApp } from "../../../testing/app.ts";
import { decodeFile } from "../file-text.ts";
import { readCsv } from "./import-csv.ts";

const now = Date.UTC(2026, 10, 25);
const read = (source: string) => readCsv(source, "T");
const refusal = (place: string, message: string) =>
  expect.objectContaining({ details: { errors: { [`line ${place}`]: [message] } } });

/** The sections of a CSV, a line for each: `S: a b(nested) | c |`. */
function outline(source: string): string[] {
  const list = (stickers: readonly FileSticker[]): string =>
    stickers
      .map(({ text, stickers = [] }) => `${text}${stickers.length > 0 ? `(${list(stickers)})` : ""}`)
      .join(" ");
  return read(source).sections.map(
    ({ title, columns }) => `${title}: ${columns.map(list).join(" | ").trim()}`,
  );
}

describe("X5 · what a spreadsheet makes of a CSV is read", () => {
  test.each([
    ["left-out empty last cells", "section,column,text,votes,created_at\nS,1,x\nS,2,y,"],
    ["cleared rows", "section,column,text,votes\n,,,\nS,1,x,\n,,,\nS,2,y,\n,,,\n"],
    ["empty cells after the last column", "section,column,text,,\nS,1,x,,\nS,2,y,,,,"],
    ["a first line sep=;", "sep=;\r\nsection;column;text\r\nS;1;x\r\nS;2;y"],
    ["a first line sep=; in quotes", '"sep=;"\r\nsection;column;text\r\nS;1;x\r\nS;2;y'],
    ["a first line sep=| ", "sep=|\nsection|column|text\nS|1|x\nS|2|y"],
    ["a first line sep=; saved again with commas", "sep=;,,\nsection,column,text\nS,1,x\nS,2,y"],
    ["semicolons", '"section";"column";"text"\nS;1;x\nS;2;y'],
    ["semicolons and a comma in a name", "section;column;text;a, b\nS;1;x;\nS;2;y;"],
    ["tabs", "section\tcolumn\ttext\nS\t1\tx\nS\t2\ty"],
  ])("%s", (_name, source) => {
    expect(outline(source)).toEqual(["S: x | y |"]);
  });

  test("an error names its line after a first line sep=;", () => {
    expect(() => read("sep=;\nsection;column;text\nS;7;x")).toThrow(
      refusal("3.column", "validation.columnNumber"),
    );
  });
});

describe("X5 · groups of a CSV", () => {
  const header = "section,column,group,text";
  test("a sticker is nested by the text of its group, which an older file of ours names", () => {
    expect(outline(`${header}\nS,1,,a\nS,1,a,b\nS,1,b,c\nS,1,a,d\nS,1,,e`)).toEqual(["S: a(b(c) d) e |  |"]);
  });
  test("with one text twice it is the group that the row before is in", () => {
    expect(outline(`${header}\nS,1,,a\nS,1,,a\nS,1,a,b\nS,2,a,c`)).toEqual(["S: a a(b) | c |"]);
  });
  test("the place of a group decides between equal texts, and one that is gone leaves its stickers", () => {
    const placed = `${header},board_position,group_position`;
    expect(outline(`${placed}\nS,1,,a,1,\nS,1,a,a,2,1\nS,1,a,b,3,1\nS,1,x,c,4,9`)).toEqual([
      "S: a(a b) c |  |",
    ]);
  });
  test("a group in another column is none", () => {
    const placed = `${header},board_position,group_position`;
    expect(outline(`${placed}\nS,1,,a,1,\nS,2,a,b,2,1`)).toEqual(["S: a | b |"]);
  });
  test("a group deeper than five levels is refused by its line", () => {
    const rows = ["S,1,,t1", ...[2, 3, 4, 5, 6].map((n) => `S,1,t${n - 1},t${n}`)];
    expect(() => read([header, ...rows].join("\n"))).toThrow(
      refusal("7", expect.objectContaining({ key: "validation.tooDeep" }) as string),
    );
  });
});

test("X5 · two sections of one title do not merge; a row without a place joins the first", () => {
  const source = "section,column,text,section_position\nS,1,a,1\nS,1,b,2\nS,1,c,";
  expect(outline(source)).toEqual(["S: a c |  |", "S: b |  |"]);
});

describe("X5 · votes and dates of a CSV", () => {
  const of = (votes: string, created: string) =>
    read(`section,column,text,votes,created_at\nS,1,x,${votes},${created}`).sections[0]?.columns[0]?.[0];
  test.each([
    ["2026-11-20T21:30:05.123Z", "2026-11-20T21:30:05.123Z"],
    ["2026-11-20 21:30:05", "2026-11-20T21:30:05.000Z"],
    ["20.11.2026 21:30", "2026-11-20T21:30:00.000Z"],
    ["2026-11-20", "2026-11-20T00:00:00.000Z"],
    ["", undefined],
  ])("the date %j", (cell, created_at) => {
    expect(of("7", cell)).toMatchObject({ votes: 7, created_at });
  });
  test.each([
    ["many", "", "validation.wholeNumber"],
    ["1.5", "", "validation.wholeNumber"],
    ["1", "11/20/2026", "validation.date"],
  ])("%j votes and the date %j are refused by their line", (votes, created, message) => {
    expect(() => of(votes, created)).toThrow(refusal(votes === "1" ? "2.created_at" : "2.votes", message));
  });
  test("a day in the spelling of a spreadsheet is the due date of its action", () => {
    const source = "section,column,text,action_status,due_on\nS,1,x,,\n,,y,open,24.12.2026";
    expect(read(source).actions).toMatchObject([{ due_on: "2026-12-24" }]);
  });
});

describe("X5 · no letter of a file becomes another one", () => {
  const table = (text: string) => `section,column,text\nS,1,x\nS,1,${text}`;
  const inOneByte = (text: string, codeOf: (c: string) => number) =>
    Buffer.from([...text].map((c) => (c < "\u0080" ? c.charCodeAt(0) : codeOf(c))));
  const windows1251 = (c: string) => (c === "ё" ? 0xb8 : c.charCodeAt(0) - 0x350);
  const cp866 = (c: string) => c.charCodeAt(0) - (c < "р" ? 0x390 : 0x360);
  const latin1 = (c: string) => c.charCodeAt(0);
  const russian = "Ещё один стикер команды";

  test.each([
    ["UTF-8 with a byte order mark", Buffer.from(`\uFEFF${table(russian)}`), russian],
    ["UTF-16", Buffer.from(`\uFEFF${table(russian).replaceAll(",", "\t")}`, "utf16le"), russian],
    ["UTF-16 big-endian", Buffer.from(`\uFEFF${table(russian)}`, "utf16le").swap16(), russian],
    ["windows-1251", inOneByte(table(russian), windows1251), russian],
    ["English quotation marks of Windows", inOneByte(table("it’s"), () => 0x92), "it’s"],
  ])("%s is read", (_name, bytes, text) => {
    expect(outline(decodeFile(bytes))).toEqual([`S: x ${text} |  |`]);
  });

  test("attack: a first line of 1,900,000 commas is refused by its line, and its process lives", async () => {
    const { visitor } = await buildTestApp({ frozenAt: now });
    const ann = await visitor();
    const table = Buffer.from(`section,column,text${",".repeat(1_900_000)}\nS,1,x`);
    const answer = await ann.post("/api/v1/boards/import", table, { "content-type": "text/csv" });
    expect([answer.statusCode, answer.json<{ errors?: object }>().errors]).toEqual([
      422,
      { "line 1": [expect.stringContaining("section")] },
    ]);
  });

  test("an unknown encoding is refused by its line, and writes nothing", async () => {
    const { visitor, time } = await buildTestApp({ frozenAt: now });
    const ann = await visitor();
    const board = '{"format":"retro-board","version":1,"board":{"title":"é"},\n"sections":[]}';
    const files: [string, Buffer, string, string][] = [
      ["Western letters", inOneByte(table("café à la crème"), latin1), "text/csv", "line 3"],
      ["DOS", inOneByte(table("привет команде"), cp866), "text/csv", "line 3"],
      ["a single letter", inOneByte(table("à la"), latin1), "text/csv", "line 3"],
      ["half of a character", Buffer.from(table("é")).subarray(0, -1), "text/csv", "line 3"],
      ["half a surrogate pair", Buffer.from(`\uFEFF${table("\ud83d")}`, "utf16le"), "text/csv", "line 3"],
      ["a JSON in Latin-1", Buffer.from(board, "latin1"), "application/json", "line 1"],
    ];
    for (const [what, bytes, type, field] of files) {
      time.now += 60_000;
      const answer = await ann.post("/api/v1/boards/import", bytes, { "content-type": type });
      const { errors } = answer.json<{ errors?: object }>();
      expect({ what, status: answer.statusCode, errors }).toEqual({
        what,
        status: 422,
        errors: { [field]: [expect.stringContaining("UTF-8")] },
      });
    }
    expect((await ann.get("/api/v1/boards")).json()).toMatchObject({ data: [] });
  });
});
