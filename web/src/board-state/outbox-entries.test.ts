import { describe, expect, it } from "vitest";
import { Refused } from "./testing/refused.ts";
import { add, ann, bob, id, ignored, itemOf, two, viewOf } from "./testing/two.ts";

describe("a refused text", () => {
  async function refused() {
    const all = await two(1);
    all.network.refuse = (method, _path, from) =>
      from === ann && method !== "GET" ? new Refused(422, "invalid") : null;
    add(all.a, 3).catch(ignored);
    await all.world.pass(100);
    const [entry] = all.a.store.getState().pending;
    if (!entry) throw new Error("nothing was refused");
    return { ...all, entry };
  }

  it("is kept with the reason, counts as nothing that waits, and is sent again on request only", async () => {
    const { world, network, a, b, entry, changes } = await refused();
    expect(entry).toMatchObject({ state: "failed", error: { status: 422 } });
    expect(a.store.getState().link.waiting).toBe(0);
    network.refuse = null;
    await world.pass(120_000);
    expect(changes()).toEqual([]);
    a.store.retry(entry.key);
    expect(a.store.getState().pending[0]?.error).toBeUndefined();
    await world.pass(100);
    expect([itemOf(b, 3)?.title, a.store.getState().pending]).toEqual(["text 3", []]);
  });

  it("survives the page, and is gone for good when it is given up", async () => {
    const { world, a, entry } = await refused();
    expect(world.stored()).toMatchObject([{ key: entry.key, owner: "ann", error: { status: 422 } }]);
    a.store.discard(entry.key);
    await world.pass(0);
    expect([world.stored(), itemOf(a, 3)]).toEqual([[], undefined]);
  });

  it("only a refused entry can be sent again or given up", async () => {
    const { world, a, changes } = await two();
    a.offline = true;
    add(a, 3).catch(ignored);
    await world.pass(100);
    const key = a.store.getState().pending[0]?.key ?? "";
    a.store.discard(key);
    a.store.retry(key);
    a.store.discard("unknown");
    expect(a.store.getState().pending).toMatchObject([{ key, state: "waiting" }]);
    a.offline = false;
    await world.pass(60_000);
    expect(changes()).toEqual(["POST /items"]);
  });

  it("takes a later move with it and goes with a later deletion", async () => {
    const { world, network, a, b } = await refused();
    network.refuse = null;
    void a.store.send({ type: "item.move", id: id(3), parent_id: "s2c2", after_id: null });
    await world.pass(100);
    expect(itemOf(b, 3)?.parent_id).toBe("s2c2");
    const again = await refused();
    again.network.refuse = null;
    await again.a.store.send({ type: "item.delete", id: id(3) });
    await again.world.pass(1000);
    expect([again.a.store.getState().pending, again.changes()]).toEqual([[], []]);
  });

  it("goes with a deletion that can be undone, when that is sent, and stays after undo", async () => {
    const { world, a, changes } = await refused();
    a.store.deferDelete(id(3)).undo();
    expect(itemOf(a, 3)?.title).toBe("text 3");
    const { ended } = a.store.deferDelete(id(3));
    expect(itemOf(a, 3)).toBeUndefined();
    await world.pass(10_000);
    await ended;
    await world.pass(1000);
    expect([a.store.getState().pending, changes(), world.stored()]).toEqual([[], [], []]);
  });

  it("an edit that is refused leaves the screen as the server has it", async () => {
    const { world, network, a } = await two(1);
    network.refuse = (method) => (method === "PUT" ? new Refused(403, "stickers_locked") : null);
    const edited = a.store.send({ type: "item.edit", id: id(1), title: "mine" });
    expect(itemOf(a, 1)?.title).toBe("mine");
    await Promise.all([expect(edited).rejects.toMatchObject({ status: 403 }), world.pass(100)]);
    expect(itemOf(a, 1)?.title).toBe("text 1");
    expect(a.store.getState().pending).toMatchObject([{ state: "failed", command: { title: "mine" } }]);
  });
});

describe("[Y6] whose changes they are", () => {
  it("another user of this browser neither sees nor sends them, and they wait for their owner", async () => {
    const { world, network, a, b, changes } = await two(1);
    a.offline = true;
    a.store.send({ type: "item.edit", id: id(1), title: "Ann's words" }).catch(ignored);
    await world.pass(100);
    a.store.close();
    a.tab.newPage();
    const next = network.join(bob);
    await world.pass(300_000);
    expect([next.store.getState().pending, changes(), itemOf(b, 1)?.title]).toEqual([[], [], "text 1"]);
    expect(world.stored()).toMatchObject([{ owner: "ann", command: { title: "Ann's words" } }]);
    network.join(ann);
    await world.pass(10_000);
    expect([changes(), itemOf(b, 1)?.title]).toEqual([[`PUT /items/${id(1)}`], "Ann's words"]);
  });
});

describe("what is stored", () => {
  it("a draft is replaced by the next, removed when nothing is unsaved, and not shown while its page lives", async () => {
    const { world, a } = await two();
    const words = (title: string) => ({
      type: "sticker.add" as const,
      id: id(3),
      parent_id: "s1c1",
      title,
    });
    a.store.keepDraft(words("half"));
    a.store.keepDraft(words("half a thought"));
    await world.pass(0);
    expect(world.stored()).toMatchObject([{ kind: "draft", command: { title: "half a thought" } }]);
    expect(a.store.getState().pending).toEqual([]);
    a.store.keepDraft(null);
    a.store.keepDraft(null);
    await world.pass(0);
    expect(world.stored()).toEqual([]);
  });

  it("a draft of a board that was left is offered when the board is opened again", async () => {
    const { world, a } = await two();
    a.store.keepDraft({ type: "sticker.add", id: id(3), parent_id: "s1c1", title: "half" });
    a.leave();
    a.enter();
    await world.pass(1000);
    expect(a.store.getState().pending).toMatchObject([{ state: "failed", error: { code: "unsent" } }]);
  });

  it("[H1] a draft of an edit is forgotten when its sticker is hidden meanwhile", async () => {
    const { world, a, b } = await two(1);
    void b.store.send({ type: "seat.take" });
    await world.pass(100);
    a.store.keepDraft({ type: "item.edit", id: id(1), title: "text 1, bettered" });
    await world.pass(0);
    expect(world.stored()).toHaveLength(1);
    void b.store.send({ type: "option.set", option: "hideContent", value: true });
    await world.pass(100);
    expect(viewOf(a).items.get(id(1))).toMatchObject({ hidden: true });
    expect(world.stored()).toEqual([]);
  });

  it("nothing stays once the server has confirmed it", async () => {
    const { world, a } = await two(1);
    void add(a, 3);
    void a.store.send({ type: "vote", id: id(1), voted: true });
    await world.pass(0);
    expect(world.stored().length).toBeLessThanOrEqual(2);
    await world.pass(1000);
    expect([world.stored(), a.store.getState().link.waiting]).toEqual([[], 0]);
  });
});

describe("a board that is left", () => {
  it("hands what it could not send to the board that is opened next", async () => {
    const { world, a, b, changes } = await two();
    a.offline = true;
    add(a, 3).catch(ignored);
    await world.pass(100);
    a.leave();
    a.offline = false;
    await world.pass(120_000);
    expect(changes()).toEqual([]);
    a.enter();
    await world.pass(5000);
    expect([changes(), itemOf(b, 3)?.title]).toEqual([["POST /items"], "text 3"]);
  });

  it("still sends what it can, one after the other", async () => {
    const { world, network, a, b } = await two(1);
    network.faults = { ...network.faults, callDelay: 300, steady: true };
    void a.store.send({ type: "item.edit", id: id(1), title: "one" });
    void a.store.send({ type: "item.edit", id: id(1), title: "two" });
    a.leave();
    await world.pass(3000);
    expect(itemOf(b, 1)?.title).toBe("two");
    expect(world.stored()).toEqual([]);
  });
});

describe("what waits since before this page opened", () => {
  it("comes before what this page adds", async () => {
    const { world, network, a } = await two();
    network.refuse = (method) => (method === "POST" ? new Refused(502, "unavailable") : null);
    add(a, 3).catch(ignored);
    await world.pass(100);
    a.reloadPage();
    add(a, 4).catch(ignored);
    await world.pass(1000);
    const waiting = a.store.getState().pending.map(({ command }) => (command as { id: string }).id);
    expect(waiting).toEqual([id(3), id(4)]);
  });

  it("is not told as dropped to whoever gave the command: their promise ends without a value", async () => {
    const { world, network, a, b } = await two(1);
    network.refuse = (_method, path, from) =>
      from === ann && path.endsWith("/sort") ? new Refused(502, "unavailable") : null;
    const moved = a.store.send({ type: "item.move", id: id(1), parent_id: "s2c1", after_id: null });
    await world.pass(1000);
    void b.store.send({ type: "item.move", id: id(1), parent_id: "s1c3", after_id: null });
    await world.pass(1000);
    network.refuse = null;
    await world.pass(60_000);
    await expect(moved).resolves.toBeNull();
    expect(a.store.getState().dropped).toMatchObject([{ type: "item.move", title: "text 1" }]);
  });
});

describe("what was dropped", () => {
  it("is told until the user has read it, with the sticker's text, and only the last fifty", async () => {
    const { world, a, b } = await two(52);
    a.offline = true;
    for (let n = 1; n <= 52; n += 1)
      a.store.send({ type: "item.move", id: id(n), parent_id: "s2c1", after_id: null }).catch(ignored);
    await world.pass(100);
    for (let n = 1; n <= 52; n += 1)
      void b.store.send({ type: "item.move", id: id(n), parent_id: "s1c3", after_id: null });
    await world.pass(40_000);
    a.offline = false;
    await world.pass(60_000);
    const { dropped } = a.store.getState();
    expect(dropped).toHaveLength(50);
    expect(dropped.at(-1)).toMatchObject({ type: "item.move", title: "text 52" });
    a.store.forgetDropped();
    expect(a.store.getState().dropped).toEqual([]);
  });
});
