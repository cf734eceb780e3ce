import { describe, expect, test } from "vitest";
import type { Board } from "@retro/contract/boards";
import { buildTestApp, type Visitor } from "../../../../testing/app.ts";
import { treeOf } from "../../../../testing/boards.ts";

const table = "Text;Place;Votes\nTea;Good;2\nNoise;Bad;1\n";
const csv = { "content-type": "text/csv" };
const chosen = "columns=text,section,votes&delimiter=semicolon&heading=yes&encoding=utf-8";

async function boardsOf(ann: Visitor): Promise<unknown[]> {
  return (await ann.get("/api/v1/boards")).json<{ data: unknown[] }>().data;
}

describe("X5 · a table over HTTP", () => {
  test("is previewed without writing anything, and imported as it was previewed", async () => {
    const { visitor } = await buildTestApp();
    const ann = await visitor();
    const preview = await ann.post(`/api/v1/boards/import/preview?${chosen}`, table, csv);
    expect(preview.json()).toMatchObject({
      data: { table: { stickers: 2, sections: [{ title: "Good" }, { title: "Bad" }], errors: {} } },
    });
    expect(await boardsOf(ann)).toEqual([]);
    const made = await ann.post(`/api/v1/boards/import?title=T&${chosen}`, table, csv);
    expect(made.statusCode).toBe(201);
    const { id, title } = made.json<{ data: Board }>().data;
    expect([title, (await treeOf(ann, `/api/v1/boards/${id}`)).map((section) => section.title)]).toEqual([
      "T",
      ["Good", "Bad"],
    ]);
  });

  test("an error is in the user's language, names line and column, and nothing is written", async () => {
    const { visitor } = await buildTestApp();
    const ann = await visitor();
    const wrong = table.replace("1\n", "many\n");
    const headers = { ...csv, "accept-language": "ru" };
    const errors = { "line 3.Votes": [expect.stringMatching(/[а-я]/u)] };
    const preview = await ann.post(`/api/v1/boards/import/preview?${chosen}`, wrong, headers);
    expect(preview.json()).toMatchObject({ data: { table: { errors } } });
    const refused = await ann.post(`/api/v1/boards/import?${chosen}`, wrong, headers);
    expect([refused.statusCode, refused.json()]).toEqual([422, expect.objectContaining({ errors })]);
    expect(await boardsOf(ann)).toEqual([]);
  });

  test.each([
    ["an unknown role", "columns=text,constructor"],
    ["a thousand columns", `columns=${",".repeat(1000)}`],
    ["an unknown encoding", "encoding=utf-7"],
    ["an unknown separator", "delimiter=x"],
    ["sheet zero", "sheet=0"],
  ])("attack: %s is refused", async (_what, query) => {
    const { visitor } = await buildTestApp();
    const ann = await visitor();
    for (const path of ["import", "import/preview"])
      expect((await ann.post(`/api/v1/boards/${path}?${query}`, table, csv)).statusCode).toBe(422);
  });

  test("attack: a preview of more than two megabytes, or of no file, is refused", async () => {
    const { visitor } = await buildTestApp();
    const ann = await visitor();
    const large = await ann.post("/api/v1/boards/import/preview", "x".repeat(2_000_001), csv);
    expect(large.statusCode).toBe(413);
    expect((await ann.post("/api/v1/boards/import/preview")).statusCode).toBe(400);
  });
});

test("X5 · attack: the progress of an import is for its own session only; nothing of it stays", async () => {
  const { visitor, deps } = await buildTestApp();
  const [ann, eve] = [await visitor(), await visitor()];
  const seen: unknown[] = [];
  const transaction = deps.database.transaction.bind(deps.database);
  deps.database.transaction = async (work) => {
    const ask = async (by: Visitor) =>
      (await by.get("/api/v1/imports/progress")).json<{ data: unknown }>().data;
    if (asking) seen.push([await ask(ann), await ask(eve)]);
    return transaction(work);
  };
  let asking = true;
  const rows = `Text\n${"Tea\n".repeat(1200)}`;
  const made = await ann.post("/api/v1/boards/import?columns=text&heading=yes", rows, csv);
  asking = false;
  expect(made.statusCode).toBe(201);
  expect(seen).toContainEqual([{ done: 1000, total: 1200 }, null]);
  expect((await ann.get("/api/v1/imports/progress")).json()).toEqual({ data: null });
});
