import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Action } from "@retro/contract/actions";
import type { Board } from "@retro/contract/boards";
import { cleanLine, cleanText } from "@retro/contract/clean-text";
import { boardFile, type BoardFile, type FileSticker } from "@retro/contract/files/board-file";
import { limits } from "@retro/contract/limits";
import { palette } from "@retro/contract/palette";
import { buildTestApp } from "../../../testing/app.ts";
import type { TestResponse, Visitor } from "../../../testing/app.ts";
import { flattenTree, makeBoard, treeOf } from "../../../testing/boards.ts";
import { eachEngine } from "../../../testing/databases/test-engines.ts";
import { escapeFormula, unescapeFormula } from "../csv/csv.ts";
import { findJsonFault, placeOf } from "./json-fault.ts";

const json = { "content-type": "application/json" };
const csv = { "content-type": "text/csv" };
const bring = (by: Visitor, body: string, headers = json, query = ""): Promise<TestResponse> =>
  by.post(`/api/v1/boards/import${query}`, body, headers);

async function exported(by: Visitor, boardId: string): Promise<BoardFile> {
  return boardFile.parse(JSON.parse((await by.get(`/web/boards/${boardId}/export-json`)).body));
}

/** A file without its dates. */
function undated(file: BoardFile): unknown {
  const sticker = ({ stickers: nested, ...rest }: FileSticker): unknown => ({
    ...rest,
    created_at: undefined,
    stickers: nested?.map(sticker),
  });
  const { board, sections, format, version } = file;
  return {
    format,
    version,
    board: { title: board.title, description: board.description },
    sections: sections.map((s) => ({ ...s, columns: s.columns.map((column) => column.map(sticker)) })),
  };
}

/** Texts as they are stored [W1]. */
const words = (max: number, clean = cleanText) =>
  fc
    .string({ unit: "binary", minLength: 1, maxLength: max })
    .map((s) => clean(s.replaceAll("\u0000", "").toWellFormed()))
    .filter((s) => s !== "");
const line = (max: number) => words(max, cleanLine);
const color = fc.constantFrom("#123abc", ...palette.map((p) => p.light));
const stickerStyle = fc.record(
  {
    color,
    backgroundColor: color,
    fontSize: fc.integer({ min: 8, max: 72 }).map((n) => `${n}px`),
    fontWeight: fc.constantFrom("bold" as const, "normal" as const),
    fontStyle: fc.constantFrom("italic" as const, "normal" as const),
    textDecoration: fc.constantFrom("underline" as const, "none" as const),
  },
  { requiredKeys: [] },
);
const stickers = (depth: number): fc.Arbitrary<FileSticker[]> =>
  fc.array(
    fc.record({
      text: words(40),
      style: stickerStyle,
      votes: fc.nat(50),
      note: fc.option(words(40), { nil: undefined }),
      reactions: fc.constantFrom(undefined, { heart: 3 }, { thumbs_up: 1, heart: 2, eyes: 12 }),
      stickers: depth >= limits.maxNesting ? fc.constant([]) : stickers(depth + 1),
    }),
    { maxLength: depth === 1 ? 4 : 2 },
  );
const randomBoard: fc.Arbitrary<BoardFile> = fc.record({
  format: fc.constant("retro-board" as const),
  version: fc.constant(1 as const),
  board: fc.record({ title: line(50), description: words(50) }),
  sections: fc.array(
    fc.record({
      title: line(30),
      style: fc.record(
        { self: fc.record({ backgroundColor: color }), item: stickerStyle },
        { requiredKeys: [] },
      ),
      columns: fc.array(stickers(1), {
        minLength: limits.columnsPerSection,
        maxLength: limits.columnsPerSection,
      }),
    }),
    { minLength: 1, maxLength: limits.maxSections },
  ),
});

eachEngine("a board as a file", (open) => {
  it("JSON export → import → export is equal but for ids and dates, for any board", async () => {
    const { visitor, time } = await buildTestApp({ database: await open(), frozenAt: Date.now() });
    const alice = await visitor();
    await fc.assert(
      fc.asyncProperty(randomBoard, async (file) => {
        // A new minute for each board, so that no limit on imports and exports is reached.
        time.now += 60_000;
        const first = await bring(alice, JSON.stringify(file));
        expect(first.statusCode).toBe(201);
        const once = await exported(alice, first.json<{ data: Board }>().data.id);
        expect(undated(once)).toEqual(undated(file));
        const second = await bring(alice, JSON.stringify(once));
        const twice = await exported(alice, second.json<{ data: Board }>().data.id);
        expect(twice.sections).toEqual(once.sections);
      }),
      { numRuns: 6 },
    );
  });

  it("[X5, R4] CSV export → import brings back sections, order, groups, texts, votes, reactions, notes and dates, whatever the board", async () => {
    const { visitor, time } = await buildTestApp({ database: await open(), frozenAt: Date.now() });
    const alice = await visitor();
    const plain = ({ text, votes, reactions, note, created_at, stickers: nested }: FileSticker): unknown => ({
      text,
      votes,
      reactions,
      note,
      created_at,
      stickers: nested?.map(plain),
    });
    /** A CSV has no styles, and no section without stickers. */
    const held = ({ sections }: BoardFile) =>
      sections
        .filter(({ columns }) => columns.some((column) => column.length > 0))
        .map(({ title, columns }) => ({ title, columns: columns.map((column) => column.map(plain)) }));
    await fc.assert(
      fc.asyncProperty(
        randomBoard.filter((file) => held(file).length > 0),
        async (file) => {
          time.now += 60_000;
          const first = (await bring(alice, JSON.stringify(file))).json<{ data: Board }>().data;
          const table = await alice.get(`/web/boards/${first.id}/export-csv`);
          time.now += 60_000;
          const second = await bring(alice, table.body, csv);
          expect(second.statusCode).toBe(201);
          const again = await exported(alice, second.json<{ data: Board }>().data.id);
          expect(held(again)).toEqual(held(await exported(alice, first.id)));
        },
      ),
      { numRuns: 4 },
    );
  });

  it("[X5] an imported board is a board: listed, counted, voted on; its stickers have no author, its dates are not in the future", async () => {
    const { visitor } = await buildTestApp({ database: await open() });
    const alice = await visitor();
    const file = {
      format: "retro-board",
      version: 1,
      board: { title: "From a file" },
      sections: [
        {
          title: "Only",
          columns: [
            [{ text: "group", votes: 7, created_at: "2999-01-01T00:00:00Z", stickers: [{ text: "in" }] }],
          ],
        },
      ],
      actions: [
        {
          text: "Do it",
          status: "done",
          created_at: "2999-01-01T00:00:00Z",
          status_at: "2999-01-01T00:00:00Z",
        },
      ],
    };
    const made = (await bring(alice, JSON.stringify(file))).json<{ data: Board }>().data;
    const url = `/api/v1/boards/${made.id}`;
    const items = flattenTree(await treeOf(alice, url));
    expect(items.map((i) => i.kind)).toEqual(["section", "column", "sticker", "sticker", "column", "column"]);
    const [group] = items.filter((i) => i.kind === "sticker");
    expect(group).toMatchObject({ title: "group", votes: 7, user_id: null });
    expect(Date.parse(group?.created_at ?? "")).toBeLessThanOrEqual(Date.now());
    const [action] = (await alice.get(`${url}/actions`)).json<{ data: Action[] }>().data;
    for (const date of [action?.created_at, action?.status_at])
      expect(Date.parse(date ?? "")).toBeLessThanOrEqual(Date.now());
    const voted = await alice.post(`${url}/items/${group?.id}/vote`);
    expect(voted.json()).toMatchObject({ data: { votes: 8 } });
    const listed = (await alice.get("/api/v1/boards")).json<{ data: unknown[] }>().data;
    expect(listed).toEqual([
      expect.objectContaining({ title: "From a file", section_count: 1, sticker_count: 2 }),
    ]);
  });

  it("imports a CSV and its own export, and removes the apostrophes before formulas", async () => {
    const { visitor } = await buildTestApp({ database: await open() });
    const alice = await visitor();
    const source =
      'Section;Column;Text\r\n"Б; раз";1;=SUM(A1)\r\n\r\nВторой;3;"two\r\nlines ""quoted"""\r\n"Б; раз";1;last\r\n=C3;1;x';
    const answer = await bring(alice, source, csv, `?title=${encodeURIComponent("Из таблицы")}`);
    expect(answer.statusCode).toBe(201);
    const board = answer.json<{ data: Board }>().data;
    expect(board.title).toBe("Из таблицы");
    const told = await exported(alice, board.id);
    const texts = (file: BoardFile) =>
      file.sections.map((s) => [s.title, ...s.columns.map((c) => c.map((x) => x.text))]);
    expect(texts(told)).toEqual([
      ["Б; раз", ["=SUM(A1)", "last"], [], []],
      ["Второй", [], [], ['two\nlines "quoted"']],
      ["=C3", ["x"], [], []],
    ]);
    const out = await alice.get(`/web/boards/${board.id}/export-csv`);
    const again = (await bring(alice, out.body, csv)).json<{ data: Board }>().data;
    expect(texts(await exported(alice, again.id))).toEqual(texts(told));
  });
});

it("[X5] imports the file of another tool, whatever type it is sent as, and says what it left out", async () => {
  const { visitor } = await buildTestApp();
  const alice = await visitor();
  const trello = {
    name: "From Trello",
    lists: [
      { id: "a", name: "Good", pos: 1 },
      { id: "z", name: "Old", closed: true },
    ],
    cards: [{ id: "c", name: "Tea", idList: "a", badges: { votes: 2 }, attachments: [{}, {}] }],
  };
  const answer = await bring(alice, JSON.stringify(trello), csv);
  expect([answer.statusCode, answer.json<{ meta: object }>().meta]).toEqual([
    201,
    {
      left_out: [
        { kind: "closedLists", count: 1 },
        { kind: "attachments", count: 2 },
      ],
    },
  ]);
  const file = await exported(alice, answer.json<{ data: Board }>().data.id);
  expect(file).toMatchObject({
    board: { title: "From Trello" },
    sections: [{ title: "Good", columns: [[{ text: "Tea", votes: 2 }], [], []] }],
  });
});

describe("[X5] files that are refused", () => {
  const nest = (depth: number): object => ({ text: "x", stickers: depth > 1 ? [nest(depth - 1)] : [] });
  const board = (column: unknown[], more: object = {}) =>
    JSON.stringify({
      format: "retro-board",
      version: 1,
      board: { title: "B" },
      sections: [{ title: "S", columns: [column] }],
      ...more,
    });
  const cases: [what: string, body: string, headers: typeof json, status: number, field: string | null][] = [
    ["no JSON, told by line", '{\n "format": "retro-board",\n oops\n}', json, 422, "line 3"],
    ["a JSON cut short", '{\n "format": [', json, 422, "line 2"],
    ["another kind of JSON", '{"hello": 1}', json, 422, "format"],
    ["a list", "[]", json, 422, "line 1"],
    ["another version", board([], { version: 2 }), json, 422, "version"],
    [
      "a style that is none",
      board([{ text: "x", style: { color: "red" } }]),
      json,
      422,
      "sections.0.columns.0.0.style.color",
    ],
    ["an empty sticker", board([{ text: "ok" }, { text: "  " }]), json, 422, "sections.0.columns.0.1.text"],
    ["negative votes", board([{ text: "x", votes: -1 }]), json, 422, "sections.0.columns.0.0.votes"],
    [
      "too deep",
      board([nest(6)]),
      json,
      422,
      "sections.0.columns.0.0.stickers.0.stickers.0.stickers.0.stickers.0.stickers.0",
    ],
    [
      "too many",
      board(Array.from({ length: 5001 }, () => ({ text: "x" }))),
      json,
      422,
      "sections.0.columns.0.5000",
    ],
    ["too large", board([{ text: "x".repeat(2_000_001) }]), json, 413, null],
    [
      "a nesting that would exhaust the stack",
      '{"sections":[{"columns":[['.concat('{"stickers":['.repeat(140_000)),
      json,
      422,
      "line 1",
    ],
    ["nothing but opening brackets", "[".repeat(1_900_000), json, 422, "line 1"],
    [
      "whole but as deep",
      board([0]).replace("[[0]]", `[[${'{"stickers":['.repeat(90_000)}${"]}".repeat(90_000)}]]`),
      json,
      422,
      `sections.0.columns.0.0${".stickers.0".repeat(5)}`,
    ],
    ["no sections", board([], { sections: [] }), json, 422, "sections"],
    [
      "a fourth column",
      board([], { sections: [{ title: "S", columns: [[], [], [], []] }] }),
      json,
      422,
      "sections.0.columns",
    ],
    ["a CSV without its header", "a,b,c\n1,2,3", csv, 422, "line 1"],
    ["a CSV with a cell too many", "section,column,text\nS,1,x\nS,1,x,y", csv, 422, "line 3"],
    ["a CSV without a text", "section,column,text\nS,1,x\nS,1", csv, 422, "line 3.text"],
    ["a CSV with a column 4", 'section,column,text\nS,1,"two\nlines"\nS,4,x', csv, 422, "line 4.column"],
    ["a CSV with an open quotation", 'section,column,text\nS,1,"x', csv, 422, "line 2"],
    ["a CSV with text behind a quotation", 'section,column,text\nS,1,"x"y', csv, 422, "line 2"],
    ["a CSV with an empty text", "section,column,text\nS,1,", csv, 422, "line 2.text"],
    [
      "a CSV with 13 sections",
      `section,column,text${Array.from({ length: 13 }, (_, i) => `\nS${i},1,x`).join("")}`,
      csv,
      422,
      "line 14",
    ],
    ["a Trello board with a list of numbers", '{"lists": [1], "cards": []}', csv, 422, "lists.0"],
    ["a Mural of nothing", "ID,Text,BG Color,Sticky type,Position X,Position Y\n", json, 422, "line 1"],
    ["an empty CSV", "section,column,text\n", csv, 422, "line 2"],
    ["another type", "<board/>", { "content-type": "application/xml" }, 400, null],
  ];

  // One server for all: each would start a worker process to read a single file.
  it("refuses what is broken, too large, or of another kind, and writes nothing", async () => {
    const { visitor, time } = await buildTestApp({ frozenAt: Date.now() });
    const alice = await visitor();
    for (const [what, body, headers, status, field] of cases) {
      // Five minutes for each file, so that no limit on imports is reached.
      time.now += 300_000;
      const answer = await bring(alice, body, headers);
      const fields = Object.keys(answer.json<{ errors?: object }>().errors ?? {});
      const { data } = (await alice.get("/api/v1/boards")).json<{ data: unknown[] }>();
      const told = { what, status: answer.statusCode, fields, boards: data };
      expect(told).toEqual({ what, status, fields: field === null ? [] : [field], boards: [] });
    }
  });
});

describe("reading", () => {
  it("finds the fault of a JSON where JSON.parse finds one, and only there", () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.nat(),
        fc.constantFrom("", "}", "]", ",", '"', "x", "\\", "\n"),
        (text, at, put) => {
          const broken =
            text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + 1);
          let parses = true;
          try {
            JSON.parse(broken);
          } catch {
            parses = false;
          }
          const fault = findJsonFault(broken).at;
          // JSON has no error before its end; any other text has one before its end, or ends too early.
          expect(fault).toSatisfy((at: number) => (parses ? at === broken.length : at <= broken.length));
        },
      ),
    );
    expect(placeOf("a\nb\nc", 4)).toEqual({ line: 3, column: 1 });
    expect(placeOf("ab\ncd", 4)).toEqual({ line: 2, column: 2 });
  });

  it("[X2] guards every text that could run, also where another separator splits it, and gives back exactly what was written", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."=+-@'a\" ;,\t\r\n＝\u00A0") }), (text) => {
        const cells = escapeFormula(text).split(/[;\t\r\n]/u);
        for (const cell of cells) expect(cell.replace(/^[\s"]+/u, "")).not.toMatch(/^[=+\-@＝]/u);
        expect(unescapeFormula(escapeFormula(text))).toBe(text);
      }),
      { examples: [["a;=1"], ["a;'=1"], ['a;"=1'], ["- a\n- b"], [";;="], ["'"], ["';'=1"]] },
    );
  });
});

describe("own templates and the schema", () => {
  it("keeps a board's sections and styles as a template of the maker's own, of which a new board is made", async () => {
    const { visitor } = await buildTestApp();
    const alice = await visitor();
    const board = await makeBoard(alice, "Our ritual");
    await alice.put(`${board.url}/items/${board.board.sections[0]?.id}`, {
      style: { self: { backgroundColor: "#123456" } },
    });
    const saved = await alice.post(`/api/v1/boards/${board.id}/template`, {});
    expect(saved.statusCode).toBe(201);
    expect(saved.json()).toMatchObject({ data: { title: "Our ritual", count: 0 } });
    const answer = await alice.post("/api/v1/boards", { title: "Next", template: "Our ritual" });
    const made = answer.json<{ data: Board }>().data;
    expect(made.sections.map((s) => s.title)).toEqual(board.board.sections.map((s) => s.title));
    const [first] = await treeOf(alice, `/api/v1/boards/${made.id}`);
    expect(first?.style).toMatchObject({ self: { backgroundColor: "#123456" } });
    const bob = await visitor();
    expect((await bob.post("/api/v1/boards", { title: "Next", template: "Our ritual" })).statusCode).toBe(
      422,
    );
    expect((await bob.post("/api/v1/boards/nowhere/template", {})).statusCode).toBe(404);
  });

  it("publishes the schema of a board's file", async () => {
    const { browser } = await buildTestApp();
    const answer = await browser().get("/api/v1/boards/export-schema");
    expect(answer.headers["content-type"]).toContain("application/schema+json");
    expect(answer.json()).toMatchObject({
      $schema: expect.stringContaining("2020-12"),
      required: ["format", "version", "board", "sections"],
    });
  });
});
