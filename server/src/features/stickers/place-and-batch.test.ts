import { randomUUID } from "node:crypto";
import type { Change } from "@retro/contract/changes";
import type { Item, TreeItem } from "@retro/contract/entities";
import { eventNames } from "@retro/contract/events";
import { limits } from "@retro/contract/limits";
import { expect, test } from "vitest";
import { buildTestApp, type Visitor } from "../../testing/app.ts";
import { addSticker, makeBoard, type TestBoard, treeOf } from "../../testing/boards.ts";
import { listenOn } from "../../testing/nodes/listener.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";

async function titlesIn(visitor: Visitor, board: TestBoard, column = 0): Promise<(string | null)[]> {
  return (await treeOf(visitor, board.url))[0]?.children[column]?.children.map((item) => item.title) ?? [];
}

async function withStickers(database: Parameters<typeof buildTestApp>[0], count: number) {
  const app = await buildTestApp(database);
  const ann = await app.visitor();
  const board = await makeBoard(ann);
  const stickers: Item[] = [];
  for (let n = 1; n <= count; n += 1) stickers.push(await addSticker(ann, board, `S${n}`));
  const sort = (who: Visitor, body: object) => who.put(`${board.url}/sort`, body);
  return { app, ann, board, ids: stickers.map((sticker) => sticker.id), sort };
}

eachEngine("after_id [T9]", (open) => {
  test("puts a sticker after the one named, first with null, and answers with the order in force", async () => {
    const { ann, board, ids, sort } = await withStickers({ database: await open() }, 4);
    const [parent_id, other] = board.columns;
    const moved = await sort(ann, { item_id: ids[3], parent_id, after_id: ids[0] });
    expect(moved.statusCode).toBe(200);
    expect(await titlesIn(ann, board)).toEqual(["S1", "S4", "S2", "S3"]);
    const { data, meta } = moved.json<{ data: Item; meta: { changes: Change[] } }>();
    const tree = await treeOf(ann, board.url);
    expect(data.order).toBe(tree[0]?.children[0]?.children[1]?.order);
    expect(meta.changes).toMatchObject([{ type: "item.put", item: { id: ids[3], order: data.order } }]);
    await sort(ann, { item_id: ids[2], parent_id, after_id: null });
    expect(await titlesIn(ann, board)).toEqual(["S3", "S1", "S4", "S2"]);
    await sort(ann, { item_id: ids[2], parent_id: other, after_id: null });
    await sort(ann, { item_id: ids[1], parent_id: other, after_id: ids[2] });
    expect(await titlesIn(ann, board, 1)).toEqual(["S3", "S2"]);
    const items = await ann.put(`${board.url}/sort?return=items`, {
      item_id: ids[0],
      parent_id: ids[3],
      after_id: null,
    });
    expect(items.json<{ data: TreeItem[] }>().data[0]?.children[0]?.children).toMatchObject([
      { id: ids[3], children: [{ id: ids[0] }] },
    ]);
  });

  test("means the end when the named sticker was deleted, moved elsewhere or never there", async () => {
    const { app, ann, board, ids, sort } = await withStickers({ database: await open() }, 4);
    const bob = await app.visitor();
    const foreign = await makeBoard(bob);
    const foreignSticker = await addSticker(bob, foreign, "on another board");
    const [parent_id, other] = board.columns;
    await ann.delete(`${board.url}/items/${ids[1]}`);
    await sort(ann, { item_id: ids[2], parent_id: other, after_id: null });
    for (const after_id of [ids[1], ids[2], foreignSticker.id, randomUUID(), parent_id]) {
      const first = (await treeOf(ann, board.url))[0]?.children[0]?.children[0]?.id;
      const answer = await sort(ann, { item_id: first, parent_id, after_id });
      expect(answer.statusCode).toBe(200);
      expect((await treeOf(ann, board.url))[0]?.children[0]?.children.at(-1)?.id).toBe(first);
    }
  });

  test("refuses both places, no place, a place after itself and junk, and moves nothing", async () => {
    const { ann, board, ids, sort } = await withStickers({ database: await open() }, 2);
    const [parent_id] = board.columns;
    const before = (await ann.get(board.url)).json<{ data: { version: number } }>().data.version;
    const refused = async (body: object, field: string) => {
      const answer = await sort(ann, { item_id: ids[1], parent_id, ...body });
      expect([body, answer.statusCode]).toEqual([body, 422]);
      expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([field]);
    };
    await refused({ position: 0, after_id: null }, "after_id");
    await refused({ position: 0, after_id: ids[0] }, "after_id");
    await refused({}, "position");
    await refused({ after_id: ids[1] }, "after_id");
    for (const junk of [1, true, "", "a b", "\u0000", [], {}]) await refused({ after_id: junk }, "after_id");
    expect((await ann.get(board.url)).json<{ data: { version: number } }>().data.version).toBe(before);
  });

  test("a move to where the sticker is leaves no version", async () => {
    const { ann, board, ids, sort } = await withStickers({ database: await open() }, 2);
    const answer = await sort(ann, { item_id: ids[1], parent_id: board.columns[0], after_id: ids[0] });
    expect(answer.json()).toMatchObject({ data: { id: ids[1] }, meta: { changes: [] } });
  });
});

eachEngine("several stickers in one request [T10]", (open) => {
  const batch = (...titles: string[]) => titles.map((title) => ({ id: randomUUID(), title }));

  test("arrive in their order, in one version, as one event", async () => {
    const app = await buildTestApp({ database: await open() });
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann);
    await app.listen();
    await bob.get(board.url);
    const listener = await listenOn(app, bob, board.id);
    await addSticker(ann, board, "before");
    const items = [...batch("one", "two"), { title: "three", style: { fontWeight: "bold", color: null } }];
    const answer = await ann.post(`${board.url}/items`, { parent_id: board.columns[0], items });
    expect(answer.statusCode).toBe(201);
    const { data, meta } = answer.json<{ data: Item[]; meta: { version: number; changes: Change[] } }>();
    expect(data.map((item) => item.title)).toEqual(["one", "two", "three"]);
    expect(data.slice(0, 2).map((item) => item.id)).toEqual(
      items.slice(0, 2).map((item) => "id" in item && item.id),
    );
    expect(data[2]).toMatchObject({ style: { fontWeight: "bold" }, rev: 1, user_id: ann.user.id });
    expect(meta.version).toBe(3);
    expect(meta.changes).toHaveLength(3);
    expect(await titlesIn(ann, board)).toEqual(["before", "one", "two", "three"]);
    expect((await ann.get("/api/v1/boards")).json()).toMatchObject({ data: [{ sticker_count: 4 }] });
    await listener.flush();
    expect(listener.events(eventNames.items).map((event) => (event["changes"] as unknown[]).length)).toEqual([
      1, 3,
    ]);
  });

  test("the answer is the tree with ?return=items", async () => {
    const { ann, board } = await withStickers({ database: await open() }, 0);
    const answer = await ann.post(`${board.url}/items?return=items`, {
      parent_id: board.columns[0],
      items: batch("one", "two"),
    });
    expect(answer.json<{ data: TreeItem[] }>().data[0]?.children[0]?.children.map((i) => i.title)).toEqual([
      "one",
      "two",
    ]);
  });

  test("sent again, the same ids are the same stickers, also beside new ones", async () => {
    const { ann, board } = await withStickers({ database: await open() }, 0);
    const items = batch("one", "two");
    const send = (list: object[]) =>
      ann.post(`${board.url}/items`, { parent_id: board.columns[0], items: list });
    const first = (await send(items)).json<{ data: Item[]; meta: object }>();
    const again = (await send(items)).json<{ data: Item[]; meta: object }>();
    expect(again).toEqual({ data: first.data, meta: { version: 2, changes: [] } });
    const mixed = await send([...batch("new"), ...items]);
    expect(mixed.json<{ data: Item[] }>().data.map((item) => item.title)).toEqual(["new", "one", "two"]);
    expect(await titlesIn(ann, board)).toEqual(["one", "two", "new"]);
  });

  test("a batch with one bad sticker adds none, and the error names the bad one", async () => {
    const { app, ann, board } = await withStickers({ database: await open() }, 0);
    const bob = await app.visitor();
    const taken = randomUUID();
    await bob.post(`${board.url}/items`, { id: taken, title: "Bob's", parent_id: board.columns[1] });
    const [twice] = batch("twice");
    const send = (body: object) => ann.post(`${board.url}/items`, { parent_id: board.columns[0], ...body });
    const cases: [object, number, string | null][] = [
      [{ items: [...batch("good"), { title: " " }] }, 422, "items.1.title"],
      [{ items: [...batch("good"), { id: randomUUID() }] }, 422, "items.1.title"],
      [{ items: [...batch("good"), { title: "🦦".repeat(1001) }] }, 422, "items.1.title"],
      [{ items: [{ title: "a", style: { color: "red" } }] }, 422, "items.0.style.color"],
      [{ items: [{ title: "a", id: "no" }] }, 422, "items.0.id"],
      [{ items: [twice, twice] }, 422, "items.1.id"],
      [{ items: [] }, 422, "items"],
      [{ items: batch(...Array<string>(limits.stickersPerCall + 1).fill("x")) }, 422, "items"],
      [{ items: "junk" }, 422, "items"],
      [{ items: batch("good"), parent_id: "nowhere" }, 422, "parent_id"],
      [{ items: batch("good"), parent_id: board.board.sections[0]?.id }, 422, "parent_id"],
      [{ items: [...batch("good"), { id: taken, title: "mine" }] }, 409, null],
      [{}, 422, "title"],
    ];
    for (const [body, status, field] of cases) {
      const answer = await send(body);
      const [named = null] = Object.keys(answer.json<{ errors?: object }>().errors ?? {});
      expect([body, answer.statusCode, named]).toEqual([body, status, field]);
    }
    expect(await titlesIn(ann, board)).toEqual([]);
    expect(
      (await send({ items: batch(...Array<string>(limits.stickersPerCall).fill("x")) })).statusCode,
    ).toBe(201);
    expect(await titlesIn(ann, board)).toHaveLength(limits.stickersPerCall);
  });

  test("a batch does not evade stopped editing, and its event has no hidden text for a participant", async () => {
    const { app, ann, board } = await withStickers({ database: await open() }, 0);
    await app.listen();
    const bob = await app.visitor();
    await bob.get(board.url);
    const listener = await listenOn(app, bob, board.id);
    await ann.post(`${board.url}/facilitators`);
    await ann.put(`${board.url}/facilitators`, { option: "hideContent", value: true });
    const secret = "a secret of the batch";
    await ann.post(`${board.url}/items`, { parent_id: board.columns[0], items: batch(secret, secret) });
    await listener.flush();
    expect(listener.events(eventNames.items)).toHaveLength(1);
    expect(listener.receivedText()).not.toContain(secret);
    await ann.put(`${board.url}/facilitators`, { option: "stopEditing", value: true });
    const refused = await bob.post(`${board.url}/items`, {
      parent_id: board.columns[0],
      items: batch("x", "y"),
    });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, "stickers_locked"]);
    expect(await titlesIn(ann, board)).toHaveLength(2);
  });
});
