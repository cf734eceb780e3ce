import { randomUUID } from "node:crypto";
import { nothingCarried } from "../../board/parts/item-store.ts";
import { describe, expect, test } from "vitest";
import type { Item } from "@retro/contract/items";
import { type FixtureUser } from "../../testing/board-fixture.ts";
import { describeReceived } from "../../testing/received-events.ts";
import { observeBoards } from "../../testing/observed-board.ts";

const start = observeBoards();
/** An id with the same beginning as ids of the API, which distinguishes it from a name. */
const freshId = (): string => randomUUID();

describe("adding a sticker", () => {
  test("writes one row at the end of the column, and all others get an event", async () => {
    const t = await start();
    const id = freshId();
    const body = { id, title: "new", parent_id: "@A.1", style: { color: "#112233", fontSize: null } };
    const done = await t.sendOk("bob", "POST", "/items", body);
    const { order, ...item } = done.data as Item;
    expect(item).toEqual({
      id: "@new",
      board_id: "@retro",
      kind: "sticker",
      parent_id: "@A.1",
      user_id: "@bob",
      title: "new",
      style: { color: "#112233" },
      rev: 1,
      votes: 0,
      hidden: false,
      created_at: new Date(t.app.time.now).toISOString(),
    });
    expect([done.status, done.meta?.changes]).toEqual([201, [{ type: "item.put", item: done.data }]]);
    expect(done.stored).toEqual({
      boards: { changed: { "@retro": { sticker_count: 7 } } },
      items: {
        added: {
          "@new": {
            id: "@new",
            board_id: "@retro",
            parent_id: "@A.1",
            kind: "sticker",
            order_key: order,
            user_id: "@bob",
            title: "new",
            style: { color: "#112233" },
            rev: 1,
            imported_votes: 0,
            ...nothingCarried,
            created_at: t.app.time.now,
          },
        },
      },
    });
    const put = ["presence board-items.update: put @new"];
    expect(describeReceived(done)).toEqual({ ann: put, annTab: put, bob: [], cy: put, dan: [] });
    expect(await t.outline()).toEqual(["A: one two(two-a) three | four new |", "B: five |  |", "C:  |  |"]);
    expect(t.names.id("@new")).toBe(id);
  });

  test("the same id from the same author is the same sticker, wherever it is meant to go and while editing is stopped [T7]", async () => {
    const t = await start();
    await t.facilitate({ stopEditing: true });
    const done = await t.send("bob", "POST", "/items", { id: "@two", title: "again", parent_id: "@C.0" });
    expect([done.status, done.meta?.changes]).toEqual([201, []]);
    expect(done.data).toMatchObject({ id: "@two", title: "two", parent_id: "@A.0", votes: 1 });
  });

  test("again under its id after a deletion, it has lost the votes of its former life, in the catch-up too [T7]", async () => {
    const t = await start();
    const before = (await t.boardRow())["version"] as number;
    await t.sendOk("ann", "DELETE", "/items/@one");
    await t.sendOk("bob", "POST", "/items", { id: "@one", title: "anew", parent_id: "@A.0" });
    const caught = (await t.send("bob", "GET", `/changes?since=${before}`)).data;
    expect(caught).toMatchObject({
      changes: [
        { type: "item.put", item: { id: "@one", title: "anew", votes: 0 } },
        { type: "vote.mine", item_id: "@one", voted: false },
      ],
    });
  });

  test("while content and avatars are hidden and counts concealed: each user gets what they may see [H1] [H2] [H3]", async () => {
    const t = await start();
    await t.facilitate({ hideContent: true, avatars: "hide", concealVoteCount: true });
    const done = await t.sendOk("bob", "POST", "/items", { title: "new", parent_id: "@A.0" });
    expect(done.data).toMatchObject({ title: "new", user_id: "@bob", hidden: false, votes: null });
    const hidden = { title: null, user_id: null, hidden: true, votes: null };
    expect(done.received.cy).toMatchObject([{ on: "presence", data: { changes: [{ item: hidden }] } }]);
    expect(done.received.ann).toMatchObject([
      { on: "presence", data: { changes: [{ item: hidden }] } },
      {
        on: "own",
        data: { board_id: "@retro", changes: [{ item: { title: "new", user_id: null, votes: 0 } }] },
      },
    ]);
  });
});

describe("editing", () => {
  test("the 409 contains neither author nor count where they are hidden from the caller [H4]", async () => {
    const t = await start();
    await t.facilitate({ avatars: "hide", concealVoteCount: true });
    await t.sendOk("cy", "PUT", "/items/@one", { title: "by Cy" });
    const stale = (who: FixtureUser) => t.send(who, "PUT", "/items/@one", { title: "mine", rev: 1 });
    expect((await stale("bob")).data).toMatchObject({ title: "by Cy", user_id: null, votes: null });
    expect((await stale("ann")).data).toMatchObject({ title: "by Cy", user_id: "@ann", votes: 1 });
  });

  test("the 409 about one's own hidden sticker holds its text; another's hidden one is 403 without it [H1]", async () => {
    const t = await start();
    await t.facilitate({ hideContent: true });
    await t.sendOk("ann", "PUT", "/items/@two", { title: "by the facilitator" });
    const own = await t.send("bob", "PUT", "/items/@two", { title: "mine", rev: 1 });
    expect([own.status, own.data]).toMatchObject([409, { title: "by the facilitator", hidden: false }]);
    const others = await t.send("cy", "PUT", "/items/@two", { title: "mine", rev: 1 });
    expect([others.status, others.code, others.data]).toEqual([403, "content_hidden", undefined]);
  });
});

describe("deleting", () => {
  test("a group takes what is nested in it along [T5]", async () => {
    const t = await start();
    const done = await t.sendOk("cy", "DELETE", "/items/@two");
    expect(done.data).toEqual({ deleted: ["@two", "@two-a"] });
    expect(done.stored.boards).toEqual({ changed: { "@retro": { sticker_count: 4 } } });
    expect(done.stored.votes?.deleted).toHaveLength(2);
    expect(await t.outline()).toEqual(["A: one three | four |", "B: five |  |", "C:  |  |"]);
  });
});

describe("deleting all stickers", () => {
  test("leaves the sections, the other board and the options", async () => {
    const t = await start();
    await t.facilitate({ showStickerDate: true });
    const done = await t.sendOk("ann", "PUT", "/delete-cards");
    expect(done.stored.boards).toEqual({ changed: { "@retro": { sticker_count: 0 } } });
    const gone = ["@one", "@two", "@two-a", "@three", "@four", "@five"].toSorted();
    expect(done.stored.items).toEqual({ deleted: expect.any(Array) });
    expect(done.stored.items?.deleted?.toSorted()).toEqual(gone);
    expect(done.stored.votes?.deleted).toHaveLength(4);
    expect(describeReceived(done).bob).toEqual([`presence board-items.update: deleted ${gone.join(" ")}`]);
    expect(await t.outline()).toEqual(["A:  |  |", "B:  |  |", "C:  |  |"]);
    expect(done.data).toMatchObject([{ id: "@A" }, { id: "@B" }, { id: "@C" }]);
    const again = await t.sendOk("ann", "PUT", "/delete-cards");
    expect(again.meta?.changes).toEqual([]);
  });
});
