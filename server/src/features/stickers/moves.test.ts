import { describe, expect, test } from "vitest";
import type { Item } from "@retro/contract/entities";
import { describeReceived } from "../../testing/received-events.ts";
import { observeBoards } from "../../testing/observed-board.ts";

const start = observeBoards();
const whole = ["A: one two(two-a) three | four |", "B: five |  |", "C:  |  |"];

describe("moving", () => {
  const [, b, c] = whole;
  test.each([
    ["@three", "@A.0", { position: 1 }, ["A: one three two(two-a) | four |", b, c]],
    ["@one", "@A.0", { position: 1 }, ["A: two(two-a) one three | four |", b, c]],
    ["@one", "@A.0", { position: 999 }, ["A: two(two-a) three one | four |", b, c]],
    ["@three", "@A.0", { after_id: null }, ["A: three one two(two-a) | four |", b, c]],
    ["@three", "@A.0", { after_id: "@one" }, ["A: one three two(two-a) | four |", b, c]],
    ["@one", "@A.0", { after_id: "@two" }, ["A: two(two-a) one three | four |", b, c]],
    ["@one", "@A.0", { after_id: "@five" }, ["A: two(two-a) three one | four |", b, c]],
    ["@one", "@A.1", { position: 0 }, ["A: two(two-a) three | one four |", b, c]],
    ["@two", "@B.0", { position: 0 }, ["A: one three | four |", "B: two(two-a) five |  |", c]],
    ["@one", "@three", { position: 0 }, ["A: two(two-a) three(one) | four |", b, c]],
    ["@five", "@two", { position: 0 }, ["A: one two(five two-a) three | four |", "B:  |  |", c]],
    ["@two-a", "@A.0", { position: 2 }, ["A: one two two-a three | four |", b, c]],
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
    ["@three", "@A.0", { position: 77 }],
    ["@two", "@A.0", { after_id: "@one" }],
  ])("%s to %s, %j: it is there already, and no version is left", async (item_id, parent_id, place) => {
    const t = await start();
    const done = await t.sendOk("cy", "PUT", "/sort", { item_id, parent_id, ...place });
    expect([done.meta?.changes, (done.data as Item).id]).toEqual([[], item_id]);
  });

  test.each([
    ["under itself", "@two", "@two", "parent_id"],
    ["under what is nested in it", "@two", "@two-a", "parent_id"],
    ["into a section", "@two", "@A", "parent_id"],
    ["into a sticker of another board", "@two", "@x-one", "parent_id"],
    ["a column", "@A.0", "@B.0", "item_id"],
    ["a sticker of another board", "@x-one", "@A.0", "item_id"],
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
});

describe("with ?return=items the answer is the tree that the caller may see", () => {
  test.each([
    ["POST", "/items", { items: [{ title: "new" }], parent_id: "@A.0" }],
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
