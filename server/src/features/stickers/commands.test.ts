import { randomUUID } from "node:crypto";
import { nothingCarried } from "../../board/parts/item-store.ts";
import { describe, expect, test } from "vitest";
import type { Item } from "@retro/contract/entities";
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

  test.each([
    ["a sticker", "@one", ["A: one(new) two(two-a) three | four |", "B: five |  |", "C:  |  |"]],
    ["a group, at its end", "@two", ["A: one two(two-a new) three | four |", "B: five |  |", "C:  |  |"]],
  ])("into %s", async (_name, parent_id, outline) => {
    const t = await start();
    await t.sendOk("cy", "POST", "/items", { title: "new", parent_id });
    expect(await t.outline()).toEqual(outline);
  });

  test("five deep, and no deeper [T3]", async () => {
    const t = await start();
    for (const [title, parent_id] of [
      ["three-deep", "@two-a"],
      ["four-deep", "@three-deep"],
      ["five-deep", "@four-deep"],
    ])
      await t.sendOk("ann", "POST", "/items", { title, parent_id });
    const done = await t.send("ann", "POST", "/items", { title: "six-deep", parent_id: "@five-deep" });
    expect([done.status, done.errors]).toEqual([
      422,
      { parent_id: ["Stickers can be nested at most 5 levels deep"] },
    ]);
  });

  test.each([
    ["a section", { parent_id: "@A" }, 422, "parent_id"],
    ["nowhere", { parent_id: "nowhere" }, 422, "parent_id"],
    ["a column of another board", { parent_id: "@X.0" }, 422, "parent_id"],
    ["a sticker of another board", { parent_id: "@x-one" }, 422, "parent_id"],
    ["no title", { title: undefined }, 422, "title"],
    ["another's id", { id: "@one" }, 409, undefined],
    ["the id of one's own on another board", { id: "@x-three" }, 409, undefined],
  ])("refuses %s, and leaves no trace", async (_name, wrong, status, field) => {
    const t = await start();
    const done = await t.send("bob", "POST", "/items", { title: "new", parent_id: "@A.0", ...wrong });
    const code = status === 409 ? "id_taken" : "invalid";
    expect([done.status, done.code, Object.keys(done.errors ?? {})]).toEqual([
      status,
      code,
      field ? [field] : [],
    ]);
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

describe("adding several stickers", () => {
  test("writes them all at the end, in one version", async () => {
    const t = await start();
    const items = [
      { title: "n1" },
      { title: "n2", id: freshId(), style: { fontWeight: "bold" } },
      { title: "n3" },
    ];
    const done = await t.sendOk("bob", "POST", "/items", { items, parent_id: "@A.0" });
    expect(await t.outline()).toEqual([
      "A: one two(two-a) three n1 n2 n3 | four |",
      "B: five |  |",
      "C:  |  |",
    ]);
    expect(Object.keys(done.stored.items?.added ?? {}).toSorted()).toEqual(["@n1", "@n2", "@n3"]);
    expect(done.stored.boards).toEqual({ changed: { "@retro": { sticker_count: 9 } } });
    expect((done.data as Item[]).map(({ id, style, user_id }) => [id, style, user_id])).toEqual([
      ["@n1", {}, "@bob"],
      ["@n2", { fontWeight: "bold" }, "@bob"],
      ["@n3", {}, "@bob"],
    ]);
    expect(describeReceived(done).cy).toEqual(["presence board-items.update: put @n1, put @n2, put @n3"]);
  });

  test("beside ones that are there already: adds the new ones only", async () => {
    const t = await start();
    const items = [{ title: "n1" }, { title: "again", id: "@two" }, { title: "n2" }];
    const done = await t.sendOk("bob", "POST", "/items", { items, parent_id: "@B.1" });
    expect((done.data as Item[]).map(({ id }) => id)).toEqual(["@n1", "@two", "@n2"]);
    expect(await t.outline()).toEqual(["A: one two(two-a) three | four |", "B: five | n1 n2 |", "C:  |  |"]);
    expect(done.stored.boards).toEqual({ changed: { "@retro": { sticker_count: 8 } } });
  });

  test.each([
    ["a blank title", { title: " " }, [422, ["items.1.title"]]],
    ["another's id", { title: "mine", id: "@one" }, [409, []]],
  ])("one with %s: none is added", async (_name, bad, refused) => {
    const t = await start();
    const body = { items: [{ title: "good" }, bad], parent_id: "@A.0" };
    const done = await t.send("bob", "POST", "/items", body);
    expect([done.status, Object.keys(done.errors ?? {})]).toEqual(refused);
  });
});

describe("editing", () => {
  test("a title: the row's title and revision change, nothing else", async () => {
    const t = await start();
    const done = await t.sendOk("bob", "PUT", "/items/@one", { title: "uno", rev: 1 });
    expect(done.data).toMatchObject({ id: "@one", title: "uno", rev: 2, user_id: "@ann", votes: 1 });
    expect(done.stored).toEqual({ items: { changed: { "@one": { title: "uno", rev: 2 } } } });
    expect(describeReceived(done).cy).toEqual(["presence board-items.update: put @one"]);
  });

  test("a style: what is named replaces, null clears, what is left out stays", async () => {
    const t = await start();
    const style = { color: "#112233", fontWeight: "bold", fontSize: "20px" };
    await t.sendOk("bob", "PUT", "/items/@one", { style });
    const done = await t.sendOk("cy", "PUT", "/items/@one", {
      style: { color: "#445566", fontWeight: null, fontStyle: "italic" },
    });
    expect(done.stored).toEqual({
      items: {
        changed: { "@one": { style: { color: "#445566", fontSize: "20px", fontStyle: "italic" }, rev: 3 } },
      },
    });
  });

  test("a section's style: each of its two parts is merged", async () => {
    const t = await start();
    const self = { backgroundColor: "#aabbcc" };
    await t.sendOk("ann", "PUT", "/items/@A", { style: { self, item: { color: "#ddeeff" } } });
    const done = await t.sendOk("bob", "PUT", "/items/@A", {
      style: { item: { backgroundColor: null, fontWeight: "bold" } },
    });
    expect(done.stored.items?.changed?.["@A"]).toEqual({
      style: { self, item: { color: "#ddeeff", fontWeight: "bold" } },
      rev: expect.any(Number),
    });
  });

  test.each([
    ["the same title", "@one", { title: "one" }],
    ["the clearing of what is not set", "@one", { style: { color: null } }],
    ["a section's own title", "@A", { title: "A" }],
  ])("with %s leaves no version [Y4]", async (_name, item, body) => {
    const t = await start();
    const before = (await t.boardRow())["version"];
    const done = await t.sendOk("bob", "PUT", `/items/${item}`, body);
    expect([done.meta?.version, done.meta?.changes]).toEqual([before, []]);
  });

  test.each([
    ["a column", "@A.0", { title: "x" }, 404, []],
    ["an item of another board", "@x-one", { title: "x" }, 404, []],
    ["256 characters on a section", "@A", { title: "x".repeat(256) }, 422, ["title"]],
    [
      "a section's style on a sticker",
      "@one",
      { style: { self: { backgroundColor: "#112233" } } },
      422,
      ["style"],
    ],
    ["a sticker's style on a section", "@A", { style: { color: "#112233" } }, 422, ["style"]],
    ["a stale revision", "@one", { title: "x", rev: 0 }, 409, []],
    ["a stale revision with the style only", "@one", { style: { fontWeight: "bold" }, rev: 0 }, 409, []],
  ] as const)("refuses %s, and leaves no trace", async (_name, item, body, status, fields) => {
    const t = await start();
    const done = await t.send("bob", "PUT", `/items/${item}`, body);
    expect([done.status, Object.keys(done.errors ?? {}).map((field) => field.split(".")[0])]).toEqual([
      status,
      fields,
    ]);
  });

  test("of an item that another user has edited since is 409 with the current item; null and no revision overwrite [T8]", async () => {
    const t = await start();
    await t.sendOk("cy", "PUT", "/items/@one", { title: "by Cy" });
    const refused = await t.send("bob", "PUT", "/items/@one", { title: "by Bob", rev: 1 });
    expect([refused.status, refused.code]).toEqual([409, "conflict"]);
    expect(refused.data).toMatchObject({ id: "@one", title: "by Cy", rev: 2, votes: 1, user_id: "@ann" });
    await t.sendOk("bob", "PUT", "/items/@one", { title: "by Bob", rev: 2 });
    await t.sendOk("bob", "PUT", "/items/@one", { title: "again", rev: null });
    const done = await t.sendOk("bob", "PUT", "/items/@one", { title: "and again" });
    expect(done.data).toMatchObject({ rev: 5 });
  });

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
  test("a sticker takes its votes with it, and nothing else", async () => {
    const t = await start();
    const done = await t.sendOk("cy", "DELETE", "/items/@one");
    expect(done.data).toEqual({ deleted: ["@one"] });
    expect(done.stored).toEqual({
      boards: { changed: { "@retro": { sticker_count: 5 } } },
      items: { deleted: ["@one"] },
      votes: { deleted: [expect.any(String)] },
      deletions: { added: { "@one": expect.objectContaining({ user_id: "@cy", item_count: 1 }) } },
      deleted_items: { added: { "@one": expect.objectContaining({ title: "one", user_id: "@ann" }) } },
      deleted_votes: { added: expect.any(Object) },
    });
    expect(describeReceived(done).bob).toEqual(["presence board-items.update: deleted @one"]);
    expect(await t.outline()).toEqual(["A: two(two-a) three | four |", "B: five |  |", "C:  |  |"]);
  });

  test("a group takes what is nested in it along [T5]", async () => {
    const t = await start();
    const done = await t.sendOk("cy", "DELETE", "/items/@two");
    expect(done.data).toEqual({ deleted: ["@two", "@two-a"] });
    expect(done.stored.boards).toEqual({ changed: { "@retro": { sticker_count: 4 } } });
    expect(done.stored.votes?.deleted).toHaveLength(2);
    expect(await t.outline()).toEqual(["A: one three | four |", "B: five |  |", "C:  |  |"]);
  });

  test("a section takes its columns and stickers along", async () => {
    const t = await start();
    const done = await t.sendOk("cy", "DELETE", "/items/@A");
    const gone = ["@A", "@A.0", "@A.1", "@A.2", "@one", "@two", "@three", "@four", "@two-a"];
    expect((done.data as { deleted: string[] }).deleted.toSorted()).toEqual(gone.toSorted());
    expect(done.stored.items).toEqual({ deleted: expect.any(Array) });
    expect(done.stored.items?.deleted?.toSorted()).toEqual(gone.toSorted());
    expect(done.stored.boards).toEqual({ changed: { "@retro": { section_count: 2, sticker_count: 1 } } });
    expect(done.stored.votes?.deleted).toHaveLength(3);
    expect(await t.outline()).toEqual(["B: five |  |", "C:  |  |"]);
  });

  test("the last section stays, with all that it holds [T2]", async () => {
    const t = await start();
    await t.sendOk("cy", "DELETE", "/items/@C");
    await t.sendOk("cy", "DELETE", "/items/@B");
    const done = await t.send("ann", "DELETE", "/items/@A");
    expect([done.status, done.code, Object.keys(done.errors ?? {})]).toEqual([
      422,
      "last_section",
      ["sections"],
    ]);
  });

  test.each([
    ["a column", "@A.0"],
    ["an item of another board", "@x-one"],
  ])("%s is 404, and nothing goes", async (_name, item) => {
    const t = await start();
    expect((await t.send("bob", "DELETE", `/items/${item}`)).status).toBe(404);
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
