import { describe, expect, test } from "vitest";
import { describeReceived } from "../../testing/received-events.ts";
import { type FixtureUser } from "../../testing/board-fixture.ts";
import { type ObservedBoard, observeBoards } from "../../testing/observed-board.ts";

const start = observeBoards();
const react = (t: ObservedBoard, who: FixtureUser, item: string, kind = "heart") =>
  t.send(who, "PUT", `/items/${item}/reactions/${kind}`);
const takeBack = (t: ObservedBoard, who: FixtureUser, item: string, kind = "heart") =>
  t.send(who, "DELETE", `/items/${item}/reactions/${kind}`);
type Seen = { reactions?: unknown; rev: number; children: Seen[]; id: string };
/** A sticker as a user reads it. */
async function read(t: ObservedBoard, who: FixtureUser, item: string): Promise<Seen | undefined> {
  const flatten = (nodes: Seen[]): Seen[] => nodes.flatMap((node) => [node, ...flatten(node.children)]);
  return flatten((await t.send(who, "GET", "/items")).data as Seen[]).find(({ id }) => id === item);
}

describe("a reaction", () => {
  test("is stored with its sticker; everybody hears of it; the revision stays [K1, T8]", async () => {
    const t = await start();
    const before = await read(t, "bob", "@one");
    const done = await react(t, "ann", "@one");
    expect(done.data).toMatchObject({ id: "@one", rev: before?.rev });
    const stored = JSON.stringify({ heart: { count: 1, user_ids: [t.names.id("@ann")] } });
    expect(done.stored).toEqual({ items: { changed: { "@one": { reactions: stored } } } });
    expect(describeReceived(done)).toMatchObject({
      annTab: ["presence board-items.update: put @one"],
      bob: ["presence board-items.update: put @one"],
    });
    expect((await read(t, "bob", "@one"))?.reactions).toEqual({ heart: { count: 1, user_ids: ["@ann"] } });
  });

  test("is allowed while editing is stopped, and not on a locked board [K2, M2]", async () => {
    const t = await start();
    await t.facilitate({ stopEditing: true });
    expect((await react(t, "bob", "@one")).status).toBe(200);
    await t.sendOk("ann", "PUT", "/lock", { locked: true });
    for (const act of [react, takeBack]) expect((await act(t, "bob", "@one")).code).toBe("board_read_only");
  });
});

describe("[K2] while content is hidden", () => {
  test("only who sees the text reacts, and nobody else hears of a reaction", async () => {
    const t = await start();
    await react(t, "bob", "@one");
    await react(t, "cy", "@one", "eyes");
    await t.facilitate({ hideContent: true });
    const others = ["bob", "cy"] as const;
    for (const who of others) {
      expect((await read(t, who, "@one"))?.reactions).toBeUndefined();
      for (const act of [react, takeBack]) expect((await act(t, who, "@one")).code).toBe("content_hidden");
    }
    const done = await react(t, "ann", "@one", "party");
    expect(done.status).toBe(200);
    for (const who of others) expect(JSON.stringify(done.received[who])).not.toMatch(/heart|eyes|party/);
    for (const kind of ["json", "markdown", "csv"]) {
      const address = `/web/boards/${t.names.id("@retro")}/export-${kind}`;
      expect((await t.people.bob.get(address)).body).not.toMatch(/👀|"eyes"/u);
      expect((await t.people.ann.get(address)).body).toMatch(/👀 1|"eyes": 1/u);
    }
  });
});

describe("[K3] while avatars are hidden", () => {
  test("everybody gets counts, users only their own; no event names a user", async () => {
    const t = await start();
    await t.facilitate({ avatars: "hide" });
    await react(t, "bob", "@one");
    const done = await react(t, "cy", "@one");
    expect(JSON.stringify(done.received.bob)).not.toContain("@cy");
    expect(JSON.stringify(done.received.cy)).not.toContain("@bob");
    const seen = async (who: FixtureUser) => (await read(t, who, "@one"))?.reactions;
    expect(await seen("ann")).toEqual({ heart: { count: 2, user_ids: [] } });
    expect(await seen("bob")).toEqual({ heart: { count: 2, user_ids: ["@bob"] } });
    const back = await takeBack(t, "cy", "@one");
    expect(JSON.stringify(back.received.bob)).not.toContain("@cy");
    expect(await seen("cy")).toEqual({ heart: { count: 1, user_ids: [] } });
  });
});

describe("[K4] reactions", () => {
  test("come back with a restored sticker, each sticker of a group with its own", async () => {
    const t = await start();
    await react(t, "bob", "@two");
    await react(t, "cy", "@two-a", "eyes");
    await t.sendOk("ann", "DELETE", "/items/@two");
    await t.sendOk("ann", "POST", "/items/@two/restore");
    expect((await read(t, "ann", "@two"))?.reactions).toEqual({ heart: { count: 1, user_ids: ["@bob"] } });
    expect((await read(t, "ann", "@two-a"))?.reactions).toEqual({ eyes: { count: 1, user_ids: ["@cy"] } });
  });

  test("go with their user, on deleted stickers too, and are in the user's download", async () => {
    const t = await start();
    await react(t, "bob", "@one");
    await react(t, "cy", "@one");
    await react(t, "bob", "@two", "eyes");
    await t.sendOk("ann", "DELETE", "/items/@two");
    const { bob } = t.people;
    const data = (await bob.get(`/api/v1/users/${bob.user.id}/data`)).json<{ reactions: unknown }>();
    expect(data.reactions).toEqual([
      { board_id: t.names.id("@retro"), item_id: t.names.id("@one"), kinds: ["heart"] },
      { board_id: t.names.id("@retro"), item_id: t.names.id("@two"), kinds: ["eyes"] },
    ]);
    // Without `t.send`, which waits for Bob's connections.
    const { ann, cy } = t.people;
    await bob.delete(`/api/v1/users/${bob.user.id}`);
    await ann.post(`${t.url}/items/${t.names.id("@two")}/restore`);
    const items = (await ann.get(`${t.url}/items`)).body;
    expect(items).toContain(JSON.stringify({ heart: { count: 1, user_ids: [cy.user.id] } }));
    expect([items.includes("eyes"), items.includes(bob.user.id)]).toEqual([false, false]);
  });
});
