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
            section_id: "@A",
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

  test("per section counts a vote where it was given: attack: a sticker that moves away frees none", async () => {
    const t = await limited({ limit: 2, item: "section" });
    expect(await remaining(t, "ann", "@one")).toBe("vote_limit_reached");
    await t.sendOk("cy", "PUT", "/sort", { item_id: "@two", parent_id: "@B.0", position: 0 });
    expect(await remaining(t, "ann", "@one")).toBe("vote_limit_reached");
    expect(await remaining(t, "ann", "@five")).toBe(1);
    const own = (await t.send("ann", "GET", "/items/votes")).data as {
      item_id: string;
      section_id?: string;
    }[];
    expect(Object.fromEntries(own.map((vote) => [vote.item_id, vote.section_id]))).toEqual({
      "@two": "@A",
      "@two-a": "@A",
      "@five": undefined,
    });
    await t.sendOk("ann", "DELETE", "/items/@two/vote");
    expect(await remaining(t, "ann", "@one")).toBe(0);
  });

  const column = { A: "@A.0", B: "@B.0" } as const;
  const sort = (t: ObservedBoard, item: string, parent: string) =>
    t.sendOk("cy", "PUT", "/sort", { item_id: item, parent_id: parent, position: 0 });
  /** The sticker leaves its section after a vote and comes back, on one road each. */
  const roads: Record<
    string,
    [
      away: (t: ObservedBoard, item: string) => Promise<unknown>,
      back: (t: ObservedBoard, item: string) => Promise<unknown>,
    ]
  > = {
    "a move to another section": [(t, item) => sort(t, item, column.B), (t, item) => sort(t, item, column.A)],
    "a group in another section": [(t, item) => sort(t, item, "@five"), (t, item) => sort(t, item, column.A)],
    "a deletion after a move, and its restoration": [
      async (t, item) => {
        await sort(t, item, column.B);
        await t.sendOk("cy", "DELETE", `/items/${item}`);
      },
      async (t, item) => {
        await t.sendOk("cy", "POST", `/items/${item}/restore`);
        await sort(t, item, column.A);
      },
    ],
  };
  test.each(Object.keys(roads))("attack: %s gives no fifth vote in a section", async (road) => {
    const t = await start();
    await t.facilitate({ votes: { limit: 1, item: "section" } });
    await t.sendOk("ann", "PUT", "/reset-votes");
    const [away, back] = roads[road] ?? [];
    for (const item of ["@one", "@two", "@three"]) {
      await vote(t, "bob", item);
      await away?.(t, item);
    }
    for (const item of ["@three", "@two", "@one"]) await back?.(t, item);
    const { data } = await t.send("bob", "GET", "/items/votes");
    expect((data as { item_id: string; section_id?: string }[]).filter((v) => !v.section_id)).toHaveLength(1);
    expect(await remaining(t, "bob", "@four")).toBe("vote_limit_reached");
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
});
