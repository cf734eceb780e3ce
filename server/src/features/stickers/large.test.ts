import { CompiledQuery } from "kysely";
import { expect, inject, test } from "vitest";
import type { Board } from "@retro/contract/boards";
import type { TreeItem } from "@retro/contract/items";
import { type Visitor, buildTestApp } from "../../testing/app.ts";
import { channels, eventNames } from "@retro/contract/events";
import { flattenTree, makeBoard, treeOf } from "../../testing/boards.ts";
import { listenOn } from "../../testing/nodes/listener.ts";
import { facilitate, putStickers } from "../../testing/sticker-fixture.ts";
import { eachEngine, engines } from "../../testing/databases/test-engines.ts";
import { readsForAdding } from "./store.ts";

/** A board of two sections: the first holds so many groups of three stickers, all in `head` if there is one. */
async function bringBoard(by: Visitor, groups: number, head?: string) {
  const group = { text: "g", votes: 1, stickers: [{ text: "n1" }, { text: "n2" }] };
  const stickers = Array.from({ length: groups }, () => group);
  const columns = [head === undefined ? stickers : [{ text: head, stickers }], [], []];
  const file = {
    format: "retro-board",
    version: 1,
    board: { title: "Large" },
    sections: [
      { title: "Full", columns },
      { title: "Small", columns: [[{ text: "stays" }], [], []] },
    ],
  };
  const made = await by.post("/api/v1/boards/import", JSON.stringify(file), {
    "content-type": "application/json",
  });
  const board = made.json<{ data: Board }>().data;
  return { board, url: `/api/v1/boards/${board.id}` };
}

const titles = (tree: TreeItem[]) => flattenTree(tree).flatMap(({ title }) => title ?? []);

eachEngine("more stickers than one statement names", (open) => {
  test("go with their section, and the counts are exact", async () => {
    const database = await open();
    const ann = await (await buildTestApp({ database })).visitor();
    const { board, url } = await bringBoard(ann, 400);
    const deleted = await ann.delete(`${url}/items/${board.sections[0]?.id}`);
    expect(deleted.json<{ data: { deleted: string[] } }>().data.deleted).toHaveLength(1200 + 4);
    expect(titles(await treeOf(ann, url))).toEqual(["Small", "stays"]);
    const row = await database.db.selectFrom("boards").selectAll().executeTakeFirstOrThrow();
    expect([row.section_count, row.sticker_count]).toEqual([1, 1]);
    const { changes } = (await ann.get(`${url}/changes?since=1`)).json<{ data: { changes: object[] } }>()
      .data;
    expect(changes).toEqual([{ type: "item.deleted", ids: expect.any(Array) }]);
  });

  test("move with the group that holds them, and all of them are deleted at once", async () => {
    const database = await open();
    const ann = await (await buildTestApp({ database })).visitor();
    const { url } = await bringBoard(ann, 180, "head");
    const tree = await treeOf(ann, url);
    const head = tree[0]?.children[0]?.children[0];
    const target = tree[1]?.children[2];
    const moved = await ann.put(`${url}/sort`, { item_id: head?.id, parent_id: target?.id, position: 0 });
    expect(moved.statusCode).toBe(200);
    const after = await treeOf(ann, url);
    expect(flattenTree(after[0]?.children ?? []).filter(({ kind }) => kind === "sticker")).toEqual([]);
    expect(flattenTree(after[1]?.children[2]?.children ?? [])).toHaveLength(541);
    await ann.post(`${url}/facilitators`);
    await ann.put(`${url}/delete-cards`);
    expect(titles(await treeOf(ann, url))).toEqual(["Full", "Small"]);
    const row = await database.db.selectFrom("boards").selectAll().executeTakeFirstOrThrow();
    expect([row.section_count, row.sticker_count]).toEqual([2, 0]);
  });
});

test("attack: a change too large for an event costs nothing for each of the hidden authors, who fetch it", async () => {
  const app = await buildTestApp();
  await app.listen();
  const [ann, bob] = [await app.visitor(), await app.visitor()];
  const board = await makeBoard(ann);
  await facilitate(ann, board, { avatars: "hide" });
  const ids: string[] = [];
  for (const by of [ann, bob])
    ids.push(
      ...(await putStickers(
        by,
        board,
        board.columns[0],
        Array.from({ length: 30 }, () => ({ title: "sticker" })),
      )),
    );
  const listener = await listenOn(app, bob, board.id);
  const orders = [{ parent_id: board.columns[0], from: ids, to: ids.toReversed() }];
  expect((await ann.put(`${board.url}/order`, { orders })).statusCode).toBe(200);
  await listener.flush();
  const received = (channel: string) =>
    listener.raw.received.filter((frame) => frame.event === eventNames.items && frame.channel === channel);
  expect(received(channels.presence(board.id))).toMatchObject([{ data: { fetch: true } }]);
  expect(received(channels.user(bob.user.id))).toEqual([]);
  // The author's own event says which sticker is theirs, if the change fits.
  const few = ids.toReversed().slice(0, 2);
  const moved = { item_id: few[0], parent_id: board.columns[1], position: 0 };
  expect((await ann.put(`${board.url}/sort`, moved)).statusCode).toBe(200);
  await listener.flush();
  expect(received(channels.user(bob.user.id))).toMatchObject([
    { data: { changes: [{ item: { user_id: bob.user.id } }] } },
  ]);
});

test.skipIf(inject("postgres") === null)(
  "the last sticker of a column is one row of the index, although PostgreSQL knows nothing of the table yet",
  async () => {
    const { database, drop } = await engines[1]!.open();
    const [, last] = readsForAdding(database.db, "board", { parentId: "column", ids: [] });
    const { sql, parameters } = last as CompiledQuery;
    const { rows } = await database.db.executeQuery<{ "QUERY PLAN": string }>(
      CompiledQuery.raw(`explain ${sql}`, [...parameters]),
    );
    expect(rows[0]?.["QUERY PLAN"]).toMatch(/^Limit/);
    await drop();
  },
);
