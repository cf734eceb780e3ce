import type { StickerStyle } from "@retro/contract/styles";
import { describe, expect, it } from "vitest";
import { RefusalError } from "../testing/refusalError.ts";
import {
  addSticker,
  ann,
  bob,
  itemId,
  ignoreResult,
  itemOf,
  openTwoParticipants,
  refuseChanges,
} from "../testing/twoParticipants.ts";

describe("a refused text", () => {
  async function refused() {
    const all = await openTwoParticipants(1);
    all.network.refuse = (method, _path, from) =>
      from === ann && method !== "GET" ? new RefusalError(422, "invalid") : null;
    addSticker(all.a, 3).catch(ignoreResult);
    await all.simulation.advance(100);
    const [entry] = all.a.store.getState().pending;
    if (!entry) throw new Error("nothing was refused");
    return { ...all, entry };
  }

  it("is kept with the reason, counts as nothing that waits, and is sent again on request only", async () => {
    const { simulation, network, a, b, entry, changes } = await refused();
    expect(entry).toMatchObject({ state: "failed", error: { status: 422 } });
    expect(a.store.getState().connectionStatus.waiting).toBe(0);
    network.refuse = null;
    await simulation.advance(120_000);
    expect(changes()).toEqual([]);
    a.store.retry(entry.key);
    expect(a.store.getState().pending[0]?.error).toBeUndefined();
    await simulation.advance(100);
    expect([itemOf(b, 3)?.title, a.store.getState().pending]).toEqual(["text 3", []]);
  });

  it("survives the page, and is gone for good when it is given up", async () => {
    const { simulation, a, entry } = await refused();
    expect(simulation.storedEntries()).toMatchObject([
      { key: entry.key, owner: "ann", error: { status: 422 } },
    ]);
    a.store.discard(entry.key);
    await simulation.advance(0);
    expect([simulation.storedEntries(), itemOf(a, 3)]).toEqual([[], undefined]);
  });

  it("only a refused entry can be sent again or given up", async () => {
    const { simulation, a, changes } = await openTwoParticipants();
    a.offline = true;
    addSticker(a, 3).catch(ignoreResult);
    await simulation.advance(100);
    const key = a.store.getState().pending[0]?.key ?? "";
    a.store.discard(key);
    a.store.retry(key);
    a.store.discard("unknown");
    expect(a.store.getState().pending).toMatchObject([{ key, state: "waiting" }]);
    a.offline = false;
    await simulation.advance(60_000);
    expect(changes()).toEqual(["POST /items"]);
  });

  it("takes a later move with it and goes with a later deletion", async () => {
    const { simulation, network, a, b } = await refused();
    network.refuse = null;
    void a.store.send({ type: "item.move", id: itemId(3), parent_id: "s2c2", after_id: null });
    await simulation.advance(100);
    expect(itemOf(b, 3)?.parent_id).toBe("s2c2");
    const again = await refused();
    again.network.refuse = null;
    await again.a.store.send({ type: "item.delete", id: itemId(3) });
    await again.simulation.advance(1000);
    expect([again.a.store.getState().pending, again.changes()]).toEqual([[], []]);
  });

  it("goes with a deletion that can be undone, when that is sent, and stays after undo", async () => {
    const { simulation, a, changes } = await refused();
    a.store.deferDelete(itemId(3)).undo();
    expect(itemOf(a, 3)?.title).toBe("text 3");
    const { ended } = a.store.deferDelete(itemId(3));
    expect(itemOf(a, 3)).toBeUndefined();
    await simulation.advance(10_000);
    await ended;
    await simulation.advance(1000);
    expect([a.store.getState().pending, changes(), simulation.storedEntries()]).toEqual([[], [], []]);
  });

  it("an edit that is refused leaves the screen as the server has it", async () => {
    const { simulation, network, a } = await openTwoParticipants(1);
    network.refuse = (method) => (method === "PUT" ? new RefusalError(403, "stickers_locked") : null);
    const edited = a.store.send({ type: "item.edit", id: itemId(1), title: "mine" });
    expect(itemOf(a, 1)?.title).toBe("mine");
    await Promise.all([expect(edited).rejects.toMatchObject({ status: 403 }), simulation.advance(100)]);
    expect(itemOf(a, 1)?.title).toBe("text 1");
    expect(a.store.getState().pending).toMatchObject([{ state: "failed", command: { title: "mine" } }]);
  });

  it("[T8] a conflicting edit that is sent again replaces only the text that its author has seen", async () => {
    const { simulation, a, b } = await openTwoParticipants(1);
    const edit = (who: typeof a, title: string, rev?: number) =>
      who.store
        .send({ type: "item.edit", id: itemId(1), title, ...(rev !== undefined && { rev }) })
        .catch(ignoreResult);
    void edit(b, "Bob's");
    await simulation.advance(500);
    void edit(a, "Ann's", 1);
    await simulation.advance(500);
    const [failed] = a.store.getState().pending;
    a.store.retry(failed?.key ?? "");
    await simulation.advance(500);
    expect([itemOf(b, 1)?.title, a.store.getState().pending.length]).toEqual(["Bob's", 1]);
    a.store.retry(failed?.key ?? "", itemOf(a, 1)?.rev);
    await simulation.advance(500);
    expect([itemOf(b, 1)?.title, a.store.getState().pending.length]).toEqual(["Ann's", 0]);
  });

  it("[T8] a change on top of a refused change of style is refused with it", async () => {
    const { simulation, network, a, b } = await openTwoParticipants(1);
    const restyle = (style: StickerStyle) => a.store.send({ type: "item.edit", id: itemId(1), style });
    refuseChanges(network, new RefusalError(502, "unavailable"));
    const first = restyle({ fontWeight: "bold" });
    void b.store.send({ type: "item.edit", id: itemId(1), title: "Bob's" });
    await simulation.advance(100);
    expect(itemOf(a, 1)).toMatchObject({ style: { fontWeight: "bold" } });
    const both = Promise.allSettled([first, restyle({ fontStyle: "italic" })]);
    refuseChanges(network, null);
    await simulation.advance(10_000);
    expect(await both).toMatchObject([{ reason: { status: 409 } }, { reason: { status: 409 } }]);
    expect(itemOf(b, 1)).toMatchObject({ title: "Bob's", style: {} });
  });
});

describe("[Y6] whose changes they are", () => {
  it("another user of this browser neither sees nor sends them, and they wait for their owner", async () => {
    const { simulation, network, a, b, changes } = await openTwoParticipants(1);
    a.offline = true;
    a.store.send({ type: "item.edit", id: itemId(1), title: "Ann's words" }).catch(ignoreResult);
    await simulation.advance(100);
    a.store.close();
    a.tab.newPage();
    const next = network.join(bob);
    await simulation.advance(300_000);
    expect([next.store.getState().pending, changes(), itemOf(b, 1)?.title]).toEqual([[], [], "text 1"]);
    expect(simulation.storedEntries()).toMatchObject([{ owner: "ann", command: { title: "Ann's words" } }]);
    network.join(ann);
    await simulation.advance(10_000);
    expect([changes(), itemOf(b, 1)?.title]).toEqual([[`PUT /items/${itemId(1)}`], "Ann's words"]);
  });

  it("who goes on in the tab where a session ended finds the texts as unsent, and nothing is sent in their name", async () => {
    const { simulation, network, a, changes } = await openTwoParticipants(1);
    a.offline = true;
    a.store.send({ type: "item.edit", id: itemId(1), title: "Ann's words" }).catch(ignoreResult);
    a.store.send({ type: "vote", id: itemId(1), voted: true }).catch(ignoreResult);
    await simulation.advance(100);
    a.store.close();
    a.tab.newPage();
    const next = network.join(bob);
    next.tab.endSession("ann");
    next.store.close();
    next.reopenBoard();
    await simulation.advance(300_000);
    const texts = [{ state: "failed", error: { code: "unsent" }, command: { title: "Ann's words" } }];
    expect([next.store.getState().pending, changes()]).toMatchObject([texts, []]);
    expect(simulation.storedEntries()).toMatchObject([
      { owner: "bob", command: { title: "Ann's words" } },
      {},
    ]);
    next.store.retry(next.store.getState().pending[0]?.key ?? "");
    await simulation.advance(10_000);
    expect(changes()).toEqual([`PUT /items/${itemId(1)}`]);
  });
});

describe("a board that is left", () => {
  it("still sends what it can, one after the other", async () => {
    const { simulation, network, a, b } = await openTwoParticipants(1);
    network.faults = { ...network.faults, callDelay: 300, steady: true };
    void a.store.send({ type: "item.edit", id: itemId(1), title: "one" });
    void a.store.send({ type: "item.edit", id: itemId(1), title: "two" });
    a.leaveBoard();
    await simulation.advance(3000);
    expect(itemOf(b, 1)?.title).toBe("two");
    expect(simulation.storedEntries()).toEqual([]);
  });
});

describe("a change that has waited since before this page opened", () => {
  it("comes before what this page adds", async () => {
    const { simulation, network, a } = await openTwoParticipants();
    network.refuse = (method) => (method === "POST" ? new RefusalError(502, "unavailable") : null);
    addSticker(a, 3).catch(ignoreResult);
    await simulation.advance(100);
    a.reloadPage();
    addSticker(a, 4).catch(ignoreResult);
    await simulation.advance(1000);
    const waiting = a.store.getState().pending.map(({ command }) => (command as { id: string }).id);
    expect(waiting).toEqual([itemId(3), itemId(4)]);
  });

  it("is not reported as dropped: the promise of its caller resolves without a value", async () => {
    const { simulation, network, a, b } = await openTwoParticipants(1);
    network.refuse = (_method, path, from) =>
      from === ann && path.endsWith("/sort") ? new RefusalError(502, "unavailable") : null;
    const moved = a.store.send({ type: "item.move", id: itemId(1), parent_id: "s2c1", after_id: null });
    await simulation.advance(1000);
    void b.store.send({ type: "item.move", id: itemId(1), parent_id: "s1c3", after_id: null });
    await simulation.advance(1000);
    network.refuse = null;
    await simulation.advance(60_000);
    await expect(moved).resolves.toBeNull();
    expect(a.store.getState().dropped).toMatchObject([{ type: "item.move", title: "text 1" }]);
  });
});

describe("the list of dropped changes", () => {
  it("is kept until the user has read it, with the stickers' texts, and contains the last fifty", async () => {
    const { simulation, a, b } = await openTwoParticipants(52);
    a.offline = true;
    for (let n = 1; n <= 52; n += 1)
      a.store
        .send({ type: "item.move", id: itemId(n), parent_id: "s2c1", after_id: null })
        .catch(ignoreResult);
    await simulation.advance(100);
    for (let n = 1; n <= 52; n += 1)
      void b.store.send({ type: "item.move", id: itemId(n), parent_id: "s1c3", after_id: null });
    await simulation.advance(40_000);
    a.offline = false;
    await simulation.advance(60_000);
    const { dropped } = a.store.getState();
    expect(dropped).toHaveLength(50);
    expect(dropped.at(-1)).toMatchObject({ type: "item.move", title: "text 52" });
    a.store.acknowledgeDropped();
    expect(a.store.getState().dropped).toEqual([]);
  });
});
