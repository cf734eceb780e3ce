import { inflateRawSync } from "node:zlib";
import readExcelFile from "read-excel-file/node";
import { describe, expect, it } from "vitest";
import { boardFile } from "@retro/contract/files/board-file";
import { buildTestApp } from "../../testing/app.ts";
import { makeBoard } from "../../testing/boards.ts";
import { columnOf, putStickers } from "../../testing/sticker-fixture.ts";

const nasty = '=HYPERLINK("http://evil.example","x")';
const russian = "Ёлка, «кавычки» и 🙂";

async function filled() {
  const { visitor, time } = await buildTestApp({ frozenAt: Date.UTC(2026, 10, 20, 21, 30, 5) });
  const alice = await visitor({ name: "Alice", options: { isAvatarStickers: true } });
  const bob = await visitor({ name: "Борис", options: { isAvatarStickers: true } });
  const board = await makeBoard(alice, "Ретро: спринт 42");
  await alice.put(board.url, { description: "What went on" });
  const second = await columnOf(alice, board, 1, 2);
  const [group = ""] = await putStickers(alice, board, board.columns[0], [
    { title: "A group", nested: [{ title: nasty, nested: [{ title: "deep\nsecond line" }] }] },
  ]);
  const [top = "", inner = ""] = await putStickers(bob, board, second, [
    { title: russian, nested: [{ title: "inner" }] },
    { title: "+1" },
    { title: "-5" },
    { title: "@home" },
  ]);
  await bob.post(`${board.url}/items/${group}/vote`);
  for (const id of [group, top, inner]) await alice.post(`${board.url}/items/${id}/vote`);
  await bob.post(`${board.url}/items/${inner}/vote`);
  const titles = board.board.sections.map((s) => s.title);
  return { alice, bob, board, titles, time };
}

/**
 * The sheets of a workbook as XML, read from the directory at the end of the ZIP file: the reader of cells
 * knows no filters.
 */
function sheetsOf(file: Buffer): string[] {
  const sheets: { name: string; xml: string }[] = [];
  let at = file.readUInt32LE(file.lastIndexOf("PK\x05\x06", undefined, "latin1") + 16);
  while (file.toString("latin1", at, at + 4) === "PK\x01\x02") {
    const [bytes, start] = [file.readUInt32LE(at + 20), file.readUInt32LE(at + 42)];
    const nameEnd = at + 46 + file.readUInt16LE(at + 28);
    const name = file.toString("utf8", at + 46, nameEnd);
    const data = start + 30 + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28);
    if (name.startsWith("xl/worksheets/sheet"))
      sheets.push({ name, xml: inflateRawSync(file.subarray(data, data + bytes)).toString("utf8") });
    at = nameEnd + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return sheets.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ xml }) => xml);
}

describe("Excel", () => {
  it("has filter buttons for all rows of each sheet, and a header that stays in sight", async () => {
    const { alice, board, titles } = await filled();
    const { rawPayload } = await alice.get(`/web/boards/${board.id}/export-excel`);
    const sheets = sheetsOf(rawPayload);
    expect(sheets.map((xml) => /<autoFilter ref="([^"]*)"/.exec(xml)?.[1])).toEqual([
      "A1:G6",
      "A1:G9",
      `A1:C${titles.length + 1}`,
    ]);
    for (const xml of sheets) expect(xml).toMatch(/<pane [^>]*ySplit="1"[^>]*state="frozen"/);
  });

  it("[R4] begins with the ranking, and holds every sticker with real numbers and dates, and every section with its totals, cell by cell", async () => {
    const { alice, board, titles } = await filled();
    const answer = await alice.get(`/web/boards/${board.id}/export-excel?tz=Europe/Moscow`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-disposition"]).toBe(
      `attachment; filename="_____ ______ 42.xlsx"; filename*=UTF-8''${encodeURIComponent("Ретро спринт 42.xlsx")}`,
    );
    expect(answer.headers).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    const sheets = await readExcelFile(answer.rawPayload);
    const at = new Date(Date.UTC(2026, 10, 21, 0, 30, 5));
    const [one, two] = titles;
    expect(sheets).toEqual([
      {
        sheet: "Top voted",
        data: [
          ["Rank", "Total votes", "Section", "Group", "Text", "Author", "Votes"],
          [1, 3, two, null, russian, "Борис", 1],
          [1, null, two, russian, "inner", "Борис", 2],
          [2, 2, one, null, "A group", "Alice", 2],
          [2, null, one, "A group", nasty, "Alice", 0],
          [2, null, one, nasty, "deep\nsecond line", "Alice", 0],
        ],
      },
      {
        sheet: "Stickers",
        data: [
          ["Section", "Column", "Group", "Text", "Author", "Votes", "Created at"],
          [one, 1, null, "A group", "Alice", 2, at],
          [one, 1, "A group", nasty, "Alice", 0, at],
          [one, 1, nasty, "deep\nsecond line", "Alice", 0, at],
          [two, 3, null, russian, "Борис", 1, at],
          [two, 3, russian, "inner", "Борис", 2, at],
          [two, 3, null, "+1", "Борис", 0, at],
          [two, 3, null, "-5", "Борис", 0, at],
          [two, 3, null, "@home", "Борис", 0, at],
        ],
      },
      {
        sheet: "Sections",
        data: [
          ["Section", "Stickers", "Votes"],
          ...titles.map((title, i) => [title, i === 0 ? 3 : i === 1 ? 5 : 0, i === 0 ? 2 : i === 1 ? 3 : 0]),
        ],
      },
    ]);
  });
});

describe("CSV", () => {
  it("[X2, R4] is RFC 4180 with a byte order mark, begins with the ranking, and no cell of it runs as a formula", async () => {
    const { bob, board, titles } = await filled();
    const { rawPayload, headers } = await bob.get(`/web/boards/${board.id}/export-csv`);
    expect(headers["content-type"]).toContain("text/csv");
    expect([...rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const at = "2026-11-20T21:30:05.000Z";
    expect(rawPayload.subarray(3).toString("utf8").split("\r\n")).toEqual([
      "section,column,group,text,author,votes,created_at,rank,total_votes,board_position,section_position,group_position",
      `"${titles[1]}",3,,"${russian}","Борис",1,${at},1,3,4,2,`,
      `"${titles[1]}",3,"${russian}","inner","Борис",2,${at},,,5,2,4`,
      `"${titles[0]}",1,,"A group","Alice",2,${at},2,2,1,1,`,
      `"${titles[0]}",1,"A group","'=HYPERLINK(""http://evil.example"",""x"")","Alice",0,${at},,,2,1,1`,
      `"${titles[0]}",1,"'=HYPERLINK(""http://evil.example"",""x"")","deep\nsecond line","Alice",0,${at},,,3,1,2`,
      `"${titles[1]}",3,,"'+1","Борис",0,${at},,,6,2,`,
      `"${titles[1]}",3,,"'-5","Борис",0,${at},,,7,2,`,
      `"${titles[1]}",3,,"'@home","Борис",0,${at},,,8,2,`,
      "",
    ]);
  });
});

describe("Markdown", () => {
  it("[R4] begins with the ranking, is a list under each section, and a person's markup stays text", async () => {
    const { alice, board, titles } = await filled();
    await putStickers(alice, board, await columnOf(alice, board, 2, 0), [
      { title: "<b>*not* [a](link)</b>\n# nor this" },
    ]);
    const { body, headers } = await alice.get(`/web/boards/${board.id}/export-markdown`);
    expect(headers["content-type"]).toBe("text/markdown; charset=utf-8");
    const link = String.raw`\=HYPERLINK("http://evil.example","x")`;
    expect(body).toContain(
      `# Ретро: спринт 42\n\nWhat went on\n\n## Top voted\n\n` +
        `- **1.** ${russian} (3 votes, ${titles[1]}) — Борис\n  - inner — Борис\n` +
        `- **2.** A group (2 votes, ${titles[0]}) — Alice\n  - ${link} — Alice\n  - deep  \n    second line — Alice\n` +
        `\n## ${titles[0]}\n\n- A group *(2 votes) — Alice*\n  - ${link} *— Alice*\n`,
    );
    expect(body).toContain("    - deep  \n      second line *— Alice*\n");
    expect(body).toContain("- \\<b\\>\\*not\\* \\[a\\](link)\\</b\\>  \n  \\# nor this *— Alice*");
  });
});

describe("JSON", () => {
  it("fits its published schema, and holds the whole board", async () => {
    const { bob, board } = await filled();
    const { body } = await bob.get(`/web/boards/${board.id}/export-json`);
    const file = boardFile.parse(JSON.parse(body));
    expect(file.sections[0]?.columns[0]?.[0]).toMatchObject({
      text: "A group",
      votes: 2,
      stickers: [{ text: nasty, stickers: [{ text: "deep\nsecond line" }] }],
    });
    expect(body).not.toContain("Alice");
  });
});
