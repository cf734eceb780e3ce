import { describe, expect, test } from "vitest";
import type { Board } from "@retro/contract/entities";
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
