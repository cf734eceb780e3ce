import { expect, test } from "vitest";
import { buildTestApp } from "../../testing/app.ts";
import { addSticker, makeBoard } from "../../testing/boards.ts";
import { listenOn } from "../../testing/nodes/listener.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { strictRows } from "../../testing/databases/strict-rows.ts";
import { deleteBoard, describeBoard } from "./board-deletion.ts";
import { binUnusedBoards } from "./unused-boards.ts";

eachEngine("deleting a board", (open) => {
  test("takes all that is on it; those who show it hear of a version to fetch, and no other board changes", async () => {
    const database = await open();
    const app = await buildTestApp({ database });
    await app.listen();
    const ann = await app.visitor();
    const [board, other] = [await makeBoard(ann, "Goes"), await makeBoard(ann, "Stays")];
    for (const each of [board, other]) {
      const sticker = await addSticker(ann, each, "One");
      await ann.post(`${each.url}/items/${sticker.id}/vote`);
    }
    const [there, elsewhere] = [await listenOn(app, ann, board.id), await listenOn(app, ann, other.id)];
    expect(await describeBoard(app.deps, board.id)).toMatchObject({ title: "Goes", sticker_count: 1 });
    expect(await deleteBoard(app.deps, board.id)).toBe(4);
    await there.flush();
    await elsewhere.flush();
    expect(there.events("board-items.update")).toEqual([{ version: 4, fetch: true }]);
    expect(elsewhere.events("board-items.update")).toEqual([]);
    for (const path of ["", "/items", "/changes?since=0"])
      expect((await ann.get(`${board.url}${path}`)).statusCode).toBe(404);
    for (const table of ["items", "votes", "changes", "visits"] as const) {
      const rows = await database.db.selectFrom(table).select("board_id").distinct().execute();
      expect([table, rows]).toEqual([table, [{ board_id: other.id }]]);
    }
    expect(await deleteBoard(app.deps, board.id)).toBeNull();
    expect(await describeBoard(app.deps, board.id)).toBeUndefined();
    await there.flush();
    expect(there.events("board-items.update")).toHaveLength(1);
  });

  test("[P7] a board that somebody opens between the search for unused boards and the bin stays", async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: Date.UTC(2026, 0, 15) });
    const ann = await app.visitor();
    const board = await makeBoard(ann);
    app.time.now += 32 * 86_400_000;
    const { presence } = app.deps;
    const members = async (channel: string) => {
      const present = await presence.members(channel);
      await (await app.visitor()).get(board.url);
      return present;
    };
    const deps = { ...app.deps, presence: { ...presence, members } };
    expect(await binUnusedBoards(deps, 30, 5, strictRows())).toEqual({ done: 0, more: false });
    expect(await describeBoard(app.deps, board.id)).toMatchObject({ deleted_at: null });
    app.time.now += 32 * 86_400_000;
    expect(await binUnusedBoards(app.deps, 30, 5, strictRows())).toEqual({ done: 1, more: false });
  });
});
