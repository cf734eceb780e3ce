import { describe, expect, test } from "vitest";
import type { Item } from "@retro/contract/entities";
import { describeReceived } from "../../testing/received-events.ts";
import { observeBoards } from "../../testing/observed-board.ts";

const start = observeBoards();
const whole = ["A: one two(two-a) three | four |", "B: five |  |", "C:  |  |"];

describe("moving", () => {
  const [, b, c] = whole;
  test.each([
    ["@three", "@A.0", { position: 0 }, ["A: three one two(two-a) | four |", b, c]],
    ["@three", "@A.0", { position: 1 }, ["A: one three two(two-a) | four |", b, c]],
    ["@one", "@A.0", { position: 1 }, ["A: two(two-a) one three | four |", b, c]],
    ["@one", "@A.0", { position: 2 }, ["A: two(two-a) three one | four |", b, c]],
    ["@one", "@A.0", { position: 999 }, ["A: two(two-a) three one | four |", b, c]],
    ["@two", "@A.0", { position: 2 }, ["A: one three two(two-a) | four |", b, c]],
    ["@three", "@A.0", { after_id: null }, ["A: three one two(two-a) | four |", b, c]],
    ["@three", "@A.0", { after_id: "@one" }, ["A: one three two(two-a) | four |", b, c]],
    ["@one", "@A.0", { after_id: "@two" }, ["A: two(two-a) one three | four |", b, c]],
    ["@one", "@A.0", { after_id: "@five" }, ["A: two(two-a) three one | four |", b, c]],
    ["@one", "@A.1", { position: 0 }, ["A: two(two-a) three | one four |", b, c]],
    ["@one", "@A.1", { position: 1 }, ["A: two(two-a) three | four one |", b, c]],
    ["@two", "@B.0", { position: 0 }, ["A: one three | four |", "B: two(two-a) five |  |", c]],
    ["@two", "@C.2", { position: 5 }, ["A: one three | four |", b, "C:  |  | two(two-a)"]],
    ["@one", "@three", { position: 0 }, ["A: two(two-a) three(one) | four |", b, c]],
    ["@five", "@two", { position: 0 }, ["A: one two(five two-a) three | four |", "B:  |  |", c]],
    ["@five", "@two", { after_id: "@two-a" }, ["A: one two(two-a five) three | four |", "B:  |  |", c]],
    ["@two", "@one", { position: 0 }, ["A: one(two(two-a)) three | four |", b, c]],
    ["@two-a", "@A.0", { position: 2 }, ["A: one two two-a three | four |", b, c]],
    ["@two-a", "@B.1", { position: 0 }, ["A: one two three | four |", "B: five | two-a |", c]],
  ])("%s to %s, %j: changes one row and no other", async (item_id, parent_id, place, outline) => {
    const t = await start();
    const was = (await t.outline()).join("\n");
    const done = await t.sendOk("cy", "PUT", "/sort", { item_id, parent_id, ...place });
    expect(await t.outline()).toEqual(outline);
    expect(was).not.toEqual(outline.join("\n"));
    const moved = done.data as Item;
    expect(moved).toMatchObject({ id: item_id, parent_id, rev: 1 });
    const { order_key, ...others } = done.stored.items?.changed?.[item_id] ?? {};
    expect(Object.keys(done.stored.items?.changed ?? {})).toEqual([item_id]);
    expect(order_key ?? moved.order).toBe(moved.order);
    expect([{}, { parent_id }]).toContainEqual(others);
    expect(Object.keys(done.stored)).toEqual(["items"]);
    expect(describeReceived(done).bob).toEqual([`presence board-items.update: put ${item_id}`]);
  });

  test.each([
    ["@one", "@A.0", { position: 0 }],
    ["@three", "@A.0", { position: 2 }],
    ["@three", "@A.0", { position: 77 }],
    ["@two", "@A.0", { after_id: "@one" }],
    ["@one", "@A.0", { after_id: null }],
    ["@two-a", "@two", { position: 0 }],
  ])("%s to %s, %j: it is there already, and no version is left", async (item_id, parent_id, place) => {
    const t = await start();
    const done = await t.sendOk("cy", "PUT", "/sort", { item_id, parent_id, ...place });
    expect([done.meta?.changes, (done.data as Item).id]).toEqual([[], item_id]);
  });

  test.each([
    ["under itself", "@two", "@two", "parent_id"],
    ["under what is nested in it", "@two", "@two-a", "parent_id"],
    ["into a section", "@two", "@A", "parent_id"],
    ["into nothing", "@two", "nowhere", "parent_id"],
    ["to a column of another board", "@two", "@X.0", "parent_id"],
    ["into a sticker of another board", "@two", "@x-one", "parent_id"],
    ["a column", "@A.0", "@B.0", "item_id"],
    ["a section", "@A", "@B.0", "item_id"],
    ["a sticker of another board", "@x-one", "@A.0", "item_id"],
    ["nothing", "nowhere", "@A.0", "item_id"],
  ])("refuses a move of or to %s, and leaves no trace", async (_name, item_id, parent_id, field) => {
    const t = await start();
    const done = await t.send("bob", "PUT", "/sort", { item_id, parent_id, position: 0 });
    expect([done.status, Object.keys(done.errors ?? {})]).toEqual([422, [field]]);
  });

  test("counts what is nested in the moved sticker towards the five levels [T3]", async () => {
    const t = await start();
    await t.sendOk("ann", "POST", "/items", { title: "d1", parent_id: "@C.0" });
    for (const [title, parent_id] of [
      ["d2", "@d1"],
      ["d3", "@d2"],
      ["d4", "@d3"],
    ])
      await t.sendOk("ann", "POST", "/items", { title, parent_id });
    const refused = await t.send("ann", "PUT", "/sort", { item_id: "@two", parent_id: "@d4", position: 0 });
    expect([refused.status, Object.keys(refused.errors ?? {})]).toEqual([422, ["parent_id"]]);
    await t.sendOk("ann", "PUT", "/sort", { item_id: "@one", parent_id: "@d4", position: 0 });
    await t.sendOk("ann", "PUT", "/sort", { item_id: "@two", parent_id: "@d3", position: 0 });
    expect((await t.outline())[2]).toBe("C: d1(d2(d3(two(two-a) d4(one)))) |  |");
  });

  test("keeps votes and author; a group counts what was voted before [T5]", async () => {
    const t = await start();
    const done = await t.sendOk("cy", "PUT", "/sort", { item_id: "@one", parent_id: "@three", position: 0 });
    expect(done.data).toMatchObject({ votes: 1, user_id: "@ann" });
    expect(done.stored.votes).toBeUndefined();
  });

  test("ten times to the front keeps every order", async () => {
    const t = await start();
    for (let round = 0; round < 3; round += 1)
      for (const item_id of ["@three", "@two", "@one"])
        await t.send("cy", "PUT", "/sort", { item_id, parent_id: "@A.0", position: 0 });
    expect(await t.outline()).toEqual(whole);
  });
});

/** What each may do while Ann facilitates: [what is set, who, call, status, code]. */
describe("who may", () => {
  const add = ["POST", "/items", { title: "new", parent_id: "@A.0" }] as const;
  const batch = ["POST", "/items", { items: [{ title: "new" }], parent_id: "@A.0" }] as const;
  const edit = (item: string) => ["PUT", `/items/${item}`, { title: "new" }] as const;
  const move = (item_id: string) => ["PUT", "/sort", { item_id, parent_id: "@C.0", position: 0 }] as const;
  const remove = (item: string) => ["DELETE", `/items/${item}`, undefined] as const;
  test.each([
    [{}, "bob", add, 201],
    [{}, "bob", batch, 201],
    [{}, "bob", edit("@one"), 200],
    [{}, "bob", move("@one"), 200],
    [{}, "bob", remove("@one"), 200],
    [{}, "bob", edit("@A"), 403, "board_locked"],
    [{}, "bob", remove("@A"), 403, "board_locked"],
    [{}, "ann", edit("@A"), 200],
    [{}, "ann", remove("@A"), 200],
    [{ stopEditing: true }, "bob", add, 403, "stickers_locked"],
    [{ stopEditing: true }, "bob", batch, 403, "stickers_locked"],
    [{ stopEditing: true }, "bob", edit("@two"), 403, "stickers_locked"],
    [{ stopEditing: true }, "bob", move("@two"), 403, "stickers_locked"],
    [{ stopEditing: true }, "bob", remove("@two"), 403, "stickers_locked"],
    [{ stopEditing: true }, "ann", add, 201],
    [{ stopEditing: true }, "ann", edit("@two"), 200],
    [{ stopEditing: true }, "ann", move("@two"), 200],
    [{ stopEditing: true }, "ann", remove("@two"), 200],
    [{ hideContent: true }, "bob", add, 201],
    [{ hideContent: true }, "bob", edit("@two"), 200],
    [{ hideContent: true }, "bob", edit("@one"), 403, "content_hidden"],
    [{ hideContent: true }, "bob", move("@four"), 200],
    [{ hideContent: true }, "bob", move("@one"), 403, "content_hidden"],
    [{ hideContent: true }, "bob", move("@two"), 403, "content_hidden"],
    [{ hideContent: true }, "bob", remove("@four"), 200],
    [{ hideContent: true }, "bob", remove("@one"), 403, "content_hidden"],
    [{ hideContent: true }, "bob", remove("@two"), 403, "content_hidden"],
    [{ hideContent: true }, "ann", edit("@two"), 200],
    [{ hideContent: true }, "ann", move("@two"), 200],
    [{ hideContent: true }, "ann", remove("@two"), 200],
  ] as const)("%j: %s, %j is %d", async (options, who, [method, path, body], status, code?: string) => {
    const t = await start();
    await t.facilitate(options);
    const done = await t.send(who, method, path, body);
    expect([done.status, done.code]).toEqual([status, code]);
  });
});

describe("with ?return=items the answer is the tree that the caller may see", () => {
  test.each([
    ["POST", "/items", { title: "new", parent_id: "@A.0" }],
    ["POST", "/items", { items: [{ title: "new" }], parent_id: "@A.0" }],
    ["PUT", "/items/@one", { title: "uno" }],
    ["PUT", "/sort", { item_id: "@one", parent_id: "@C.0", position: 0 }],
    ["DELETE", "/items/@one", undefined],
    ["POST", "/items", { id: "@one", title: "again", parent_id: "@A.0" }],
  ] as const)("%s %s", async (method, path, body) => {
    const t = await start();
    await t.facilitate({ hideContent: true, concealVoteCount: true }, "cy");
    const done = await t.sendOk("ann", method, `${path}?return=items`, body);
    const tree = await t.send("ann", "GET", "/items");
    expect(done.data).toEqual(tree.data);
    expect(done.meta?.version).toBe((await t.boardRow())["version"]);
  });
});
