import { describe, expect, test } from "vitest";
import type { VotesOption } from "@retro/contract/facilitation/facilitator-options";
import { type FixtureUser } from "../../testing/board-fixture.ts";
import { describeReceived } from "../../testing/received-events.ts";
import { type ObservedBoard, observeBoards } from "../../testing/observed-board.ts";

/**
 * Cast at the start: Bob on one, Ann on two and two-a, Cy on five; on the other board Ann on two stickers,
 * Bob on one.
 */
const start = observeBoards();
const vote = (t: ObservedBoard, who: FixtureUser, item: string) => t.send(who, "POST", `/items/${item}/vote`);
const takeBack = (t: ObservedBoard, who: FixtureUser, item: string) =>
  t.send(who, "DELETE", `/items/${item}/vote`);

describe("a vote", () => {
  test("is one row; the others hear of the count, the voter's other tabs of the vote [V1]", async () => {
    const t = await start();
    const done = await vote(t, "ann", "@one");
    expect(done.data).toEqual({ item_id: "@one", votes: 2, voted: true, remaining: null });
    expect(done.stored).toEqual({
      votes: {
        added: {
          [Object.keys(done.stored.votes?.added ?? {})[0] ?? ""]: {
            id: expect.any(String),
            board_id: "@retro",
            item_id: "@one",
            user_id: "@ann",
            created_at: t.app.time.now,
            count: 1,
          },
        },
      },
    });
    expect(describeReceived(done)).toMatchObject({
      annTab: [
        "presence board-items.update: votes @one 2",
        "own board-items.update: votes @one 2, mine @one +",
      ],
      bob: ["presence board-items.update: votes @one 2"],
      cy: ["presence board-items.update: votes @one 2"],
    });
  });

  test("put twice and taken back twice is harmless, and leaves the votes of others [V1]", async () => {
    const t = await start();
    await vote(t, "cy", "@one");
    const again = await vote(t, "bob", "@one");
    expect([again.status, again.data, again.meta?.changes]).toEqual([
      200,
      { item_id: "@one", votes: 2, voted: true, remaining: null },
      [],
    ]);
    const back = await takeBack(t, "bob", "@one");
    expect(back.data).toEqual({ item_id: "@one", votes: 1, voted: false, remaining: null });
    expect(back.stored).toEqual({ votes: { deleted: [expect.any(String)] } });
    const twice = await takeBack(t, "bob", "@one");
    expect([twice.data, twice.meta?.changes]).toEqual([
      { item_id: "@one", votes: 1, voted: false, remaining: null },
      [],
    ]);
  });

  test.each(["@A.0", "@x-one"])("on %s, which is no sticker of the board, is 404", async (item) => {
    const t = await start();
    for (const act of [vote, takeBack]) {
      const done = await act(t, "ann", item);
      expect([done.status, done.code]).toEqual([404, "not_found"]);
    }
  });

  test("only the facilitator gets a number while counts are concealed; the others get a tick [H2]", async () => {
    const t = await start();
    await t.facilitate({ concealVoteCount: true });
    const done = await vote(t, "bob", "@two");
    expect(done.data).toEqual({ item_id: "@two", votes: null, voted: true, remaining: null });
    expect(done.meta?.changes).toEqual([
      { type: "tick" },
      { type: "vote.mine", item_id: "@two", voted: true },
    ]);
    expect(describeReceived(done)).toMatchObject({
      ann: ["presence board-items.update: tick", "own board-items.update: votes @two 2"],
      cy: ["presence board-items.update: tick"],
    });
    expect((await vote(t, "ann", "@one")).data).toMatchObject({ votes: 2 });
    const read = async (who: FixtureUser) =>
      (await t.people[who].get(`${t.url}/items/votes`)).json<{ meta: object }>().meta;
    expect(await read("bob")).toMatchObject({ counts: null });
    expect(t.names.named(await read("ann"))).toMatchObject({
      counts: { "@one": 2, "@two": 2, "@two-a": 1, "@five": 1 },
    });
  });
});

describe("the limit [V2]", () => {
  const limited = async (votes: VotesOption) => {
    const t = await start();
    await t.facilitate({ votes }, "cy");
    return t;
  };
  const remaining = async (t: ObservedBoard, who: FixtureUser, item: string) => {
    const done = await vote(t, who, item);
    return done.status === 200 ? (done.data as { remaining: number }).remaining : done.code;
  };

  test.each([
    // Ann has cast two votes in section A, and two on another board.
    ["board", 2, "@five", "vote_limit_reached"],
    ["board", 3, "@one", 0],
    ["board", 4, "@five", 1],
    ["section", 1, "@five", 0],
    ["section", 2, "@four", "vote_limit_reached"],
    ["section", 3, "@four", 0],
  ] as const)("per %s of %d: Ann's third vote, on %s, leaves %s", async (item, limit, on, left) => {
    const t = await limited({ limit, item });
    expect(await remaining(t, "ann", on)).toBe(left);
  });

  test("a vote taken back may be put elsewhere", async () => {
    const t = await limited({ limit: 2, item: "board" });
    expect((await takeBack(t, "ann", "@two-a")).data).toMatchObject({ remaining: 1 });
    expect(await remaining(t, "ann", "@five")).toBe(0);
    expect(await remaining(t, "ann", "@two")).toBe(0);
  });

  test("below what was cast keeps the votes, none remain, and they may be taken back", async () => {
    const t = await limited({ limit: 1, item: "board" });
    expect(await remaining(t, "ann", "@two")).toBe(0);
    expect((await takeBack(t, "ann", "@two")).data).toMatchObject({ voted: false, remaining: 0 });
    expect((await takeBack(t, "ann", "@two-a")).data).toMatchObject({ voted: false, remaining: 1 });
  });

  test("per section follows a sticker to another section", async () => {
    const t = await limited({ limit: 2, item: "section" });
    expect(await remaining(t, "ann", "@one")).toBe("vote_limit_reached");
    await t.sendOk("cy", "PUT", "/sort", { item_id: "@two", parent_id: "@B.0", position: 0 });
    expect(await remaining(t, "ann", "@one")).toBe(1);
    expect(await remaining(t, "ann", "@five")).toBe("vote_limit_reached");
  });
});

describe("resetting votes", () => {
  test("takes back all of the board's, those brought in by an import too, and none of another board's", async () => {
    const t = await start();
    await t.facilitate({});
    const { db } = t.app.deps.database;
    for (const item of ["@one", "@x-one"])
      await db.updateTable("items").set({ imported_votes: 7 }).where("id", "=", t.names.id(item)).execute();
    await t.facilitate({ showStickerDate: true });
    const done = await t.sendOk("ann", "PUT", "/reset-votes");
    expect(done.stored).toEqual({
      votes: { deleted: expect.any(Array) },
      items: { changed: { "@one": { imported_votes: 0 } } },
    });
    expect(done.stored.votes?.deleted).toHaveLength(4);
    expect(describeReceived(done).cy).toEqual(["presence board-items.update: votes.reset"]);
    expect(done.data).toEqual((await t.send("ann", "GET", "/items")).data);
    expect((await t.sendOk("ann", "PUT", "/reset-votes")).meta?.changes).toEqual([]);
  });

  test("with votes of an import alone, too", async () => {
    const t = await start();
    await t.facilitate({});
    await t.sendOk("ann", "PUT", "/reset-votes");
    await t.app.deps.database.db
      .updateTable("items")
      .set({ imported_votes: 3 })
      .where("id", "=", t.names.id("@five"))
      .execute();
    await t.facilitate({ showStickerDate: true });
    const done = await t.sendOk("ann", "PUT", "/reset-votes");
    expect(done.stored).toEqual({ items: { changed: { "@five": { imported_votes: 0 } } } });
  });
});
