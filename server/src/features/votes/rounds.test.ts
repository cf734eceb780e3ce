import type { Board } from "@retro/contract/boards";
import type { Item } from "@retro/contract/items";
import { describe, expect, test } from "vitest";
import type { FixtureUser } from "../../testing/board-fixture.ts";
import { buildTestApp, type Visitor } from "../../testing/app.ts";
import { addSticker, makeBoard } from "../../testing/boards.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { describeReceived } from "../../testing/received-events.ts";
import { type ObservedBoard, observeBoards } from "../../testing/observed-board.ts";

/** Bob has voted for one, Ann for two and two-a, Cy for five. */
const start = observeBoards();
const open = (body: object = {}): readonly ["POST", string, object] => ["POST", "/rounds", body];
const close = ["DELETE", "/rounds"] as const;
const roundsOf = async (t: ObservedBoard) => ((await t.sendOk("cy", "GET", "")).data as Board).rounds;

async function resultsOf(t: ObservedBoard, who: FixtureUser = "cy") {
  const walk = (items: (Item & { children: Item[] })[]): [string, unknown][] =>
    items.flatMap((item) => [
      ...(item.rounds || item.votes
        ? ([[item.id, { now: item.votes, ...item.rounds }]] as [string, unknown][])
        : []),
      ...walk(item.children as (Item & { children: Item[] })[]),
    ]);
  return Object.fromEntries(
    walk((await t.sendOk(who, "GET", "/items")).data as (Item & { children: Item[] })[]),
  );
}

describe("rounds of votes", () => {
  test("[V8] closing keeps the results and lets the next round begin at 0", async () => {
    const t = await start();
    await t.facilitate({ votes: { limit: 4, item: "board" } });
    await t.sendOk("ann", ...close);
    expect(await roundsOf(t)).toEqual([{ votes: { limit: 4, item: "board" }, closed: expect.any(Number) }]);
    const first = {
      "@one": { now: 0, 1: 1 },
      "@two": { now: 0, 1: 1 },
      "@two-a": { now: 0, 1: 1 },
      "@five": { now: 0, 1: 1 },
    };
    expect(await resultsOf(t)).toEqual(first);
    expect((await t.send("bob", "POST", "/items/@one/vote")).code).toBe("vote_limit_reached");
    await t.sendOk("ann", ...open({ name: "Again", votes: { limit: 1, item: "board" } }));
    await t.sendOk("bob", "POST", "/items/@one/vote");
    expect((await t.send("bob", "POST", "/items/@two/vote")).code).toBe("vote_limit_reached");
    expect(await resultsOf(t)).toEqual({ ...first, "@one": { now: 1, 1: 1 } });
    await t.sendOk("ann", ...close);
    expect(await resultsOf(t)).toEqual({ ...first, "@one": { now: 0, 1: 1, 2: 1 } });
    expect((await roundsOf(t))?.map(({ name }) => name)).toEqual([undefined, "Again"]);
  });

  test("[V9] a step for voting may permit several votes on one sticker; a round that is opened decides itself", async () => {
    const t = await start();
    const steps = [{ id: "vote", kind: "vote", minutes: 3, perSticker: 2 }];
    await t.sendOk("ann", "POST", "/meeting", { steps });
    const votes = (n: number) => ["PUT", "/items/@three/vote", { votes: n }] as const;
    await t.sendOk("cy", ...votes(2));
    expect((await t.send("cy", ...votes(3))).code).toBe("vote_limit_reached");
    await t.sendOk("ann", ...open({ votes: { limit: 5, item: "board" } }));
    expect((await t.send("cy", ...votes(2))).code).toBe("vote_limit_reached");
  });

  test("[V8] no row of a closed round names a voter", async () => {
    const t = await start();
    await t.facilitate({});
    const done = await t.sendOk("ann", ...close);
    expect(done.stored.votes).toEqual({ deleted: expect.any(Array) });
    expect(done.stored.items?.changed?.["@one"]).toEqual({ rounds: '{"1":1}' });
    for (const who of ["bob", "cy"] as const)
      expect((await t.sendOk(who, "GET", "/items/votes")).data).toEqual([]);
  });

  test("[V8] a round for sections that are deleted goes on in those that are left, at last in all", async () => {
    const t = await start();
    await t.facilitate({});
    await t.sendOk("ann", ...open({ name: "Chosen", sections: ["@A", "@C"] }));
    await t.sendOk("ann", "DELETE", "/items/@A");
    expect((await roundsOf(t))?.at(-1)).toEqual({ name: "Chosen", sections: ["@C"] });
    expect((await t.send("bob", "POST", "/items/@five/vote")).code).toBe("not_in_round");
    await t.sendOk("ann", "PUT", "", { deletes: ["@C"] });
    expect((await roundsOf(t))?.at(-1)).toEqual({ name: "Chosen" });
    await t.sendOk("bob", "POST", "/items/@five/vote");
  });

  test("[V8, H2] attack: a concealed round shows no count to a participant before it closes", async () => {
    const t = await start();
    await t.facilitate({ concealVoteCount: true });
    await t.sendOk("ann", ...open({ concealVoteCount: true }));
    const done = await t.sendOk("bob", "POST", "/items/@one/vote");
    expect(describeReceived(done).cy).toEqual(["presence board-items.update: tick"]);
    expect(await resultsOf(t)).toMatchObject({ "@one": { now: null, 1: 1 } });
    for (const file of ["json", "csv", "md"] as const) {
      const { body } = await t.people.cy.get(`/web${t.url.slice("/api/v1".length)}/export-${file}`);
      expect(body).not.toMatch(/"2": ?1|"votes": ?[1-9]/);
    }
    const closing = await t.sendOk("ann", ...close);
    expect(JSON.stringify(describeReceived(closing).cy)).toContain("@one");
    expect(await resultsOf(t)).toMatchObject({ "@one": { now: null, 1: 1, 2: 1 } });
  });

  test("[V8, T12] a deletion that was begun before a round closed is not refused, and its undo has the results", async () => {
    const t = await start();
    await t.facilitate({});
    const { version } = (await t.sendOk("bob", "GET", "")).data as Board;
    await t.sendOk("ann", ...close);
    await t.sendOk("bob", "DELETE", `/items/@one?since=${version}`);
    await t.sendOk("bob", "POST", "/items/@one/restore");
    expect(await resultsOf(t)).toMatchObject({ "@one": { now: 0, 1: 1 } });
  });

  test.each(["bob", "cy"] as const)("[V8, E3] attack: %s, who does not facilitate, cannot", async (who) => {
    const t = await start();
    await t.facilitate({});
    expect((await t.send(who, ...open())).code).toBe("facilitator_only");
    expect((await t.send(who, ...close)).code).toBe("facilitator_only");
  });

  test("[V9] several votes on one sticker count towards the limit, and come back with a restored sticker", async () => {
    const t = await start();
    await t.facilitate({});
    await t.sendOk("ann", ...open({ perSticker: 2, votes: { limit: 3, item: "board" } }));
    const put = (votes: number, item = "@one") => t.send("bob", "PUT", `/items/${item}/vote`, { votes });
    expect((await put(3)).code).toBe("vote_limit_reached");
    const two = await put(2);
    expect(two.data).toEqual({ item_id: "@one", votes: 2, voted: true, count: 2, remaining: 1 });
    expect(two.meta?.changes).toContainEqual({ type: "vote.mine", item_id: "@one", voted: true, count: 2 });
    expect((await put(2)).meta?.changes).toEqual([]);
    expect((await put(2, "@five")).code).toBe("vote_limit_reached");
    expect((await put(1, "@five")).data).toMatchObject({ remaining: 0 });
    await t.sendOk("bob", "DELETE", "/items/@one");
    await t.sendOk("bob", "POST", "/items/@one/restore");
    expect((await t.sendOk("bob", "GET", "/items/votes")).data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ item_id: "@one", count: 2 }),
        expect.not.objectContaining({ item_id: "@one" }),
      ]),
    );
    expect(await resultsOf(t)).toMatchObject({ "@one": { now: 2 } });
    expect((await put(1)).data).toMatchObject({ votes: 1, remaining: 1 });
    expect((await t.sendOk("bob", "DELETE", "/items/@one/vote")).data).toMatchObject({
      votes: 0,
      remaining: 2,
    });
  });

  test("[V8] a board has 20 rounds at most", async () => {
    const t = await start();
    await t.facilitate({});
    for (let i = 0; i < 20; i += 1) {
      await t.sendOk("ann", ...open());
      await t.sendOk("bob", "POST", "/items/@one/vote");
      if (i < 18) await t.sendOk("ann", ...close);
      else break;
    }
    expect((await t.send("ann", ...open())).code).toBe("rounds_full");
  });
});

eachEngine("a race in a round", (open) => {
  test("[V2, V9] 50 people who race at limit 3, two on one sticker, cast exactly 150 votes", async () => {
    const app = await buildTestApp({ database: await open() });
    const people = await Promise.all(Array.from({ length: 50 }, () => app.visitor()));
    const [facilitator] = people as [Visitor];
    const board = await makeBoard(facilitator);
    const stickers: { id: string }[] = [];
    for (const title of ["a", "b", "c"]) stickers.push(await addSticker(facilitator, board, title));
    await facilitator.post(`${board.url}/facilitators`);
    const votes = { limit: 3, item: "board" };
    await facilitator.post(`${board.url}/rounds`, { perSticker: 2, votes, concealVoteCount: true });
    // Everybody asks for six votes at once, two on each sticker, one press after the other.
    await Promise.all(
      people.flatMap((person) =>
        stickers.flatMap(({ id }) =>
          [1, 2].map((n) => person.put(`${board.url}/items/${id}/vote`, { votes: n })),
        ),
      ),
    );
    const counts = async () => {
      const read = await facilitator.get(`${board.url}/items/votes`);
      return read.json<{ meta: { counts: Record<string, number> } }>().meta.counts;
    };
    expect(Object.values(await counts()).reduce((sum, n) => sum + n, 0)).toBe(150);
  });
});
