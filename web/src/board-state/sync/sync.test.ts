import { describe, expect, it } from "vitest";
import { RefusalError } from "../testing/refusalError.ts";
import { aBoard, aFacilitation, anAction, aSticker } from "../testing/samples.ts";
import { loadedSyncHarness, itemPut, createSyncHarness } from "../testing/syncHarness.ts";

describe("the first load", () => {
  it("asks for the board, its items and the user's votes at once, and takes the server's time", async () => {
    const { simulation, sync, server, asked, state, clock } = createSyncHarness({ version: 7 });
    server.items = [aSticker("a")];
    server.mine = ["a"];
    const done = sync.load();
    void sync.load();
    expect(asked).toEqual(["/", "/items", "/items/votes"]);
    await simulation.advance(10);
    expect([await done, state.reached]).toEqual([true, 1]);
    expect(sync.replica.view()).toMatchObject({ version: 7, votedIds: new Set(["a"]) });
    expect(clock.now()).toBe(5_000_005);
  });

  it("whose parts have different versions is followed by a catch-up", async () => {
    for (const parts of [{ itemsAt: 4 }, { votesAt: 4 }, { itemsAt: 6 }]) {
      const { asked, simulation, sync } = createSyncHarness({ version: 5, ...parts });
      void sync.load();
      await simulation.advance(1000);
      expect(asked.slice(3)).toEqual([`/changes?since=${Math.min(5, ...Object.values(parts))}`]);
    }
  });

  it("is tried again with a growing pause where another try may help, and is then reported", async () => {
    const { simulation, sync, server, state, asked } = createSyncHarness({
      failure: { path: /^$/, error: new RefusalError(503) },
    });
    const done = sync.load();
    await simulation.advance(10);
    expect([await done, state.unreached, state.failed]).toEqual([false, [503], []]);
    await simulation.advance(1010);
    expect([asked.length, state.unreached]).toEqual([6, [503, 503]]);
    await simulation.advance(1989);
    expect(asked.length).toBe(6);
    server.failure = null;
    await simulation.advance(100);
    expect([asked.length, state.reached, sync.replica.view()?.version]).toEqual([9, 1, 1]);
    await simulation.advance(10_000);
    expect(asked.length).toBe(9);
  });

  it("loads the board's actions again, when their load failed after a load that a catch-up asked for", async () => {
    const { simulation, sync, server } = await loadedSyncHarness({ version: 1 });
    const actionIds = () => [...(sync.replica.view()?.actions.keys() ?? [])];
    Object.assign(server, { version: 9, reload: true, actions: [anAction("x")] });
    server.failure = { path: /actions$/, error: new RefusalError(503) };
    void sync.compare();
    await simulation.advance(100);
    expect([sync.replica.view()?.version, actionIds()]).toEqual([9, []]);
    Object.assign(server, { reload: false, failure: null });
    await simulation.advance(10_000);
    expect(actionIds()).toEqual(["x"]);
  });

  it("loads the board's actions again, when only an answer from before a load arrives", async () => {
    const { simulation, sync, server } = await loadedSyncHarness({ version: 1 });
    const actionIds = () => [...(sync.replica.view()?.actions.keys() ?? [])];
    Object.assign(server, { version: 9, reload: true, actions: [anAction("old")], actionsAt: 5 });
    void sync.compare();
    await simulation.advance(100);
    expect([sync.replica.view()?.version, actionIds()]).toEqual([9, ["old"]]);
    Object.assign(server, { reload: false, actions: [anAction("new")], actionsAt: undefined });
    void sync.compare();
    await simulation.advance(100);
    expect(actionIds()).toEqual(["new"]);
  });

  it.each([500, 403, 404, 422])("is given up after a %i", async (status) => {
    const { simulation, sync, state } = createSyncHarness({
      failure: { path: /items$/, error: new RefusalError(status) },
    });
    void sync.load();
    await simulation.advance(25_000);
    expect([state.failed, state.unreached]).toEqual([[status], []]);
  });

  it("shows what the device has stored while the server cannot be reached, and then the present", async () => {
    const { simulation, sync, server, state, ids } = createSyncHarness({
      failure: { path: /./, error: new RefusalError(0) },
      version: 9,
    });
    state.stored = {
      kind: "snapshot",
      board: aBoard(3),
      items: { tree: [{ ...aSticker("kept"), _lft: 0, _rgt: 0, children: [] }], version: 3 },
      mine: { ids: [], version: 3 },
    };
    void sync.load();
    await simulation.advance(100);
    expect([ids(), sync.replica.view()?.version]).toEqual([["kept"], 3]);
    server.failure = null;
    server.items = [aSticker("new")];
    await simulation.advance(2000);
    expect([ids(), sync.replica.view()?.version]).toEqual([["new"], 9]);
  });
});

describe("[Y3] a comparison", () => {
  it("asks for what came after the last sure version, and says whether it did", async () => {
    const { simulation, sync, server, asked, state, ids } = await loadedSyncHarness({ version: 3 });
    server.version = 5;
    server.changes = [itemPut(aSticker("a"))];
    const before = state.reached;
    const done = sync.compare();
    await simulation.advance(10);
    expect([await done, asked, ids(), sync.replica.view()?.version]).toEqual([
      true,
      ["/changes?since=3"],
      ["a"],
      5,
    ]);
    expect(state.reached).toBe(before + 1);
  });

  it("that is requested while one runs begins once when that has ended, however often it is requested", async () => {
    const { simulation, sync, asked, server } = await loadedSyncHarness();
    const first = sync.compare();
    const second = sync.compare();
    const third = sync.compare();
    expect([asked.length, third === second]).toEqual([1, true]);
    server.version = 2;
    await simulation.advance(100);
    expect([await first, await second, asked]).toEqual([
      true,
      true,
      ["/changes?since=1", "/changes?since=2"],
    ]);
  });

  it("loads the board where none has been loaded yet", async () => {
    const { simulation, sync, asked } = createSyncHarness();
    void sync.compare();
    await simulation.advance(10);
    expect(asked).toEqual(["/", "/items", "/items/votes"]);
  });

  it("that fails is tried again by itself and says no", async () => {
    const { simulation, sync, server, state, asked } = await loadedSyncHarness();
    server.failure = { path: /changes/, error: new RefusalError(502) };
    const done = sync.compare();
    await simulation.advance(10);
    expect([await done, state.unreached]).toEqual([false, [502]]);
    server.failure = null;
    await simulation.advance(999);
    expect(asked).toHaveLength(1);
    await simulation.advance(20);
    expect(asked).toHaveLength(2);
    await simulation.advance(5000);
    expect(asked).toHaveLength(2);
  });

  it("waits as long as the server asks", async () => {
    const { simulation, sync, server, asked } = await loadedSyncHarness();
    server.failure = { path: /changes/, error: Object.assign(new RefusalError(429), { retryAfter: 20 }) };
    void sync.compare();
    await simulation.advance(24_000);
    expect(asked).toHaveLength(1);
    await simulation.advance(3000);
    expect(asked).toHaveLength(2);
  });

  it.each([403, 404])("that is answered by %i: the board has to be left", async (status) => {
    const { simulation, sync, server, state } = await loadedSyncHarness();
    server.failure = { path: /changes/, error: new RefusalError(status) };
    void sync.compare();
    await simulation.advance(20_000);
    expect(state.failed).toEqual([status]);
  });

  it("happens every 30 seconds while live or unseen, every 5 seconds otherwise", async () => {
    const { simulation, sync, state, asked, forget } = await loadedSyncHarness();
    sync.realtimeChanged();
    await simulation.advance(29_999);
    expect(asked).toHaveLength(0);
    await simulation.advance(30_001 + 10);
    expect(asked).toHaveLength(2);
    state.live = false;
    sync.realtimeChanged();
    forget();
    await simulation.advance(15_000 + 10);
    expect(asked).toHaveLength(3);
    state.hidden = true;
    sync.realtimeChanged();
    forget();
    await simulation.advance(60_000 + 10);
    expect(asked).toHaveLength(2);
  });

  it("does not happen before a retry that is planned", async () => {
    const { simulation, sync, server, state, asked } = await loadedSyncHarness();
    state.live = false;
    sync.realtimeChanged();
    server.failure = { path: /changes/, error: Object.assign(new RefusalError(503), { retryAfter: 60 }) };
    void sync.compare();
    await simulation.advance(60_000);
    expect(asked).toHaveLength(1);
  });
});

describe("[Y2] a gap", () => {
  it("is given 150 ms to close by itself, and is then asked for once", async () => {
    const { simulation, sync, server, asked, event, ids } = await loadedSyncHarness();
    sync.applyUpdate(event(3, itemPut(aSticker("c"))));
    sync.applyUpdate(event(4, itemPut(aSticker("d"))));
    await simulation.advance(149);
    expect([asked, ids()]).toEqual([[], []]);
    server.version = 4;
    server.changes = [itemPut(aSticker("b")), itemPut(aSticker("c")), itemPut(aSticker("d"))];
    await simulation.advance(20);
    expect([asked, ids()]).toEqual([["/changes?since=1"], ["b", "c", "d"]]);
    await simulation.advance(10_000);
    expect(asked).toHaveLength(1);
  });

  it("that closed by itself is not asked for", async () => {
    const { simulation, sync, asked, event } = await loadedSyncHarness();
    sync.applyUpdate(event(3));
    await simulation.advance(100);
    sync.applyUpdate(event(2));
    await simulation.advance(10_000);
    expect(asked).toEqual([]);
  });

  it("that stays open after the answer is asked for again", async () => {
    const { simulation, sync, server, asked, event } = await loadedSyncHarness();
    sync.applyUpdate(event(5));
    server.version = 3;
    await simulation.advance(10_000);
    expect(asked.length).toBeGreaterThan(1);
    expect(new Set(asked.slice(1))).toEqual(new Set(["/changes?since=3"]));
  });

  it("an event with only a version is fetched, unless the version has arrived by then", async () => {
    const { simulation, sync, server, asked, event } = await loadedSyncHarness();
    sync.fetchVersion(2);
    sync.applyUpdate(event(2));
    await simulation.advance(1000);
    expect(asked).toEqual([]);
    server.version = 3;
    sync.fetchVersion(3);
    await simulation.advance(70);
    expect(asked).toEqual([]);
    await simulation.advance(1000);
    expect(asked).toEqual(["/changes?since=2"]);
  });

  it("an event with only a version that arrives during a catch-up is fetched after it", async () => {
    const { simulation, sync, server, asked } = await loadedSyncHarness();
    server.version = 2;
    server.delayMs = 50;
    sync.fetchVersion(2);
    await simulation.advance(100);
    expect(asked).toEqual(["/changes?since=1"]);
    sync.fetchVersion(3);
    await simulation.advance(40);
    server.version = 3;
    await simulation.advance(1000);
    expect([asked.slice(1), sync.replica.view()?.version]).toEqual([["/changes?since=2"], 3]);
  });
});

describe("a log that does not reach back, and data that went back", () => {
  it("are answered by a load of everything", async () => {
    const { simulation, sync, server, asked, ids } = await loadedSyncHarness({ items: [aSticker("old")] });
    server.reload = true;
    server.version = 900;
    server.items = [aSticker("new")];
    void sync.compare();
    await simulation.advance(100);
    expect([asked.slice(1), ids(), sync.replica.view()?.version]).toEqual([
      ["/", "/items", "/items/votes"],
      ["new"],
      900,
    ]);
  });

  it("the screen shows a restored backup, and continues from its version", async () => {
    const { simulation, sync, server, ids, event } = await loadedSyncHarness({
      version: 50,
      items: [aSticker("a", { title: "late" }), aSticker("b")],
      mine: ["b"],
    });
    server.version = 20;
    server.reload = true;
    server.items = [aSticker("a", { title: "early" })];
    server.mine = [];
    void sync.compare();
    await simulation.advance(100);
    expect([ids(), sync.replica.view()?.version]).toEqual([["a"], 20]);
    expect(sync.replica.view()).toMatchObject({ votedIds: new Set() });
    expect(sync.replica.view()?.items.get("a")?.title).toBe("early");
    sync.applyUpdate(event(21, itemPut(aSticker("c"))));
    expect(ids()).toEqual(["a", "c"]);
  });

  it("a change of an unknown type is answered by a load, and the page counts as outdated", async () => {
    const { simulation, sync, server, state, asked } = await loadedSyncHarness();
    server.version = 2;
    server.changes = [{ type: "item.sparkle" }];
    server.items = [aSticker("a")];
    sync.fetchVersion(2);
    await simulation.advance(1000);
    expect([asked.length, state.outdated, sync.replica.view()?.version]).toEqual([4, 1, 2]);
    await simulation.advance(10_000);
    expect(asked).toHaveLength(4);
  });
});

describe("a drag", () => {
  it("holds others' changes back until it ends", async () => {
    const { sync, state, event, ids } = await loadedSyncHarness();
    const release = sync.pauseUpdates();
    const before = state.changed;
    sync.applyUpdate(event(2, itemPut(aSticker("a"))));
    expect([ids(), state.changed]).toEqual([[], before]);
    release();
    expect([ids(), state.changed]).toEqual([["a"], before + 1]);
    release();
    sync.applyUpdate(event(3, itemPut(aSticker("b"))));
    expect(ids()).toEqual(["a", "b"]);
  });

  it("that is released twice does not release another one", async () => {
    const { sync, event, ids } = await loadedSyncHarness();
    const first = sync.pauseUpdates();
    const second = sync.pauseUpdates();
    first();
    first();
    sync.applyUpdate(event(2, itemPut(aSticker("a"))));
    expect(ids()).toEqual([]);
    second();
    expect(ids()).toEqual(["a"]);
  });

  it("[H1] does not hold back what hides text, nor what came before it", async () => {
    const { sync, event, ids } = await loadedSyncHarness({ items: [aSticker("a")] });
    sync.pauseUpdates();
    sync.applyUpdate(event(2, itemPut(aSticker("b"))));
    sync.applyUpdate(event(3, { type: "session.put", session: aFacilitation({ hideContent: true }, "cem") }));
    expect(ids()).toEqual(["a", "b"]);
    expect(sync.replica.view()?.items.get("a")).toMatchObject({ title: null, hidden: true });
    sync.applyUpdate(event(4, itemPut(aSticker("c"))));
    expect(ids()).toEqual(["a", "b"]);
  });

  it("keeps a comparison from saying that the view is up to date", async () => {
    const { sync, server, simulation, ids } = await loadedSyncHarness();
    const compare = async () => {
      const upToDate = sync.compare();
      await simulation.advance(100);
      return upToDate;
    };
    expect(await compare()).toBe(true);
    const release = sync.pauseUpdates();
    Object.assign(server, { version: 2, changes: [{ version: 2, ...itemPut(aSticker("a")) }] });
    expect([await compare(), ids()]).toEqual([false, []]);
    release();
    expect([await compare(), ids()]).toEqual([true, ["a"]]);
  });

  it("a deletion during the drag is not undone by an older answer that waits beside it", async () => {
    const { sync, event, ids } = await loadedSyncHarness({ items: [aSticker("a")] });
    const release = sync.pauseUpdates();
    sync.applyUpdate({
      kind: "snapshot",
      board: null,
      items: { tree: [{ ...aSticker("a"), _lft: 0, _rgt: 0, children: [] }], version: 1 },
      mine: null,
    });
    sync.applyUpdate(event(2, { type: "item.deleted", ids: ["a"] }));
    release();
    expect(ids()).toEqual([]);
  });
});

describe("the memory of deletions", () => {
  it("ignores an answer from before the deletion that arrives later", async () => {
    const { simulation, sync, server, event, ids } = await loadedSyncHarness({ items: [aSticker("a")] });
    server.delayMs = 100;
    const done = sync.load();
    await simulation.advance(50);
    sync.applyUpdate(event(2, { type: "item.deleted", ids: ["a"] }));
    await simulation.advance(100);
    expect([await done, ids(), sync.replica.view()?.version]).toEqual([true, [], 2]);
  });
});

describe("the user's own answers", () => {
  it("are part of the view from their version on", async () => {
    const { sync, ids } = await loadedSyncHarness();
    expect(sync.applyMeta({ version: 2, changes: [itemPut(aSticker("a"))] })).toBe(2);
    expect(ids()).toEqual(["a"]);
  });

  it("that changed nothing tell their version only, which is fetched when it is new", async () => {
    const { simulation, sync, asked, server } = await loadedSyncHarness();
    expect(sync.applyMeta({ version: 1, changes: [] })).toBe(1);
    await simulation.advance(1000);
    expect(asked).toEqual([]);
    server.version = 4;
    expect(sync.applyMeta({ version: 4, changes: [] })).toBe(4);
    await simulation.advance(1000);
    expect(asked).toEqual(["/changes?since=1"]);
  });

  it("give no version when they contain none", async () => {
    const { sync } = await loadedSyncHarness();
    for (const meta of [undefined, null, {}, { version: "2", changes: [] }, { version: 2 }])
      expect(sync.applyMeta(meta)).toBeNull();
  });
});

describe("a closed board", () => {
  it("asks for nothing any more and takes nothing in", async () => {
    const { simulation, sync, server, state, asked, event, ids } = await loadedSyncHarness();
    state.live = false;
    sync.realtimeChanged();
    sync.applyUpdate(event(3));
    sync.pauseUpdates();
    server.failure = { path: /changes/, error: new RefusalError(404) };
    const late = sync.compare();
    sync.close();
    sync.applyUpdate(event(2, itemPut(aSticker("a"))));
    await simulation.advance(60_000);
    sync.realtimeChanged();
    await simulation.advance(60_000);
    expect([await late, asked.length, ids(), state.failed]).toEqual([false, 1, [], []]);
    expect(await sync.compare()).toBe(false);
  });
});
