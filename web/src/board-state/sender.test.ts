import { describe, expect, it } from "vitest";
import { faultless, type Network } from "./testing/network.ts";
import { Refused } from "./testing/refused.ts";
import { add, ann, id, ignored, itemOf, move, refuse, two, vote } from "./testing/two.ts";

const away = new Refused(502, "unavailable");
const triesOf = (network: Network, method: string) =>
  network.calls.filter((call) => call.method === method).length;

describe("pauses between tries", () => {
  it("begin anew once the server has answered a change", async () => {
    const { world, network, a } = await two();
    refuse(network, away);
    void add(a, 1);
    await world.pass(20_000);
    refuse(network, null);
    await world.pass(60_000);
    expect(itemOf(a, 1)).toBeDefined();
    refuse(network, away);
    void add(a, 2);
    await world.pass(0);
    const before = triesOf(network, "POST");
    await world.pass(1300);
    expect(triesOf(network, "POST")).toBe(before + 1);
  });

  it("of a change that alone fails grow too", async () => {
    const { world, network, a } = await two(1);
    refuse(network, new Refused(500, "internal"));
    a.store.send(vote(1)).catch(ignored);
    await world.pass(60_000);
    expect(triesOf(network, "POST")).toBeGreaterThan(4);
    expect(triesOf(network, "POST")).toBeLessThan(9);
  });

  it("also delay commands that are given meanwhile", async () => {
    const { world, network, a } = await two();
    refuse(network, away);
    void add(a, 1);
    await world.pass(100);
    void add(a, 2);
    expect(a.store.getState().pending.map(({ state }) => state)).toEqual(["waiting", "waiting"]);
    expect(triesOf(network, "POST")).toBe(1);
  });
});

describe("whether the server can be reached", () => {
  it("a refusal proves that it can", async () => {
    const { world, network, a } = await two();
    refuse(network, away);
    a.store.send({ type: "seat.take" }).catch(ignored);
    await world.pass(100);
    expect(a.store.getState().link.phase).toBe("restarting");
    refuse(network, new Refused(422, "invalid"));
    await world.pass(1300);
    expect([a.store.getState().link.phase, triesOf(network, "GET")]).toEqual(["live", 0]);
  });
});

describe("[Y6] a move that the server has certainly not carried out", () => {
  /** Ann's first try fails with the error; Bob then moves the same sticker. */
  async function overtaken(error: Refused) {
    const all = await two(1);
    refuse(all.network, error);
    const moved = all.a.store.send(move(1, "s2c1"));
    await all.world.pass(10);
    void all.b.store.send(move(1, "s1c3"));
    await all.world.pass(10);
    refuse(all.network, null);
    await all.world.pass(20_000);
    await moved;
    return itemOf(all.b, 1)?.parent_id;
  }

  it.each([401, 408, 419, 425, 429])(
    "because it answered %i is the newest one, and is sent",
    async (status) => {
      expect(await overtaken(new Refused(status))).toBe("s2c1");
    },
  );

  it.each([0, 500, 502])(
    "because it answered %i may have been done: another's newer one stays",
    async (status) => {
      expect(await overtaken(new Refused(status))).toBe("s1c3");
    },
  );

  it("because a proxy answered may have been done too", async () => {
    expect(await overtaken(Object.assign(new Refused(403), { foreign: true }))).toBe("s1c3");
  });

  it("waits while the server cannot be compared with", async () => {
    const { world, network, a, b, changes } = await two(1);
    refuse(network, away);
    void a.store.send(move(1, "s2c1"));
    await world.pass(10);
    network.refuse = (method, path, from) =>
      from === ann && method === "GET" && path.includes("changes") ? away : null;
    await world.pass(10_000);
    expect(changes()).toEqual([]);
    expect(a.store.getState().pending).toMatchObject([{ state: "waiting" }]);
    network.refuse = null;
    await world.pass(30_000);
    expect([changes(), itemOf(b, 1)?.parent_id]).toEqual([["PUT /sort"], "s2c1"]);
  });

  it("and that was given half a minute ago is judged, even if it was never tried", async () => {
    const { world, network, a, b } = await two(2);
    refuse(network, Object.assign(new Refused(429), { retryAfter: 31 }), "/vote");
    a.store.send(vote(2)).catch(ignored);
    await world.pass(10);
    void a.store.send(move(1, "s2c1"));
    void b.store.send(move(1, "s1c3"));
    await world.pass(30_000);
    expect(triesOf(network, "PUT")).toBe(1);
    refuse(network, null);
    await world.pass(30_000);
    expect([itemOf(a, 1)?.parent_id, a.store.getState().dropped]).toMatchObject([
      "s1c3",
      [{ type: "item.move" }],
    ]);
  });
});

describe("text that was too old to be sent unasked", () => {
  it("is sent when its author asks for it", async () => {
    const { world, a, b } = await two();
    a.offline = true;
    add(a, 1).catch(ignored);
    await world.pass(100);
    a.tab.jump(8 * 24 * 3_600_000);
    a.offline = false;
    await world.pass(30_000);
    const [entry] = a.store.getState().pending;
    expect(entry).toMatchObject({ state: "failed", error: { code: "expired" } });
    a.store.retry(entry?.key ?? "");
    await world.pass(1000);
    expect([itemOf(b, 1)?.title, a.store.getState().pending]).toEqual(["text 1", []]);
  });
});

describe("[H1] an edit that is under way when its sticker is hidden", () => {
  it("leaves the storage at once, and its author hears that the text is hidden", async () => {
    const { world, network, a, b } = await two(1);
    await Promise.all([b.store.send({ type: "seat.take" }), world.pass(100)]);
    refuse(network, away);
    const edited = a.store.send({ type: "item.edit", id: id(1), title: "Ann's words" });
    edited.catch(ignored);
    await world.pass(10);
    expect(world.stored()).toHaveLength(1);
    network.faults = { ...faultless, callDelay: 2000, steady: true };
    a.tab.wake();
    await world.pass(0);
    network.server.handle({ id: "bob", socketId: undefined }, "PUT", "boards/board/facilitators", {
      option: "hideContent",
      value: true,
    });
    await world.pass(100);
    expect(itemOf(a, 1)).toMatchObject({ hidden: true });
    expect(JSON.stringify(world.stored())).not.toContain("Ann's words");
    await world.pass(10_000);
    await expect(edited).rejects.toMatchObject({ status: 403, code: "content_hidden" });
    expect([a.store.getState().pending, world.stored()]).toEqual([[], []]);
  });
});

it("[T8] an edit of a sticker that the server has not confirmed names the revision of a new one", async () => {
  const { world, network, a } = await two();
  network.faults = { ...faultless, callDelay: 100, steady: true };
  void add(a, 1);
  void a.store.send({ type: "item.edit", id: id(1), title: "edited" });
  await world.pass(1000);
  expect(network.acknowledged.at(-1)).toMatchObject({ body: { title: "edited", rev: 1 } });
});

it("a deletion that can still be undone counts as nothing that waits, and is not listed", async () => {
  const { world, a } = await two(1);
  const { undo } = a.store.deferDelete(id(1));
  await world.pass(100);
  expect([a.store.getState().link.waiting, a.store.getState().pending]).toEqual([0, []]);
  expect(world.stored()).toHaveLength(1);
  undo();
  await world.pass(0);
  expect(world.stored()).toEqual([]);
});
