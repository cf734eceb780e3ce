import { describe, expect, test } from "vitest";
import type { Item } from "@retro/contract/items";
import { observeBoards } from "../../testing/observed-board.ts";
import { describeReceived } from "../../testing/received-events.ts";

const start = observeBoards();
const [, b, c] = ["A: one two(two-a) three | four |", "B: five |  |", "C:  |  |"];
const column = { parent_id: "@A.0", from: ["@one", "@two", "@three"], to: ["@three", "@one", "@two"] };

describe("ordering the stickers of columns", () => {
  test("[T11] deals out the same keys again; another order of the same stickers restores them", async () => {
    const t = await start();
    const before = (await t.send("bob", "GET", "/items")).data as { children: { children: Item[] }[] }[];
    const keys = before[0]?.children[0]?.children.map(({ order }) => order) as string[];
    const done = await t.sendOk("bob", "PUT", "/order", { orders: [column] });
    expect(await t.outline()).toEqual(["A: three one two(two-a) | four |", b, c]);
    expect(done.stored).toEqual({
      items: {
        changed: {
          "@three": { order_key: keys[0] },
          "@one": { order_key: keys[1] },
          "@two": { order_key: keys[2] },
        },
      },
    });
    expect((done.data as Item[]).map(({ id, rev }) => [id, rev])).toEqual([
      ["@three", 1],
      ["@one", 1],
      ["@two", 1],
    ]);
    expect(describeReceived(done).cy[0]).toMatch(
      /^presence board-items.update: put @\w+, put @\w+, put @\w+$/,
    );
    const { from, to } = column;
    const undone = await t.sendOk("bob", "PUT", "/order", {
      orders: [{ ...column, from: to, to: from }],
    });
    expect(undone.stored.items?.changed).toEqual({
      "@one": { order_key: keys[0] },
      "@two": { order_key: keys[1] },
      "@three": { order_key: keys[2] },
    });
  });

  test.each([
    ["another order", { from: ["@one", "@three", "@two"] }],
    ["a sticker less", { from: ["@one", "@two"], to: ["@two", "@one"] }],
    [
      "a sticker of another column",
      { from: ["@one", "@two", "@three", "@four"], to: ["@four", "@one", "@two", "@three"] },
    ],
    [
      "a sticker of another board",
      { from: ["@one", "@two", "@three", "@x-one"], to: ["@x-one", "@one", "@two", "@three"] },
    ],
  ])("[T11] a caller who sees %s is refused and changes nothing", async (_name, wrong) => {
    const t = await start();
    const good = { parent_id: "@B.0", from: ["@five"], to: ["@five"] };
    const done = await t.send("bob", "PUT", "/order", { orders: [good, { ...column, ...wrong }] });
    expect([done.status, done.code]).toEqual([409, "conflict"]);
  });

  test("[E4] an attacker cannot reorder a column that holds text hidden from them, nor learn where it is", async () => {
    const t = await start();
    await t.facilitate({ hideContent: true });
    const done = await t.send("bob", "PUT", "/order", { orders: [column] });
    expect([done.status, done.code]).toEqual([403, "content_hidden"]);
    // Below the surface too: “four” is Bob's, and gets a sticker of Ann's inside.
    await t.sendOk("ann", "POST", "/items", { title: "inside", parent_id: "@four" });
    const group = { parent_id: "@A.1", from: ["@four"], to: ["@four"] };
    expect((await t.send("bob", "PUT", "/order", { orders: [group] })).code).toBe("content_hidden");
    await t.sendOk("ann", "PUT", "/order", { orders: [column] });
  });
});

describe("a move that names the place where it starts", () => {
  const orderOf = async (t: Awaited<ReturnType<typeof start>>, name: string) => {
    const tree = JSON.stringify((await t.send("bob", "GET", "/items")).data);
    return new RegExp(`"order":"([^"]+)"[^{}]*"id":"${name}"`).exec(tree)?.[1] ?? "";
  };

  test("[T9] is refused after another user moved the sticker, and says where it is now", async () => {
    const t = await start();
    const from = { parent_id: "@A.0", order: await orderOf(t, "@one") };
    await t.sendOk("cy", "PUT", "/sort", { item_id: "@one", parent_id: "@A.0", after_id: "@two" });
    const body = { item_id: "@one", parent_id: "@C.0", after_id: null, from };
    const done = await t.send("bob", "PUT", "/sort", body);
    expect([done.status, done.code, (done.data as Item).parent_id]).toEqual([409, "conflict", "@A.0"]);
    const elsewhere = { ...body, from: { parent_id: "@A.1", order: await orderOf(t, "@one") } };
    expect((await t.send("bob", "PUT", "/sort", elsewhere)).status).toBe(409);
  });
});

describe("a deletion that says what it expects", () => {
  test.each([
    ["another revision", "rev=2"],
    ["fewer stickers in the group", "rev=1&items=1"],
    ["more stickers in the group", "items=3"],
  ])("is refused: %s", async (_name, query) => {
    const t = await start();
    const done = await t.send("bob", "DELETE", `/items/@two?${query}`);
    expect([done.status, done.code]).toEqual([409, "conflict"]);
  });
});
