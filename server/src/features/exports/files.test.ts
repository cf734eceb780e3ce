import readExcelFile from "read-excel-file/node";
import { describe, expect, test } from "vitest";
import type { BoardContent } from "@retro/contract/files/board-file";
import type { Board } from "@retro/contract/boards";
import { limits } from "@retro/contract/limits";
import { type Visitor, buildTestApp } from "../../testing/app.ts";
import { addSticker, flattenTree, makeBoard, treeOf } from "../../testing/boards.ts";
import { columnOf, facilitate, putStickers } from "../../testing/sticker-fixture.ts";
import { stickerParts } from "../stickers/sticker-import.ts";
import { attachmentHeader, fileName } from "./file-name.ts";
import { readCsv } from "./import/import-csv.ts";
import { readBoardFile } from "./import/import-json.ts";

const noon = Date.UTC(2026, 0, 15, 12);
const at = "2026-01-15T12:00:00.000Z";
const ru = { "accept-language": "ru" };
const save = (by: Visitor, id: string, format: string, headers?: Record<string, string>) =>
  by.get(`/web/boards/${id}/export-${format}`, headers);

async function votedBoard() {
  const app = await buildTestApp({ frozenAt: noon });
  const [ann, bob] = [await app.visitor({ name: "Ann" }), await app.visitor({ name: "Bob" })];
  const board = await makeBoard(ann, "Retro");
  const [group = ""] = await putStickers(ann, board, board.columns[0], [
    { title: "Group", style: { color: "#123abc" }, nested: [{ title: "Nested" }] },
  ]);
  await putStickers(bob, board, await columnOf(ann, board, 0, 2), [{ title: "Right" }]);
  await bob.post(`${board.url}/items/${group}/vote`);
  return { app, ann, bob, board, titles: board.board.sections.map(({ title }) => title) };
}

describe("a board's file", () => {
  test("JSON holds the board's and the stickers' times, styles and votes", async () => {
    const { app, bob, board } = await votedBoard();
    app.time.now += 60_000;
    const answer = await save(bob, board.id, "json");
    expect(answer.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "content-disposition": 'attachment; filename="Retro.json"',
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    const sticker = (text: string, votes: number, more: object = {}) => ({
      text,
      style: {},
      votes,
      created_at: at,
      stickers: [],
      ...more,
    });
    const group = { style: { color: "#123abc" }, stickers: [sticker("Nested", 0)] };
    expect(answer.json()).toMatchObject({
      format: "retro-board",
      version: 1,
      exported_at: "2026-01-15T12:01:00.000Z",
      board: { title: "Retro", description: "", created_at: at },
    });
    const [first, ...others] = answer.json<{ sections: { columns: object[][] }[] }>().sections;
    expect(first?.columns).toEqual([[sticker("Group", 1, group)], [], [sticker("Right", 0)]]);
    expect(others.map(({ columns }) => columns)).toEqual([
      [[], [], []],
      [[], [], []],
    ]);
    expect(first).toMatchObject({ style: { self: { backgroundColor: expect.any(String) } } });
  });

  test("Markdown is in the caller's language: the ranking, all columns of a section as one list, empty sections", async () => {
    const { ann, board, titles } = await votedBoard();
    const body = (await save(ann, board.id, "markdown")).body;
    expect(body).toBe(
      `# Retro\n\n## Top voted\n\n- **1.** Group (1 vote, ${titles[0]}) — Ann\n  - Nested — Ann\n` +
        `\n## ${titles[0]}\n\n- Group *(1 vote) — Ann*\n  - Nested *— Ann*\n- Right *— Bob*\n` +
        `\n## ${titles[1]}\n\n*No stickers*\n\n## ${titles[2]}\n\n*No stickers*\n`,
    );
    const russian = (await save(ann, board.id, "markdown", ru)).body;
    expect(russian).toContain("## Больше всего голосов");
    expect(russian).toContain("(1 голос)");
    expect(russian).toContain("*Стикеров нет*");
  });

  test("Excel's sheets and columns have names of the caller's language", async () => {
    const { ann, board } = await votedBoard();
    const sheets = await readExcelFile((await save(ann, board.id, "excel", ru)).rawPayload);
    expect(sheets.map(({ sheet, data }) => [sheet, data[0]])).toEqual([
      ["Больше всего голосов", ["Место", "Всего голосов", "Раздел", "Группа", "Текст", "Автор", "Голоса"]],
      ["Стикеры", ["Раздел", "Колонка", "Группа", "Текст", "Автор", "Голоса", "Создан"]],
      ["Разделы", ["Раздел", "Стикеры", "Голоса"]],
    ]);
  });

  test("an author is named where avatars show: by choice, to all, or to nobody", async () => {
    const app = await buildTestApp();
    const shy = await app.visitor({ name: "Shy", options: { isAvatarStickers: false } });
    const open = await app.visitor({ name: "Open", options: { isAvatarStickers: true } });
    const board = await makeBoard(shy);
    await addSticker(shy, board, "one");
    await addSticker(open, board, "two");
    const authors = async () => {
      const lines = (await save(open, board.id, "csv")).body.trim().split("\r\n").slice(1);
      return lines.map((line) => line.split(",")[4]);
    };
    expect(await authors()).toEqual(["", '"Open"']);
    await facilitate(open, board, { avatars: "show" });
    expect(await authors()).toEqual(['"Shy"', '"Open"']);
    await facilitate(open, board, { avatars: "hide" });
    expect(await authors()).toEqual(["", ""]);
  });
});

test.each([
  ["Sprint 42", "Sprint 42.pdf", 'attachment; filename="Sprint 42.pdf"'],
  ['a/b\\c:d*e?f"g<h>i|j', "a b c d e f g h i j.pdf", 'attachment; filename="a b c d e f g h i j.pdf"'],
  [" .hidden. ", "hidden.pdf", 'attachment; filename="hidden.pdf"'],
  ["...", "board.pdf", 'attachment; filename="board.pdf"'],
  ["x".repeat(101), `${"x".repeat(100)}.pdf`, `attachment; filename="${"x".repeat(100)}.pdf"`],
  [
    `x${"🦦".repeat(100)}`,
    `x${"🦦".repeat(58)}.pdf`,
    `attachment; filename="x${"_".repeat(58)}.pdf"; filename*=UTF-8''x${"%F0%9F%A6%A6".repeat(58)}.pdf`,
  ],
  ["a\u202egpj\n\tb", "a gpj b.pdf", 'attachment; filename="a gpj b.pdf"'],
  ["100%", "100%.pdf", "attachment; filename=\"100_.pdf\"; filename*=UTF-8''100%25.pdf"],
  ["Ёж", "Ёж.pdf", "attachment; filename=\"board.pdf\"; filename*=UTF-8''%D0%81%D0%B6.pdf"],
  [
    "Ёж's (1)",
    "Ёж's (1).pdf",
    "attachment; filename=\"__'s (1).pdf\"; filename*=UTF-8''%D0%81%D0%B6%27s%20%281%29.pdf",
  ],
])("the title %j gives a file its name", (title, name, header) => {
  expect(fileName(title, "pdf")).toBe(name);
  expect(attachmentHeader(name)).toBe(header);
});

test.each(["👨‍👩‍👧", "🇩🇪", "e\u0301", "संघ"])(
  "a long title of %s is cut between characters, at less than 255 bytes",
  (one) => {
    const name = fileName(one.repeat(200), "pdf").slice(0, -".pdf".length);
    expect(name).toBe(one.repeat(name.length / one.length));
    expect(Buffer.byteLength(name)).toBeGreaterThan(150);
    expect(Buffer.byteLength(name)).toBeLessThan(240);
  },
);

describe("a file that is brought in", () => {
  const texts = (source: string) =>
    readCsv(source, "T").sections.map(({ title, columns }) => [
      title,
      ...columns.map((column) => column.map((sticker) => sticker.text)),
    ]);
  /** The stickers of the first section as the import writes them. */
  const written = (content: BoardContent, now: number) =>
    [...stickerParts("b", [["left", "middle", "right"]], content, { now, hidden: "Hidden", most: 9 })]
      .flat()
      .map(({ parent_id, title, style, imported_votes, created_at }) => [
        parent_id,
        title,
        style,
        imported_votes,
        created_at,
      ]);

  test("CSV: any order of columns and case of their names, other columns left aside", () => {
    expect(texts("\uFEFFText,votes, SECTION ,Column\nx,5,S, 2 \ny,,S,3")).toEqual([["S", [], ["x"], ["y"]]]);
    expect(texts('section;column;text\nS;1;"a;b"\nS;1;c,d')).toEqual([["S", ["a;b", "c,d"], [], []]]);
    expect(texts("section,column,text\r\nS,1,x\r\n")).toEqual([["S", ["x"], [], []]]);
    expect(texts("text,section,column,\nx,S,1,\n")).toEqual([["S", ["x"], [], []]]);
  });

  test.each([
    ["0", "section,column,text\nS,0,x"],
    ["1.5", "section,column,text\nS,1.5,x"],
    ["empty", "section,column,text\nS,,x"],
  ])("CSV: refuses the column %s", (_name, source) => {
    expect(() => texts(source)).toThrow(
      expect.objectContaining({ details: { errors: { "line 2.column": ["validation.columnNumber"] } } }),
    );
  });

  test("CSV: takes 12 sections and 5,000 lines, and names the line that is one too many", () => {
    const sections = Array.from({ length: limits.maxSections }, (_, i) => `\nS${i},1,x`).join("");
    expect(texts(`section,column,text${sections}`)).toHaveLength(12);
    const lines = (count: number) => `section,column,text${"\nS,1,x".repeat(count)}`;
    expect(texts(lines(5000))[0]?.[1]).toHaveLength(5000);
    expect(() => texts(lines(5001))).toThrow(
      expect.objectContaining({ details: { errors: { "line 5002": [expect.anything()] } } }),
    );
  });

  test("CSV: a sticker without votes and date has none, and is as old as its import", () => {
    const content = readCsv("section,column,text\nS,1,x", "T");
    expect(content).toMatchObject({ board: { title: "T" }, sections: [{ title: "S" }], actions: [] });
    expect(written(content, noon)).toEqual([["left", "x", "{}", 0, noon]]);
  });

  test("[R4] CSV: takes the board's order from its own column; rows without a place there come last, in their order", () => {
    const own = "section,column,text,rank,board_position";
    expect(texts(`${own}\nT,1,voted,1,3\nS,1,a,,1\nS,1,b,,2`)).toEqual([
      ["S", ["a", "b"], [], []],
      ["T", ["voted"], [], []],
    ]);
    expect(texts(`${own}\nS,1,added,,\nS,1,last,1, 12 \nS,1,odd,,x\nS,1,none,,0\nS,1,first,,2`)).toEqual([
      ["S", ["first", "last", "added", "odd", "none"], [], []],
    ]);
    expect(() => texts(`${own}\nS,4,wrong,,9\nS,1,,,1`)).toThrow(
      expect.objectContaining({ details: { errors: { "line 2.column": ["validation.columnNumber"] } } }),
    );
  });

  test("JSON: what is left out has its default, a hidden text its word, and a time of the past stays", () => {
    const file = {
      format: "retro-board",
      version: 1,
      board: { title: "B", description: "D" },
      sections: [
        {
          title: "S",
          style: { self: { backgroundColor: "#123abc" } },
          columns: [[{ text: null, votes: 3, created_at: at }], [{ text: "x" }], []],
        },
      ],
    };
    const content = readBoardFile(file);
    expect(content).toEqual(file);
    expect(written(content, noon + 1000)).toEqual([
      ["left", "Hidden", "{}", 3, noon],
      ["middle", "x", "{}", 0, noon + 1000],
    ]);
  });

  test("the board of a CSV without a title is named in the caller's language, and belongs to the caller", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const ann = await app.visitor();
    const source = "section,column,text\nS,2,x";
    const headers = { "content-type": "text/csv; charset=utf-8" };
    const bring = async (query: string, more = {}) =>
      (await ann.post(`/api/v1/boards/import${query}`, source, { ...headers, ...more })).json<{
        data: Board;
      }>().data;
    expect((await bring("")).title).toBe("Imported board");
    expect((await bring("", ru)).title).toBe("Импортированная доска");
    expect((await bring("?title=%20Mine%20")).title).toBe("Mine");
    const { id } = await bring("");
    const [, sticker] = flattenTree(await treeOf(ann, `/api/v1/boards/${id}`)).filter(
      ({ title }) => title !== null,
    );
    expect(sticker).toMatchObject({ title: "x", created_at: at, votes: 0, user_id: null });
    const row = await app.deps.database.db
      .selectFrom("boards")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ creator_id: ann.user.id, section_count: 1, sticker_count: 1, version: 1 });
  });

  test("JSON: a text that was hidden is imported as a word of the caller's language", async () => {
    const { ann, bob, board } = await votedBoard();
    await facilitate(bob, board, { hideContent: true });
    const file = await save(ann, board.id, "json");
    const made = await ann.post("/api/v1/boards/import", file.body, {
      "content-type": "application/json",
      ...ru,
    });
    const url = `/api/v1/boards/${made.json<{ data: Board }>().data.id}`;
    expect(flattenTree(await treeOf(ann, url)).map(({ title }) => title)).toContain("Скрыто");
  });
});
