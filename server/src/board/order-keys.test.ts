import type { Change } from "@retro/contract/changes";
import type { Item } from "@retro/contract/items";
import { maxOrderKeyLength } from "@retro/rules/tree";
import { expect, test } from "vitest";
import { buildTestApp } from "../testing/app.ts";
import { addSticker, flattenTree, makeBoard, treeOf } from "../testing/boards.ts";
import { eachEngine } from "../testing/databases/test-engines.ts";

eachEngine("moves between the same two stickers", (open) => {
  test("never make a key longer than 50 characters, and send the siblings' new keys to all users", async () => {
    const app = await buildTestApp({ database: await open() });
    const ann = await app.visitor();
    const board = await makeBoard(ann);
    const ids: string[] = [];
    for (const title of ["one", "two", "three", "four"]) ids.push((await addSticker(ann, board, title)).id);
    const [one = "", two = "", three = "", four = ""] = ids;
    // As after very many moves: no short key fits between the first two.
    const { db } = app.deps.database;
    const long = `a0${"V".repeat(maxOrderKeyLength - 2)}`;
    await db.updateTable("items").set({ order_key: long }).where("id", "=", two).execute();
    await db
      .updateTable("items")
      .set({ order_key: `${long}V` })
      .where("id", "=", three)
      .execute();

    const since = (await ann.get(`${board.url}/items`)).json<{ meta: { version: number } }>().meta.version;
    const move = { item_id: four, parent_id: board.columns[0], position: 2 };
    const answer = (await ann.put(`${board.url}/sort`, move)).json<{
      data: Item;
      meta: { version: number; changes: Change[] };
    }>();
    expect(answer.meta.version).toBe(since + 1);
    const put = (changes: readonly Change[]) =>
      changes.flatMap((c) =>
        c.type === "item.put" ? [{ id: c.item.id, order: c.item.order, title: c.item.title }] : [],
      );
    const told = put(answer.meta.changes);
    expect(told.length).toBeGreaterThan(1);

    const column = flattenTree(await treeOf(ann, board.url)).filter(
      (item) => item.parent_id === board.columns[0],
    );
    expect(column.map((item) => item.id)).toEqual([one, two, four, three]);
    expect(Math.max(...column.map((item) => item.order.length))).toBeLessThanOrEqual(maxOrderKeyLength);
    for (const each of told) expect(column).toContainEqual(expect.objectContaining(each));
    const caughtUp = (await ann.get(`${board.url}/changes?since=${since}`)).json<{
      data: { changes: Change[] };
    }>();
    expect(put(caughtUp.data.changes).toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(
      told.toSorted((a, b) => a.id.localeCompare(b.id)),
    );
  });

  test("leave a place to which a deleted sticker returns, with the siblings' new keys for all users", async () => {
    const app = await buildTestApp({ database: await open() });
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann);
    const ids: string[] = [];
    for (const title of ["one", "two", "three"]) ids.push((await addSticker(ann, board, title)).id);
    const [one = "", two = "", three = ""] = ids;
    // No short key fits between the first and the third.
    const { db } = app.deps.database;
    const long = `a0${"V".repeat(maxOrderKeyLength - 2)}`;
    for (const [id, order_key] of [
      [one, long],
      [two, `${long}G`],
      [three, `${long}V`],
    ] as const)
      await db.updateTable("items").set({ order_key }).where("id", "=", id).execute();
    await ann.delete(`${board.url}/items/${two}`);
    await bob.get(board.url);
    const since = (await bob.get(`${board.url}/items`)).json<{ meta: { version: number } }>().meta.version;
    expect((await ann.post(`${board.url}/items/${two}/restore`)).statusCode).toBe(200);

    const column = flattenTree(await treeOf(bob, board.url)).filter(
      (item) => item.parent_id === board.columns[0],
    );
    expect(column.map((item) => item.id)).toEqual([one, two, three]);
    expect(Math.max(...column.map((item) => item.order.length))).toBeLessThanOrEqual(maxOrderKeyLength);
    const { changes } = (await bob.get(`${board.url}/changes?since=${since}`)).json<{
      data: { changes: Change[] };
    }>().data;
    const told = changes.flatMap((c) => (c.type === "item.put" ? [[c.item.id, c.item.order] as const] : []));
    expect(new Map(told)).toEqual(new Map(column.map(({ id, order }) => [id, order])));
  });
});
