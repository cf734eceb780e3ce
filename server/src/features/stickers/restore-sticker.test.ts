import { describe, expect, test } from "vitest";
import type { Item } from "@retro/contract/items";
import type { Board } from "@retro/contract/boards";
import { flattenTree, treeOf as treeIn } from "../../testing/boards.ts";
import { facilitate } from "../../testing/sticker-fixture.ts";
import { observeBoards, type ObservedBoard } from "../../testing/observed-board.ts";
import { describeReceived } from "../../testing/received-events.ts";

const start = observeBoards();
const [b, c] = ["B: five |  |", "C:  |  |"];
const dayMs = 24 * 3_600_000;

const remove = (t: ObservedBoard, by: "ann" | "bob" | "cy", item: string) =>
  t.sendOk(by, "DELETE", `/items/${item}`);
const restore = (t: ObservedBoard, by: "ann" | "bob" | "cy" | "dan", item: string) =>
  t.send(by, "POST", `/items/${item}/restore`);
const treeOf = async (t: ObservedBoard) => JSON.stringify((await t.send("cy", "GET", "/items")).data);

describe("restoring a deleted sticker", () => {
  test("[T12] returns the whole group as it was: place, texts, authors, styles, dates, revisions and votes", async () => {
    const t = await start();
    await t.sendOk("bob", "PUT", "/items/@two", { style: { color: "#112233" } });
    await t.sendOk("cy", "POST", "/items/@two-a/vote");
    const before = await treeOf(t);
    await remove(t, "cy", "@two");
    expect(await t.outline()).toEqual(["A: one three | four |", b, c]);
    const done = await restore(t, "cy", "@two");
    expect(await treeOf(t)).toBe(before);
    expect(done.status).toBe(200);
    expect(done.data).toMatchObject({ id: "@two", title: "two", user_id: "@bob", rev: 2, votes: 1 });
    expect(done.stored.boards).toEqual({ changed: { "@retro": { sticker_count: 6 } } });
    expect(Object.keys(done.stored.items?.added ?? {})).toEqual(["@two", "@two-a"]);
    expect(Object.keys(done.stored.votes?.added ?? {})).toHaveLength(3);
    expect(done.stored.deletions).toEqual({ deleted: ["@two"] });
    expect(done.stored.deleted_items?.deleted?.toSorted()).toEqual(["@two", "@two-a"]);
    expect(done.stored.deleted_votes?.deleted).toHaveLength(3);
    // Only the voter gets the event of a vote.
    const all = "put @two, put @two-a, votes @two 1, votes @two-a 2";
    const presence = `presence board-items.update: ${all}`;
    expect(describeReceived(done)).toEqual({
      ann: [
        presence,
        "own board-items.update: put @two, put @two-a, votes @two 1, mine @two +, votes @two-a 2, mine @two-a +",
      ],
      annTab: [
        presence,
        "own board-items.update: put @two, put @two-a, votes @two 1, mine @two +, votes @two-a 2, mine @two-a +",
      ],
      bob: [presence],
      cy: [],
      dan: [],
    });
  });

  test("[T12] an attacker cannot restore what somebody else deleted, nor through another board, nor what is on it", async () => {
    const t = await start();
    await remove(t, "ann", "@one");
    for (const by of ["bob", "cy", "dan"] as const) expect((await restore(t, by, "@one")).status).toBe(404);
    const other = "/api/v1/boards/@other/items";
    expect((await t.send("ann", "POST", `${other}/@one/restore`)).status).toBe(404);
    expect((await restore(t, "ann", "@x-one")).status).toBe(404);
    expect((await restore(t, "ann", "@A.0")).status).toBe(404);
    expect((await restore(t, "ann", "@A")).status).toBe(404);
    expect((await restore(t, "ann", "nothing")).status).toBe(404);
  });

  test("[T12] after a day it is too late", async () => {
    const t = await start();
    await remove(t, "ann", "@one");
    await remove(t, "ann", "@three");
    const late = async (item: string) =>
      (await t.people.ann.post(`${t.url}/items/${t.names.id(item)}/restore`)).statusCode;
    t.app.time.now += dayMs;
    expect(await late("@one")).toBe(200);
    t.app.time.now += 1;
    expect(await late("@three")).toBe(404);
  });

  test("[T12] “Delete stickers” is final: it also takes what single users could restore", async () => {
    const t = await start();
    await remove(t, "bob", "@one");
    await t.facilitate({});
    const done = await t.sendOk("ann", "PUT", "/delete-cards");
    expect(done.stored.deletions).toEqual({ deleted: ["@one"] });
    expect((await restore(t, "bob", "@one")).status).toBe(404);
    expect((await restore(t, "ann", "@two")).status).toBe(404);
    // Also on an empty board.
    const { id } = (await t.sendOk("bob", "POST", "/items", { title: "late", parent_id: "@A.0" }))
      .data as Item;
    await remove(t, "bob", id);
    expect((await t.sendOk("ann", "PUT", "/delete-cards")).stored.deletions).toEqual({ deleted: [id] });
  });

  test("[T12] the id was used again: the author's new sticker stays, and nothing is added twice", async () => {
    const t = await start();
    await remove(t, "bob", "@two");
    await t.sendOk("ann", "POST", "/items", { id: "@two-a", title: "anew", parent_id: "@C.0" });
    const done = await restore(t, "bob", "@two");
    expect([done.status, done.code]).toEqual([409, "id_taken"]);
    await t.sendOk("bob", "POST", "/items", { id: "@two", title: "two anew", parent_id: "@C.1" });
    expect((await restore(t, "bob", "@two")).meta?.changes).toEqual([]);
    expect(await t.outline()).toEqual(["A: one three | four |", b, "C: anew | two anew |"]);
  });

  test("[T12] of each board the newest 500 are kept, and a larger group is not", async () => {
    const t = await start();
    await remove(t, "ann", "@one");
    t.app.time.now += 1;
    const fill = async (parent_id: string, count: number) => {
      for (let left = count; left > 0; left -= 100)
        await t.people.cy.post(`${t.url}/items`, {
          parent_id: t.names.id(parent_id),
          items: Array.from({ length: Math.min(left, 100) }, (_, i) => ({ title: `n${i}` })),
        });
    };
    await fill("@three", 499);
    await t.people.ann.delete(`${t.url}/items/${t.names.id("@three")}`);
    const post = async (name: string) =>
      (await t.people.ann.post(`${t.url}/items/${t.names.id(name)}/restore`)).statusCode;
    expect(await post("@one")).toBe(404);
    await fill("@five", 500);
    await t.people.ann.delete(`${t.url}/items/${t.names.id("@five")}`);
    expect(await post("@five")).toBe(404);
    expect(await post("@three")).toBe(200);
  });
});

describe("who may restore", () => {
  test("[E4] nobody restores what is hidden from them, or holds it; authors and the facilitator do", async () => {
    const t = await start();
    await remove(t, "bob", "@two");
    await remove(t, "cy", "@five");
    await remove(t, "bob", "@four");
    await t.facilitate({ hideContent: true });
    // “two” is Bob's own, and holds a sticker of Ann's.
    for (const [by, item] of [
      ["bob", "@two"],
      ["cy", "@five"],
    ] as const) {
      const done = await restore(t, by, item);
      expect([done.status, done.code, done.data]).toEqual([403, "content_hidden", undefined]);
    }
    const own = await restore(t, "bob", "@four");
    expect(own.data).toMatchObject({ title: "four", hidden: false });
    expect(JSON.stringify(own.received.cy)).not.toContain('"four"');
    expect(own.received.cy).toMatchObject([{ data: { changes: [{ item: { title: null, hidden: true } }] } }]);
  });

  test("[H2, H3] counts and authors stay hidden in answer and events while they are", async () => {
    const t = await start();
    await remove(t, "cy", "@one");
    await t.facilitate({ concealVoteCount: true, avatars: "hide" });
    const done = await restore(t, "cy", "@one");
    expect(done.data).toMatchObject({ votes: null, user_id: null });
    expect(describeReceived(done).bob).toEqual([
      "presence board-items.update: put @one",
      "own board-items.update: put @one, mine @one +",
    ]);
    expect(done.received.bob[0]).toMatchObject({
      data: { changes: [{ item: { user_id: null, votes: null } }] },
    });
  });

  test("a full board refuses it, and the sticker can be restored when there is room", async () => {
    const t = await start();
    await remove(t, "ann", "@two");
    const { db } = t.app.deps.database;
    const count = (sticker_count: number) => db.updateTable("boards").set({ sticker_count }).execute();
    await count(6000 - 12 - 1);
    const answer = await t.people.ann.post(`${t.url}/items/${t.names.id("@two")}/restore`);
    expect([answer.statusCode, answer.json<{ errors: object }>().errors]).toEqual([
      422,
      { title: ["This board is full: it can hold at most 6000 items"] },
    ]);
    await count(4);
    expect((await t.people.ann.post(`${t.url}/items/${t.names.id("@two")}/restore`)).statusCode).toBe(200);
  });
});

describe("the votes of a restored sticker", () => {
  const option = (t: ObservedBoard, value: unknown) =>
    t.sendOk("ann", "PUT", "/facilitators", { option: "votes", value });

  test.each(["board", "section"])(
    "[V7] an attacker cannot vote past the limit per %s by deleting a sticker, voting elsewhere and restoring it",
    async (item) => {
      const t = await start();
      await t.facilitate({ votes: { limit: 2, item: item as "board" } });
      // Bob has voted on “one”; now on “three” too.
      await t.sendOk("bob", "POST", "/items/@three/vote");
      await remove(t, "bob", "@one");
      await t.sendOk("bob", "POST", "/items/@two/vote");
      const done = await restore(t, "bob", "@one");
      expect(done.data).toMatchObject({ votes: 0 });
      expect(done.stored.votes).toBeUndefined();
      const { data } = await t.send("bob", "GET", "/items/votes");
      expect((data as { item_id: string }[]).map((vote) => vote.item_id).toSorted()).toEqual([
        "@three",
        "@two",
      ]);
    },
  );

  test("[V7] of a group, each voter gets as many votes back as the limit allows, the oldest first", async () => {
    const t = await start();
    await t.sendOk("cy", "POST", "/items/@two/vote");
    await t.sendOk("ann", "DELETE", "/items/@two-a/vote");
    t.app.time.now += 1;
    await t.sendOk("ann", "POST", "/items/@two-a/vote");
    await remove(t, "cy", "@two");
    await t.facilitate({});
    await option(t, { limit: 1, item: "board" });
    const done = await restore(t, "cy", "@two");
    // Ann had voted on “two” and then on “two-a”; Cy has a vote on “five”, so that none is left.
    expect(describeReceived(done).bob).toEqual([
      "presence board-items.update: put @two, put @two-a, votes @two 1",
    ]);
    expect(describeReceived(done).ann.at(-1)).toContain("mine @two +");
  });

  test("[V7] imported votes, which have no voter, come back too, unless “Reset votes” has reset them", async () => {
    const t = await start();
    const file = {
      format: "retro-board",
      version: 1,
      board: { title: "From a file" },
      sections: [
        {
          title: "S",
          columns: [[{ text: "Tea", votes: 3, stickers: [{ text: "Milk", votes: 2 }] }], [], []],
        },
      ],
    };
    const { ann } = t.people;
    const { id } = (
      await ann.post("/api/v1/boards/import", JSON.stringify(file), { "content-type": "application/json" })
    ).json<{ data: Board }>().data;
    const url = `/api/v1/boards/${id}/items`;
    const votes = async () =>
      flattenTree(await treeIn(ann, `/api/v1/boards/${id}`)).flatMap((each) => each.votes ?? []);
    const tea = flattenTree(await treeIn(ann, `/api/v1/boards/${id}`)).find(
      ({ title }) => title === "Tea",
    )?.id;
    await ann.delete(`${url}/${tea}`);
    expect((await ann.post(`${url}/${tea}/restore`)).json()).toMatchObject({ data: { votes: 3 } });
    expect(await votes()).toEqual([3, 2]);
    await ann.delete(`${url}/${tea}`);
    await facilitate(ann, { url: `/api/v1/boards/${id}` }, {});
    expect((await ann.put(`/api/v1/boards/${id}/reset-votes`)).statusCode).toBe(200);
    expect((await ann.post(`${url}/${tea}/restore`)).json()).toMatchObject({ data: { votes: 0 } });
    // The sticker in the group was deleted with it.
    expect(await votes()).toEqual([0, 0]);
    await ann.delete(`/api/v1/boards/${id}`);
  });
});
