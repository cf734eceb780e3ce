import { execFileSync, spawnSync } from "node:child_process";
import readExcelFile from "read-excel-file/node";
import type { BoardFile, FileSticker } from "@retro/contract/files/board-file";
import type { Board } from "@retro/contract/boards";
import { expect, test } from "vitest";
import { buildTestApp, type Visitor } from "../../testing/app.ts";
import { addSticker, flattenTree, makeBoard, treeOf } from "../../testing/boards.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";

const noon = Date.UTC(2026, 0, 15, 12);
const hasPoppler = spawnSync("pdftotext", ["-v"]).error === undefined;
const first = { closed: "2026-01-15T12:00:00.000Z" };
const costs = { name: "Costs; =1", sections: [1], perSticker: 2, votes: { limit: 2, item: "board" } };

/**
 * Two closed rounds and an open one: A has one vote in the first, B two in the second, both one in the third,
 * which has a name.
 */
async function boardOfRounds(options: Parameters<typeof buildTestApp>[0] = {}) {
  const app = await buildTestApp({ ...options, frozenAt: noon });
  const ann = await app.visitor();
  const board = await makeBoard(ann);
  const tree = await treeOf(ann, board.url);
  const a = await addSticker(ann, board, "A");
  const b = await addSticker(ann, board, "B", tree[1]?.children[0]?.id);
  const vote = (id: string, votes: number) => ann.put(`${board.url}/items/${id}/vote`, { votes });
  await ann.post(`${board.url}/facilitators`);
  await vote(a.id, 1);
  await ann.post(`${board.url}/rounds`, { ...costs, sections: [tree[1]?.id] });
  await vote(b.id, 2);
  await ann.post(`${board.url}/rounds`, { name: "Open" });
  for (const { id } of [a, b]) await vote(id, 1);
  const save = (format: string) => ann.get(`/web/boards/${board.id}/export-${format}`);
  return { ann, board, save };
}
const bring = async (by: Visitor, body: string, type: string) => {
  const answer = await by.post("/api/v1/boards/import", body, { "content-type": type });
  expect(answer.statusCode).toBe(201);
  return answer.json<{ data: Board }>().data;
};
const stickersOf = ({ sections }: BoardFile): Pick<FileSticker, "text" | "votes" | "rounds">[] =>
  sections.flatMap(({ columns }) =>
    columns.flat().map(({ text, votes, rounds }) => ({ text, votes, ...(rounds && { rounds }) })),
  );

eachEngine("the closed rounds in files", (open) => {
  test("[V8] a JSON file keeps name, sections, limits, times and results through an import", async () => {
    const { ann, save } = await boardOfRounds({ database: await open() });
    const file = (await save("json")).json<BoardFile>();
    expect(file.rounds).toEqual([
      { ...first, votes: false },
      { ...first, ...costs },
    ]);
    expect(stickersOf(file)).toEqual([
      { text: "A", votes: 1, rounds: { 1: 1 } },
      { text: "B", votes: 1, rounds: { 2: 2 } },
    ]);
    const made = await bring(ann, JSON.stringify(file), "application/json");
    const again = (await ann.get(`/web/boards/${made.id}/export-json`)).json<BoardFile>();
    expect(again.rounds).toEqual(file.rounds);
    expect(stickersOf(again)).toEqual(stickersOf(file));
    // The board goes on with them: the next round is the third.
    await ann.post(`/api/v1/boards/${made.id}/facilitators`);
    await ann.delete(`/api/v1/boards/${made.id}/rounds`);
    const items = flattenTree(await treeOf(ann, `/api/v1/boards/${made.id}`));
    expect(items.flatMap(({ title, rounds }) => (rounds ? [[title, rounds]] : []))).toEqual([
      ["A", { 1: 1, 3: 1 }],
      ["B", { 2: 2, 3: 1 }],
    ]);
  });

  test("[V8, X2] a CSV has a column for each round, and an import brings names and results back", async () => {
    const { ann, save } = await boardOfRounds({ database: await open() });
    const { body } = await save("csv");
    expect(body.split("\r\n")[0]).toMatch(/group_position,round_1,"round_2 Costs;' =1"$/u);
    const made = await bring(ann, body, "text/csv");
    const again = (await ann.get(`/web/boards/${made.id}/export-json`)).json<BoardFile>();
    expect(again.rounds).toEqual([first, { ...first, name: costs.name }]);
    expect(stickersOf(again)).toEqual([
      { text: "A", votes: 1, rounds: { 1: 1 } },
      { text: "B", votes: 1, rounds: { 2: 2 } },
    ]);
  });
});

test("[V8, R4] Markdown ranks the open round first, then the closed ones, the last one first, by name", async () => {
  const { save } = await boardOfRounds();
  const { body } = await save("markdown");
  expect(body.match(/^## Top voted.*$/gmu)).toEqual([
    "## Top voted · Round 3: Open",
    "## Top voted · Round 2: Costs; =1",
    "## Top voted · Round 1",
  ]);
  expect(body).toMatch(/Round 2: Costs; =1\n\n- \*\*1\.\*\* B \(2 votes/u);
});

test("[V8] Excel has a column for each closed round", async () => {
  const { save } = await boardOfRounds();
  const sheets = await readExcelFile((await save("excel")).rawPayload);
  const rows = sheets.find(({ sheet }) => sheet === "Stickers")?.data ?? [];
  const at = ["Votes", "Round 1", "Round 2: Costs; =1"].map((title) => rows[0]?.indexOf(title) ?? -1);
  expect(rows.slice(1).map((row) => at.map((column) => row[column]))).toEqual([
    [1, 1, 0],
    [1, 0, 2],
  ]);
});

test.runIf(hasPoppler)("[V8, R4] a PDF ranks each closed round under its name", async () => {
  const { save } = await boardOfRounds();
  const { rawPayload } = await save("pdf");
  const text = execFileSync("pdftotext", ["-layout", "-", "-"], { input: rawPayload, encoding: "utf8" });
  expect(text.match(/Top voted · .*$/gmu)?.map((line) => line.trim())).toEqual([
    "Top voted · Round 3: Open",
    "Top voted · Round 2: Costs; =1",
    "Top voted · Round 1",
  ]);
});

test("[V8, X5] attack: a file whose stickers name rounds that it does not have brings in none of them", async () => {
  const { visitor } = await buildTestApp();
  const ann = await visitor();
  const sticker = { text: "A", rounds: { 1: 5, 2: 7, 99: 3, x: 1 } };
  const file = (rounds: unknown) =>
    JSON.stringify({
      format: "retro-board",
      version: 1,
      board: { title: "B" },
      sections: [{ title: "S", columns: [[sticker]] }],
      rounds,
    });
  const made = await bring(
    ann,
    file([{ sections: [0, 7], closed: "2999-01-01T00:00:00.000Z" }]),
    "application/json",
  );
  const items = flattenTree(await treeOf(ann, `/api/v1/boards/${made.id}`));
  expect(items.flatMap(({ rounds }) => (rounds ? [rounds] : []))).toEqual([{ 1: 5 }]);
  const { data } = (await ann.get(`/api/v1/boards/${made.id}`)).json<{ data: Board }>();
  expect(data.rounds).toEqual([{ sections: [items[0]?.id], closed: expect.any(Number) }]);
  expect(data.rounds?.[0]?.closed).toBeLessThanOrEqual(Date.now());
  for (const rounds of [
    Array.from({ length: 21 }, () => ({})),
    [{ name: "x".repeat(61) }],
    [{ perSticker: 0 }],
  ])
    expect(
      (await ann.post("/api/v1/boards/import", file(rounds), { "content-type": "application/json" }))
        .statusCode,
    ).toBe(422);
});
