import { execFileSync, spawnSync } from "node:child_process";
import ICAL from "ical.js";
import readExcelFile from "read-excel-file/node";
import { describe, expect, test, onTestFinished, vi } from "vitest";
import type { Action } from "@retro/contract/actions";
import type { BoardFile } from "@retro/contract/files/board-file";
import type { Board } from "@retro/contract/boards";
import type { Visitor } from "../../testing/app.ts";
import { flattenTree, treeOf } from "../../testing/boards.ts";
import { observeBoards } from "../../testing/observed-board.ts";
import { readCsv } from "./import/import-csv.ts";

const start = observeBoards();
const json = { "content-type": "application/json" };

test("X1, X5, D1 · a board's JSON file keeps its actions and their stickers through an import", async () => {
  const t = await start();
  const { ann } = t.people;
  const actions = `${t.url}/actions`;
  const details = { owner_name: "Ops", due_on: "2026-12-24", source_item_id: t.names.id("@two-a") };
  await ann.post(actions, { text: "Call Bob", ...details });
  const second = (await ann.post(actions, { text: "=1+1\nsecond" })).json<{ data: Action }>().data;
  await ann.put(`${actions}/${second.id}`, { status: "dropped" });
  const times = { created_at: Date.UTC(2026, 0, 1), status_at: Date.UTC(2026, 0, 2) };
  await t.app.deps.database.db.updateTable("actions").set(times).where("id", "=", second.id).execute();
  const exported = async (url: string) =>
    (await ann.get(`/web/boards/${url.split("/").at(-1)}/export-json`)).json<BoardFile>();
  const file = await exported(t.url);
  expect(file.actions).toMatchObject([
    { text: "Call Bob", owner: "Ops", due_on: "2026-12-24", status: "open", source: [0, 0, 1, 0] },
    {
      text: "=1+1\nsecond",
      status: "dropped",
      created_at: "2026-01-01T00:00:00.000Z",
      status_at: "2026-01-02T00:00:00.000Z",
    },
  ]);
  // A file names only the details that an action has.
  const own = ["text", "status", "created_at", "status_at"];
  expect(Object.keys(file.actions?.[1] ?? {}).toSorted()).toEqual(own.toSorted());
  const made = await ann.post("/api/v1/boards/import", JSON.stringify(file), json);
  const { id } = made.json<{ data: Board }>().data;
  expect((await exported(id)).actions).toEqual(file.actions);
  expect((await ann.get(`/api/v1/boards/${id}`)).json()).toMatchObject({ data: { action_count: 2 } });
  await ann.delete(`/api/v1/boards/${id}`);
});

/** All text of a file, read by tools that are not part of the product. */
async function said(by: Visitor, board: string, kind: string): Promise<string> {
  const answer = await by.get(`/web/boards/${board}/export-${kind}`);
  expect(answer.statusCode).toBe(200);
  if (kind === "excel") return JSON.stringify(await readExcelFile(answer.rawPayload));
  if (kind === "pdf")
    return execFileSync("pdftotext", ["-layout", "-", "-"], { input: answer.rawPayload, encoding: "utf8" });
  return kind === "ics" ? JSON.stringify(ICAL.parse(answer.body)) : answer.body;
}

const hasPoppler = spawnSync("pdftotext", ["-v"]).error === undefined;
const kinds = ["json", "markdown", "csv", "excel", "ics", "pdf"];

// pdftotext reads the PDF: without it these tests are skipped.
describe.each(kinds.map((kind) => ({ kind, isReadable: kind !== "pdf" || hasPoppler })))(
  "export-$kind",
  ({ kind, isReadable }) => {
    test.runIf(isReadable)(
      "X1, D3 · an attacker reads no action that is hidden from them in the file; its author does",
      async () => {
        const t = await start();
        const eve = await t.app.visitor();
        const board = t.names.id("@retro");
        // The file of a board without actions does not speak of them.
        expect(await said(eve, board, kind)).not.toMatch(/action|due_on|vevent/i);
        const details = { owner_name: "Zoe Zebra", due_on: "2026-12-24" };
        const action = { text: "secret-zyx", ...details, source_item_id: t.names.id("@two") };
        await t.people.bob.post(`${t.url}/actions`, action);
        expect(await said(eve, board, kind)).toContain("secret-zyx");
        await t.facilitate({ hideContent: true });
        expect(await said(eve, board, kind)).not.toMatch(/secret-zyx|Zebra|2026-?12-?24/);
        expect(await said(t.people.bob, board, kind)).toContain("secret-zyx");
      },
    );
  },
);

describe("CSV", () => {
  const exported = async (by: Visitor, id: string) =>
    (await by.get(`/web/boards/${id}/export-csv`)).body.replace("\uFEFF", "").trim().split("\r\n");
  /** A board as an import made it. */
  async function imported(by: Visitor, csv: string): Promise<{ id: string; actions: Action[] }> {
    const made = await by.post("/api/v1/boards/import", csv, { "content-type": "text/csv" });
    expect(made.statusCode).toBe(201);
    const { id } = made.json<{ data: Board }>().data;
    const { data } = (await by.get(`/api/v1/boards/${id}/actions`)).json<{ data: Action[] }>();
    return { id, actions: data };
  }

  test("D1, X2 · actions are the last rows, with five more columns; the rows of stickers keep their cells", async () => {
    const t = await start();
    const { ann } = t.people;
    const id = t.names.id("@retro");
    const before = await exported(ann, id);
    const one = { text: '=1+1\n"two"', owner_name: "@Ops", due_on: "2026-12-24" };
    await ann.post(`${t.url}/actions`, { ...one, source_item_id: t.names.id("@two-a") });
    const plain = (await ann.post(`${t.url}/actions`, { text: "plain" })).json<{ data: Action }>().data;
    const at = new Date(t.app.time.now).toISOString();
    t.app.time.now += 60_000;
    await ann.put(`${t.url}/actions/${plain.id}`, { status: "done" });
    const [header, ...rows] = await exported(ann, id);
    expect(header).toBe(`${before[0]},action_status,owner,due_on,link,source_position`);
    const stickers = before.slice(1);
    expect(rows.slice(0, stickers.length)).toEqual(stickers.map((row) => `${row},,,,,`));
    const source = stickers
      .find((row) => row.includes('"two-a"'))
      ?.split(",")
      .at(-3);
    expect(rows.slice(stickers.length)).toEqual([
      `,,,"'=1+1\n""two""",,,${at},,,,,,open,"'@Ops",2026-12-24,,${source}`,
      `,,,"plain",,,${at},,,,,,done,,,,`,
    ]);
  });

  test("D1, X5 · an import restores text, owner, date, status, order and sticker of each action", async () => {
    const t = await start();
    const { ann } = t.people;
    const actions = `${t.url}/actions`;
    const one = { text: "=1+1\nsecond", owner_name: "@Ops", due_on: "2026-12-24" };
    await ann.post(actions, { ...one, source_item_id: t.names.id("@two-a") });
    const { id } = (await ann.post(actions, { text: "dropped" })).json<{ data: Action }>().data;
    await ann.put(`${actions}/${id}`, { status: "dropped" });
    // Votes put the file's rows in another order than the board's.
    await ann.post(`${t.url}/items/${t.names.id("@two-a")}/vote`);
    const file = (await ann.get(`/web/boards/${t.names.id("@retro")}/export-csv`)).body;
    const made = await imported(ann, file);
    expect(made.actions).toMatchObject([
      { ...one, status: "open", user_id: null, source_user_id: null },
      { text: "dropped", owner_name: null, due_on: null, status: "dropped", source_item_id: null },
    ]);
    const items = await treeOf(ann, `/api/v1/boards/${made.id}`);
    const source = flattenTree(items).find(({ id }) => id === made.actions[0]?.source_item_id);
    expect(source?.title).toBe("two-a");
    await ann.delete(`/api/v1/boards/${made.id}`);
  });

  const header = "section,column,text,action_status,due_on";
  test.each([
    ["an unknown status", "S,1,x,,\n,,y,maybe,", 3, "validation.invalid"],
    ["a day that does not exist", "S,1,x,,\n,,y,open,2026-02-30", 3, "validation.date"],
    ["no text", "S,1,x,,\n,,,done,", 3, "validation.required"],
    ["too many cells", "S,1,x,,\n,,y,open,,z", 3, "validation.csvCells"],
    [
      "one action too many",
      `S,1,x,,${"\n,,y,open,".repeat(201)}`,
      203,
      expect.objectContaining({ key: "validation.tooManyActions" }),
    ],
  ])("X5 · refuses %s by its line", (_name, rows, line, message) => {
    const read = () => readCsv(`${header}\n${rows}`, "T");
    expect(read).toThrow(expect.objectContaining({ details: { errors: { [`line ${line}`]: [message] } } }));
  });

  test("X5 · a place that names no sticker is no source, and a missing column is an empty one", () => {
    const source =
      "section,column,text,action_status,source_position\nS,1,x,,\n,,y,open,2\n,,z,done,x\n,,w,done,1";
    const { actions } = readCsv(source, "T");
    expect(actions).toEqual([
      { owner: "", text: "y", status: "open" },
      { owner: "", text: "z", status: "done" },
      { owner: "", text: "w", status: "done", source: [0, 0, 0] },
    ]);
  });

  test("X5 · an action keeps its sticker when somebody has removed or added rows of the file", async () => {
    const source = [
      "section,column,text,board_position,action_status,source_position",
      "S,1,added by hand,,,",
      "S,1,third,3,,",
      "S,1,first,1,,",
      ",,of the third,,open,3",
      ",,of the second,,open,2",
    ].join("\n");
    const { sections, actions } = readCsv(source, "T");
    const texts = sections[0]?.columns[0]?.map(({ text }) => text);
    expect(texts).toEqual(["first", "third", "added by hand"]);
    expect(actions?.map(({ text, source: way }) => [text, way])).toEqual([
      ["of the third", [0, 0, 1]],
      ["of the second", undefined],
    ]);
  });
});

test("D1 · Markdown has the actions as a task list, in which the text and the name of an owner stay text", async () => {
  const t = await start();
  const { ann } = t.people;
  const add = async (body: object) =>
    (await ann.post(`${t.url}/actions`, body)).json<{ data: Action }>().data.id;
  const statuses = {
    done: await add({ text: "*one*", owner_name: "[Ops](https://evil.example)\n# x", due_on: "2026-12-24" }),
    dropped: await add({ text: "two" }),
  };
  for (const [status, id] of Object.entries(statuses)) await ann.put(`${t.url}/actions/${id}`, { status });
  await add({ text: "three\nlines" });
  const { body } = await ann.get(`/web/boards/${t.names.id("@retro")}/export-markdown`);
  const owner = String.raw`\[Ops\](https://evil.example) # x`;
  expect(body.slice(body.indexOf("## Actions"))).toBe(
    `## Actions\n\n- [x] \\*one\\* *(Due 2026-12-24) — ${owner}*\n- [ ] ~~two~~\n- [ ] three  \n  lines\n`,
  );
});

describe.skipIf(!hasPoppler)("PDF", () => {
  test("D1 · names each action with its status, owner and date, in the caller's language", async () => {
    const t = await start();
    const { ann } = t.people;
    await ann.post(`${t.url}/actions`, { text: "Call Bob", owner_name: "Ops", due_on: "2026-12-24" });
    await ann.post(`${t.url}/actions`, { text: `long ${"word ".repeat(180)}end` });
    const url = `/web/boards/${t.names.id("@retro")}/export-pdf`;
    // In the far east and the far west it is the same day, also when the server is there.
    vi.stubEnv("TZ", "Pacific/Pago_Pago");
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
      const { rawPayload } = await ann.get(`${url}?tz=${zone}`, { "accept-language": "ru" });
      const args = ["-layout", "-", "-"];
      const text = execFileSync("pdftotext", args, { input: rawPayload, encoding: "utf8" });
      const words = text.split(/\s+/u).join(" ");
      expect(words).toMatch(
        /Договорённости 2 В работе Call Bob Ops · Срок: 24 дек\. 2026 г\. .*В работе long/,
      );
      expect(words.match(/\bword\b/g)).toHaveLength(180);
    }
  });

  test("has the dates of Britain for a browser from there", async () => {
    const t = await start();
    await t.people.ann.post(`${t.url}/actions`, { text: "Call Bob", due_on: "2026-08-07" });
    const british = { "accept-language": "en-GB,en-US;q=0.9,en;q=0.8" };
    const { rawPayload } = await t.people.ann.get(`/web/boards/${t.names.id("@retro")}/export-pdf`, british);
    const text = execFileSync("pdftotext", ["-layout", "-", "-"], { input: rawPayload, encoding: "utf8" });
    expect(text).toContain("Due 7 Aug 2026");
  });
});
