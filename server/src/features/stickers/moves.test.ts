import { describe, expect, test } from "vitest";
import type { Item } from "@retro/contract/items";
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
