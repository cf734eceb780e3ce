import { describe, expect, it } from "vitest";
import { faultless } from "./testing/network.ts";
import { Refused } from "./testing/refused.ts";
import { add, ann, id, ignored, itemOf, two, viewOf } from "./testing/two.ts";

const html = (status: number) => Object.assign(new Refused(status), { foreign: true });
/** What ann's page has sent to outlive itself. */
const parting = (network: Awaited<ReturnType<typeof two>>["network"]) =>
  network.calls
    .filter((call) => call.person === "ann" && call.keepalive)
    .map(({ method, path }) => `${method} ${path.slice("boards/board".length)}`);

describe("when the page goes", () => {
  it("everything unsent is sent once more, so that it outlives the page, deletions that wait for undo too", async () => {
    const { world, network, a, b } = await two(2);
    network.refuse = (_method, _path, from) => (from === ann ? new Refused(503) : null);
    add(a, 3).catch(ignored);
    a.store.send({ type: "vote", id: id(2), voted: true }).catch(ignored);
    const deletion = a.store.deferDelete(id(1));
    await world.pass(300);
    network.refuse = null;
    network.calls.length = 0;
    a.tab.leave();
    expect(parting(network)).toEqual(["POST /items", `POST /items/${id(2)}/vote`, `DELETE /items/${id(1)}`]);
    await deletion.ended;
    await world.pass(0);
    expect([itemOf(b, 1), itemOf(b, 2)?.votes, itemOf(b, 3)?.title]).toEqual([undefined, 1, "text 3"]);
  });

  it("timer, options, refused texts and what is answered are not sent", async () => {
    const { world, network, a } = await two(1);
    network.refuse = (_method, path) =>
      path.endsWith("/items") ? new Refused(403, "stickers_locked") : new Refused(503);
    add(a, 3).catch(ignored);
    a.store.send({ type: "seat.take" }).catch(ignored);
    await world.pass(300);
    network.refuse = null;
    a.store.keepDraft({ type: "sticker.add", id: id(9), parent_id: "s1c1", title: "draft" });
    network.calls.length = 0;
    a.tab.leave();
    expect(parting(network)).toEqual([]);
  });

  it("at most twenty changes are sent, the oldest first; stickers of one column in one request, which none can overtake", async () => {
    const { world, network, a } = await two();
    a.offline = true;
    for (let n = 1; n <= 25; n += 1) add(a, n).catch(ignored);
    await world.pass(100);
    a.offline = false;
    network.calls.length = 0;
    a.tab.leave();
    expect(parting(network)).toEqual(["POST /items"]);
    await world.pass(0);
    const ids = network.acknowledged.flatMap(({ body }) => (body as { items: { id: string }[] }).items);
    expect(ids.map((item) => item.id)).toEqual(Array.from({ length: 20 }, (_, i) => id(i + 1)));
  });

  it("a page that comes back sends the rest, and nothing twice that would not be harmless", async () => {
    const { world, network, a, b } = await two(2);
    a.offline = true;
    a.store.send({ type: "item.move", id: id(1), parent_id: "s2c1", after_id: null }).catch(ignored);
    await world.pass(100);
    a.offline = false;
    network.tamper = () => [];
    a.tab.leave();
    await world.pass(0);
    void b.store.send({ type: "item.move", id: id(1), parent_id: "s1c3", after_id: null });
    await world.pass(30_000);
    expect(itemOf(b, 1)?.parent_id).toBe("s1c3");
    expect(a.store.getState().pending).toEqual([]);
  });
});

describe("a change that the server did not decide on", () => {
  it.each([
    ["401", new Refused(401)],
    ["408", new Refused(408)],
    ["419", new Refused(419)],
    ["425", new Refused(425)],
    ["429", Object.assign(new Refused(429), { retryAfter: 3 })],
    ["500", new Refused(500)],
    ["a proxy's page with 403", html(403)],
    ["a proxy's page with 422", html(422)],
  ])("after %s it waits and is sent later", async (_what, error) => {
    const { world, network, a, b } = await two();
    network.refuse = (method, _path, from) => (from === ann && method !== "GET" ? error : null);
    const sent = add(a, 1);
    await world.pass(2000);
    expect(a.store.getState().pending).toMatchObject([{ state: "waiting" }]);
    expect(a.store.getState().link.waiting).toBe(1);
    network.refuse = null;
    await world.pass(60_000);
    await expect(sent).resolves.toMatchObject({ id: id(1) });
    expect([itemOf(b, 1)?.title, a.store.getState().pending]).toEqual(["text 1", []]);
  });

  it("after 429 it is not sent before the time that the server asks for", async () => {
    const { world, network, a, changes } = await two();
    network.refuse = (method) =>
      method === "GET" ? null : Object.assign(new Refused(429), { retryAfter: 20 });
    add(a, 1).catch(ignored);
    await world.pass(100);
    network.refuse = null;
    await world.pass(19_800);
    expect(changes()).toEqual([]);
    await world.pass(11_000);
    expect(changes()).toEqual(["POST /items"]);
  });

  it("a 500 holds back this change alone, any other failure all of them", async () => {
    const once = async (failure: Refused) => {
      const { world, network, a, changes } = await two(2);
      network.refuse = (method, path) => (method === "POST" && path.endsWith("/items") ? failure : null);
      add(a, 3).catch(ignored);
      await world.pass(10);
      a.store.send({ type: "vote", id: id(1), voted: true }).catch(ignored);
      await world.pass(10);
      return changes();
    };
    expect(await once(new Refused(500, "internal"))).toEqual([`POST /items/${id(1)}/vote`]);
    expect(await once(new Refused(502, "unavailable"))).toEqual([]);
  });

  it("pauses grow from try to try, and the user's return ends them", async () => {
    const { world, network, a } = await two();
    network.refuse = (method) => (method === "POST" ? new Refused(0) : null);
    add(a, 1).catch(ignored);
    await world.pass(60_000);
    const tries = () => network.calls.filter(({ method }) => method === "POST").length;
    expect(tries()).toBeGreaterThan(5);
    expect(tries()).toBeLessThan(9);
    const before = tries();
    a.tab.wake();
    await world.pass(0);
    expect(tries()).toBe(before + 1);
    await world.pass(1300);
    expect(tries()).toBe(before + 2);
  });
});

describe("the order of sending", () => {
  it("six changes at most are on their way at a time", async () => {
    const { world, network, a, changes } = await two(8);
    network.faults = { ...faultless, callDelay: 400, steady: true };
    for (let n = 1; n <= 8; n += 1) a.store.send({ type: "vote", id: id(n), voted: true }).catch(ignored);
    await world.pass(500);
    expect(changes()).toHaveLength(6);
    await world.pass(800);
    expect(changes()).toHaveLength(8);
  });

  it("what is about the same sticker waits for the answer before", async () => {
    const { world, network, a, changes } = await two(1);
    network.faults = { ...faultless, callDelay: 400, steady: true };
    for (const title of ["one", "two"]) void a.store.send({ type: "item.edit", id: id(1), title });
    await world.pass(700);
    expect(changes()).toEqual([`PUT /items/${id(1)}`]);
    await world.pass(1000);
    expect(changes()).toHaveLength(2);
    expect(itemOf(a, 1)?.title).toBe("two");
  });
});

describe("timer, options and seat", () => {
  it("are given up after sixteen seconds without an answer, and never kept", async () => {
    const { world, a, changes } = await two();
    a.offline = true;
    const taken = a.store.send({ type: "seat.take" });
    taken.catch(ignored);
    await world.pass(15_000);
    expect([a.store.getState().link.waiting, world.stored()]).toEqual([1, []]);
    await world.pass(1000);
    await expect(taken).rejects.toMatchObject({ status: 0 });
    a.offline = false;
    await world.pass(60_000);
    expect([changes(), a.store.getState().pending, a.store.getState().dropped]).toEqual([[], [], []]);
  });

  it("steps of the timer's minutes are sent as one, when they have come to rest", async () => {
    const { world, a, changes } = await two();
    const steps: unknown[] = [];
    for (const count_time of [360, 420, 480]) {
      void a.store.send({ type: "timer.edit", count_time }).then(() => steps.push(count_time));
      await world.pass(300);
    }
    expect([viewOf(a).session.timer.countTime, changes()]).toEqual([480, []]);
    await world.pass(99);
    expect(changes()).toEqual([]);
    await world.pass(20);
    expect([changes(), steps]).toEqual([["PUT /timers"], [360, 420, 480]]);
  });

  it("a step that says what is confirmed is not sent, one back to it while another waits is", async () => {
    const { world, a, changes } = await two();
    await a.store.send({ type: "timer.edit", count_time: 300 });
    await world.pass(1000);
    expect([changes(), a.store.getState().pending]).toEqual([[], []]);
    void a.store.send({ type: "timer.edit", count_time: 360 });
    void a.store.send({ type: "timer.edit", count_time: 300 });
    await world.pass(1000);
    expect(viewOf(a).session.timer.countTime).toBe(300);
  });

  it("a step that waits is dropped by a start and sent at once before another command", async () => {
    const start = await two();
    void start.a.store.send({ type: "timer.edit", count_time: 360 });
    void start.a.store.send({ type: "timer.start", count_time: 360, at: start.world.now() });
    await start.world.pass(1000);
    expect(start.changes()).toEqual(["POST /timers"]);
    const seat = await two();
    void seat.a.store.send({ type: "timer.edit", count_time: 360 });
    void seat.a.store.send({ type: "seat.take" });
    await seat.world.pass(100);
    expect(seat.changes()).toEqual(["PUT /timers", "POST /facilitators"]);
  });

  it("a refusal is told to the caller and leaves nothing behind", async () => {
    const { world, a } = await two();
    const refused = a.store.send({ type: "option.set", option: "hideContent", value: true });
    await Promise.all([expect(refused).rejects.toMatchObject({ status: 403 }), world.pass(100)]);
    const { pending, dropped } = a.store.getState();
    expect([pending, dropped]).toEqual([[], []]);
  });
});

describe("what the server says of a change that is done already", () => {
  it("a deletion of what is gone is done", async () => {
    const { world, network, a, b } = await two(1);
    network.tamper = () => [];
    void b.store.send({ type: "item.delete", id: id(1) });
    await world.pass(10);
    const done = a.store.send({ type: "item.delete", id: id(1) });
    await world.pass(1000);
    await expect(done).resolves.toEqual({ deleted: [] });
    expect([itemOf(a, 1), a.store.getState().dropped]).toEqual([undefined, []]);
  });

  it("an edit that conflicts with its own words is no conflict", async () => {
    const { world, network, a, b } = await two(1);
    network.tamper = () => [];
    void b.store.send({ type: "item.edit", id: id(1), title: "same" });
    await world.pass(10);
    const done = a.store.send({ type: "item.edit", id: id(1), title: "same", rev: 1 });
    await world.pass(1000);
    await expect(done).resolves.toMatchObject({ title: "same" });
    expect([a.store.getState().pending, itemOf(a, 1)]).toMatchObject([[], { title: "same", rev: 2 }]);
  });
});
