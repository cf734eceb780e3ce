import { describe, expect, it } from "vitest";
import { faultless } from "./testing/network.ts";
import { Refused } from "./testing/refused.ts";
import { add, ann, id, ignored, itemOf, move, refuse, two, vote } from "./testing/two.ts";

const away = new Refused(502, "unavailable");

describe("what a move is about is stored with it", () => {
  it("as an earlier own move left it: the next page sends it", async () => {
    const { world, network, a, b } = await two(1);
    let moves = 0;
    network.refuse = (_method, path, from) =>
      from === ann && path.endsWith("/sort") && (moves += 1) > 1 ? away : null;
    void a.store.send(move(1, "s1c2"));
    void a.store.send(move(1, "s1c3"));
    await world.pass(100);
    a.store.close();
    a.tab.newPage();
    network.refuse = null;
    a.enter();
    await world.pass(10_000);
    expect([itemOf(b, 1)?.parent_id, a.store.getState().dropped]).toEqual(["s1c3", []]);
  });

  it("as the answer to its add says: the next page does not undo another's newer move", async () => {
    const { world, network, a, b } = await two();
    refuse(network, away, "/sort");
    void add(a, 1);
    void a.store.send(move(1, "s2c1"));
    await world.pass(100);
    a.store.close();
    a.tab.newPage();
    void b.store.send(move(1, "s1c3"));
    refuse(network, null);
    await world.pass(1000);
    a.enter();
    await world.pass(10_000);
    expect(itemOf(b, 1)?.parent_id).toBe("s1c3");
    expect(a.store.getState().dropped).toMatchObject([{ type: "item.move", title: "text 1" }]);
  });
});

describe("a board that is opened again before the one that was left has its answers", () => {
  it("takes over what could not be sent", async () => {
    const { world, network, a, b } = await two();
    network.faults = { ...faultless, callDelay: 200, steady: true };
    add(a, 1).catch(ignored);
    refuse(network, away);
    add(a, 2).catch(ignored);
    await world.pass(10);
    a.leave();
    a.enter();
    await world.pass(2000);
    expect(itemOf(b, 2)).toBeUndefined();
    refuse(network, null);
    await world.pass(20_000);
    expect([itemOf(b, 1)?.title, itemOf(b, 2)?.title]).toEqual(["text 1", "text 2"]);
    expect([a.store.getState().pending, world.stored()]).toEqual([[], []]);
  });
});

describe("a change that another page of this tab has under way", () => {
  it("is not sent by the board that is opened next as well", async () => {
    const { world, network, a, changes } = await two();
    a.offline = true;
    add(a, 1).catch(ignored);
    await world.pass(100);
    a.store.close();
    a.tab.newPage();
    a.offline = false;
    a.enter();
    await world.pass(0);
    network.faults = { ...faultless, callDelay: 500, steady: true };
    await world.pass(100);
    a.leave();
    a.enter();
    await world.pass(10_000);
    expect([changes(), itemOf(a, 1)?.title]).toEqual([["POST /items"], "text 1"]);
  });
});

describe("a board that is still loading", () => {
  it("takes changes, and sends them once it is there", async () => {
    const { world, network, a, b } = await two(1);
    a.leave();
    network.faults = { ...faultless, callDelay: 500, steady: true };
    a.enter();
    void a.store.send({ type: "item.edit", id: id(1), title: "early" });
    void add(a, 2);
    expect([a.store.getState().status, a.store.getState().pending.length]).toEqual(["loading", 2]);
    await world.pass(5000);
    expect([itemOf(b, 1)?.title, itemOf(b, 2)?.title]).toEqual(["early", "text 2"]);
  });
});

describe("a refused text that its author sends again", () => {
  it("waits from then on as any other: the next page sends it", async () => {
    const { world, network, a, b } = await two();
    refuse(network, new Refused(422, "invalid"));
    add(a, 1).catch(ignored);
    await world.pass(100);
    refuse(network, away);
    a.store.retry(a.store.getState().pending[0]?.key ?? "");
    await world.pass(100);
    expect(world.stored()).toMatchObject([{ error: null }]);
    a.store.close();
    a.tab.newPage();
    refuse(network, null);
    a.enter();
    await world.pass(10_000);
    expect([itemOf(b, 1)?.title, a.store.getState().pending]).toEqual(["text 1", []]);
  });
});

describe("what the server refused after the page was loaded anew", () => {
  it("is reported as dropped when it has no text: nobody waits for its answer", async () => {
    const { world, network, a } = await two(1);
    a.offline = true;
    a.store.send(vote(1)).catch(ignored);
    await world.pass(100);
    a.store.close();
    a.tab.newPage();
    a.offline = false;
    refuse(network, new Refused(403, "votes_locked"));
    a.enter();
    await world.pass(5000);
    expect(a.store.getState()).toMatchObject({ pending: [], dropped: [{ type: "vote", title: "text 1" }] });
    expect(world.stored()).toEqual([]);
  });

  it("is told to the caller alone where there is one", async () => {
    const { world, network, a } = await two(1);
    refuse(network, new Refused(403, "votes_locked"));
    const voted = a.store.send(vote(1));
    await Promise.all([expect(voted).rejects.toMatchObject({ status: 403 }), world.pass(100)]);
    expect(a.store.getState().dropped).toEqual([]);
  });
});

it("a deletion that another tab has sent while this one slept can no longer be undone", async () => {
  const { world, network, a, b } = await two(1);
  const { ended } = a.store.deferDelete(id(1));
  let over = false;
  void ended.then(() => (over = true));
  await world.pass(100);
  a.tab.suspend();
  network.join(ann);
  await world.pass(1000);
  expect([itemOf(b, 1), over]).toEqual([undefined, false]);
  a.tab.jump(3_600_000);
  a.tab.wake();
  await world.pass(100);
  expect([over, a.store.getState().pending]).toEqual([true, []]);
});
