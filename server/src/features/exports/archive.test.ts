import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { boardFile, boardFileFormat } from "@retro/contract/files/board-file";
import type { Board } from "@retro/contract/boards";
import type { RetroDatabase } from "../../db/database.ts";
import { type Browser, buildTestApp } from "../../testing/app.ts";
import { addSticker, makeBoard, type TestBoard } from "../../testing/boards.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { makeSpace } from "../../testing/spaces.ts";

const fetchArchive = (by: Browser, key: string) => by.get(`/api/v1/spaces/${key}/archive`);

async function filesOf(by: Browser, key: string): Promise<Record<string, string>> {
  const answer = await fetchArchive(by, key);
  expect(answer.statusCode).toBe(200);
  const files = unzipSync(answer.rawPayload);
  return Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
  );
}

/** Ann's space with one board; Eve is a member, too. */
async function start(open?: () => Promise<RetroDatabase>) {
  const database = open && { database: await open() };
  const app = await buildTestApp({ ...database, frozenAt: Date.UTC(2026, 10, 26) });
  const [ann, eve] = [await app.visitor(), await app.visitor()];
  const key = await makeSpace(ann, "Team: Ёлка");
  const addBoard = async (title: string): Promise<TestBoard> => {
    app.time.now += 1000;
    const board = await makeBoard(ann);
    await ann.put(board.url, { title });
    await ann.put(`/api/v1/spaces/${key}/boards/${board.id}`);
    return board;
  };
  return { app, ann, eve, key, addBoard, board: await addBoard("Sprint 42") };
}

eachEngine("[X1] all boards of a space in one archive", (open) => {
  test("each board is there as JSON, as its own export gives it, and as Markdown; boards of one title stay apart", async () => {
    const { ann, key, board, addBoard } = await start(open);
    await addSticker(ann, board, "Tea");
    const second = await addBoard("sprint 42");
    await ann.put(`${second.url}/archive`, { archived: true });
    const answer = await fetchArchive(ann, key);
    expect(answer.headers["content-disposition"]).toContain("filename*=UTF-8''Team%20%D0%81");
    const files = await filesOf(ann, key);
    expect(Object.keys(files)).toEqual([
      "2026-11-26 Sprint 42.json",
      "2026-11-26 Sprint 42.md",
      "2026-11-26 sprint 42 (2).json",
      "2026-11-26 sprint 42 (2).md",
    ]);
    const single = await ann.get(`/web/boards/${board.id}/export-json`);
    expect(files["2026-11-26 Sprint 42.json"]).toBe(single.body);
    expect(files["2026-11-26 Sprint 42.md"]).toContain("- Tea");
    const brought = await ann.post("/api/v1/boards/import", files["2026-11-26 Sprint 42.json"] ?? "", {
      "content-type": "application/json",
    });
    expect(brought.json<{ data: Board }>().data.title).toBe("Sprint 42");
  });

  test("attack: texts that are hidden from a member are in no file of their archive", async () => {
    const { ann, eve, key, board } = await start(open);
    await addSticker(ann, board, "zyxsecret");
    expect(Object.values(await filesOf(eve, key)).join()).toContain("zyxsecret");
    await ann.post(`${board.url}/facilitators`);
    await ann.put(`${board.url}/facilitators`, { option: "hideContent", value: true });
    const files = await filesOf(eve, key);
    expect(Object.values(files).join()).not.toContain("zyxsecret");
    expect(
      boardFile.parse(JSON.parse(files["2026-11-26 Sprint 42.json"] ?? "")).sections[0]?.columns[0],
    ).toEqual([expect.objectContaining({ text: null })]);
    expect(Object.values(await filesOf(ann, key)).join()).toContain("zyxsecret");
  });

  test("attack: a board whose passphrase the member has not given is only counted, and one in the bin is not there", async () => {
    const { ann, eve, key, board, addBoard } = await start(open);
    await addSticker(ann, board, "zyxsecret");
    const passphrase = { passphrase: "a long passphrase" };
    expect((await ann.put(`${board.url}/passphrase`, passphrase)).statusCode).toBe(200);
    const binned = await addBoard("Binned");
    await addSticker(ann, binned, "zyxsecret too");
    await ann.delete(binned.url);
    expect(await filesOf(eve, key)).toEqual({
      "Left out.txt": expect.stringMatching(/^1 board is not in this archive/u),
    });
    expect(Object.keys(await filesOf(ann, key))).toHaveLength(2);
    await eve.post(`${board.url}/pass`, passphrase);
    expect(Object.keys(await filesOf(eve, key))).toHaveLength(2);
  });
});

describe("[G1] attack: a stranger", () => {
  test("with the links of all boards gets no archive, with the answer for a space that never existed", async () => {
    const { app, key, board } = await start();
    const stranger = await app.visitor();
    await stranger.get(board.url);
    const answer = await fetchArchive(stranger, board.id);
    expect([answer.statusCode, answer.body]).toEqual([
      404,
      (await fetchArchive(stranger, "A".repeat(22))).body,
    ]);
    expect((await fetchArchive(app.browser(), key)).statusCode).toBe(401);
  });
});

test("[X1] a space of 500 boards of 60 stickers is archived by a worker of the usual memory", async () => {
  const { app, ann, key, board } = await start();
  const sticker = { text: "The build takes twenty minutes for each commit ".repeat(3) };
  const sections = [{ title: "Good", columns: [Array.from({ length: 60 }, () => sticker), [], []] }];
  const file = { format: boardFileFormat, version: 1, board: { title: "Many" }, sections };
  const made = await ann.post("/api/v1/boards/import", JSON.stringify(file), {
    "content-type": "application/json",
  });
  const { id } = made.json<{ data: Board }>().data;
  const { db } = app.deps.database;
  const space = await db
    .selectFrom("boards")
    .select("space_id")
    .where("id", "=", board.id)
    .executeTakeFirstOrThrow();
  const [template] = await db.selectFrom("boards").selectAll().where("id", "=", id).execute();
  const items = await db.selectFrom("items").selectAll().where("board_id", "=", id).execute();
  for (let i = 0; i < 500; i += 1) {
    const at = (other: string | null) => other && `${i}-${other}`;
    await db
      .insertInto("boards")
      .values({ ...template!, id: `${i}-${id}`, space_id: space.space_id })
      .execute();
    const rows = items.map((item) => ({
      ...item,
      id: `${i}-${item.id}`,
      board_id: `${i}-${id}`,
      parent_id: at(item.parent_id),
    }));
    await db.insertInto("items").values(rows).execute();
  }
  const files = await filesOf(ann, key);
  expect(Object.keys(files)).toHaveLength(1002);
});
