import { describe, expect, it } from "vitest";
import { faultless } from "../testing/networkFaults.ts";
import { RefusalError } from "../testing/refusalError.ts";
import {
  addSticker,
  ann,
  itemId,
  ignoreResult,
  itemOf,
  openTwoParticipants,
  viewOf,
} from "../testing/twoParticipants.ts";

const html = (status: number) => Object.assign(new RefusalError(status), { foreign: true });
/** The requests of Ann's page that outlive it. */
const parting = (network: Awaited<ReturnType<typeof openTwoParticipants>>["network"]) =>
  network.calls
    .filter((call) => call.person === "ann" && call.keepalive)
    .map(({ method, path }) => `${method} ${path.slice("boards/board".length)}`);

describe("when the page closes", () => {
  it("everything unsent is sent once more, so that it outlives the page, deletions that wait for undo too", async () => {
    const { simulation, network, a, b } = await openTwoParticipants(2);
    network.refuse = (_method, _path, from) => (from === ann ? new RefusalError(503) : null);
    addSticker(a, 3).catch(ignoreResult);
    a.store.send({ type: "vote", id: itemId(2), voted: true }).catch(ignoreResult);
    const deletion = a.store.deferDelete(itemId(1));
    await simulation.advance(300);
    network.refuse = null;
    network.calls.length = 0;
    a.tab.hidePage();
    expect(parting(network)).toEqual([
      "POST /items",
      `POST /items/${itemId(2)}/vote`,
      expect.stringContaining(`DELETE /items/${itemId(1)}?`) as string,
    ]);
    await deletion.ended;
    await simulation.advance(0);
    expect([itemOf(b, 1), itemOf(b, 2)?.votes, itemOf(b, 3)?.title]).toEqual([undefined, 1, "text 3"]);
  });

  it("a page that comes back sends the rest, and nothing twice that would not be harmless", async () => {
    const { simulation, network, a, b } = await openTwoParticipants(2);
    a.offline = true;
    a.store.send({ type: "item.move", id: itemId(1), parent_id: "s2c1", after_id: null }).catch(ignoreResult);
    await simulation.advance(100);
    a.offline = false;
    network.tamper = () => [];
    a.tab.hidePage();
    await simulation.advance(0);
    void b.store.send({ type: "item.move", id: itemId(1), parent_id: "s1c3", after_id: null });
    await simulation.advance(30_000);
    expect(itemOf(b, 1)?.parent_id).toBe("s1c3");
    expect(a.store.getState().pending).toEqual([]);
  });
});

describe("a change that the server did not decide on", () => {
  it.each([
    ["401", new RefusalError(401)],
    ["429", Object.assign(new RefusalError(429), { retryAfter: 3 })],
    ["500", new RefusalError(500)],
    ["a proxy's page with 403", html(403)],
  ])("after %s it waits and is sent later", async (_what, error) => {
    const { simulation, network, a, b } = await openTwoParticipants();
    network.refuse = (method, _path, from) => (from === ann && method !== "GET" ? error : null);
    const sent = addSticker(a, 1);
    await simulation.advance(2000);
    expect(a.store.getState().pending).toMatchObject([{ state: "waiting" }]);
    expect(a.store.getState().connectionStatus.waiting).toBe(1);
    network.refuse = null;
    await simulation.advance(60_000);
    await expect(sent).resolves.toMatchObject({ id: itemId(1) });
    expect([itemOf(b, 1)?.title, a.store.getState().pending]).toEqual(["text 1", []]);
  });

  it("is not sent again before the time that a 429 names", async () => {
    const { simulation, network, a, changes } = await openTwoParticipants();
    network.refuse = (method) =>
      method === "GET" ? null : Object.assign(new RefusalError(429), { retryAfter: 20 });
    addSticker(a, 1).catch(ignoreResult);
    await simulation.advance(100);
    network.refuse = null;
    await simulation.advance(19_800);
    expect(changes()).toEqual([]);
    await simulation.advance(11_000);
    expect(changes()).toEqual(["POST /items"]);
  });

  it("a 500 holds back this change alone, any other failure all of them", async () => {
    const once = async (failure: RefusalError) => {
      const { simulation, network, a, changes } = await openTwoParticipants(2);
      network.refuse = (method, path) => (method === "POST" && path.endsWith("/items") ? failure : null);
      addSticker(a, 3).catch(ignoreResult);
      await simulation.advance(10);
      a.store.send({ type: "vote", id: itemId(1), voted: true }).catch(ignoreResult);
      await simulation.advance(10);
      return changes();
    };
    expect(await once(new RefusalError(500, "internal"))).toEqual([`POST /items/${itemId(1)}/vote`]);
    expect(await once(new RefusalError(502, "unavailable"))).toEqual([]);
  });

  it("pauses grow from try to try, and the user's return ends them", async () => {
    const { simulation, network, a } = await openTwoParticipants();
    // The simulated network does not carry out a request that fails with a code, so the board never shows the
    // sticker.
    network.refuse = (method) => (method === "POST" ? new RefusalError(0, "unreachable") : null);
    addSticker(a, 1).catch(ignoreResult);
    await simulation.advance(60_000);
    const tries = () => network.calls.filter(({ method }) => method === "POST").length;
    expect(tries()).toBeGreaterThan(5);
    expect(tries()).toBeLessThan(9);
    const before = tries();
    a.tab.resume();
    await simulation.advance(0);
    expect(tries()).toBe(before + 1);
    await simulation.advance(1300);
    expect(tries()).toBe(before + 2);
  });
});

describe("the order of sending", () => {
  it("six changes at most are on their way at a time", async () => {
    const { simulation, network, a, changes } = await openTwoParticipants(8);
    network.faults = { ...faultless, callDelay: 400, steady: true };
    for (let n = 1; n <= 8; n += 1)
      a.store.send({ type: "vote", id: itemId(n), voted: true }).catch(ignoreResult);
    await simulation.advance(500);
    expect(changes()).toHaveLength(6);
    await simulation.advance(800);
    expect(changes()).toHaveLength(8);
  });
});

describe("timer, options and seat", () => {
  it("are given up after four seconds without an answer, and never kept", async () => {
    const { simulation, a, changes } = await openTwoParticipants();
    a.offline = true;
    const taken = a.store.send({ type: "seat.take" });
    taken.catch(ignoreResult);
    await simulation.advance(3900);
    expect([a.store.getState().connectionStatus.waiting, simulation.storedEntries()]).toEqual([1, []]);
    await simulation.advance(100);
    await expect(taken).rejects.toMatchObject({ status: 0 });
    a.offline = false;
    await simulation.advance(60_000);
    expect([changes(), a.store.getState().pending, a.store.getState().dropped]).toEqual([[], [], []]);
  });

  it("steps of the timer's minutes are sent as one, when they have come to rest", async () => {
    const { simulation, a, changes } = await openTwoParticipants();
    const steps: unknown[] = [];
    for (const count_time of [360, 420, 480]) {
      void a.store.send({ type: "timer.edit", count_time }).then(() => steps.push(count_time));
      await simulation.advance(300);
    }
    expect([viewOf(a).facilitation.timer.countTime, changes()]).toEqual([480, []]);
    await simulation.advance(99);
    expect(changes()).toEqual([]);
    await simulation.advance(20);
    expect([changes(), steps]).toEqual([["PUT /timers"], [360, 420, 480]]);
  });

  it("a step that says what is confirmed is not sent, one back to it while another waits is", async () => {
    const { simulation, a, changes } = await openTwoParticipants();
    await a.store.send({ type: "timer.edit", count_time: 300 });
    await simulation.advance(1000);
    expect([changes(), a.store.getState().pending]).toEqual([[], []]);
    void a.store.send({ type: "timer.edit", count_time: 360 });
    void a.store.send({ type: "timer.edit", count_time: 300 });
    await simulation.advance(1000);
    expect(viewOf(a).facilitation.timer.countTime).toBe(300);
  });

  it("a step that waits is dropped by a start and sent at once before another command", async () => {
    const start = await openTwoParticipants();
    void start.a.store.send({ type: "timer.edit", count_time: 360 });
    void start.a.store.send({ type: "timer.start", count_time: 360, at: start.simulation.now() });
    await start.simulation.advance(1000);
    expect(start.changes()).toEqual(["POST /timers"]);
    const seat = await openTwoParticipants();
    void seat.a.store.send({ type: "timer.edit", count_time: 360 });
    void seat.a.store.send({ type: "seat.take" });
    await seat.simulation.advance(100);
    expect(seat.changes()).toEqual(["PUT /timers", "POST /facilitators"]);
  });
});

describe("the answer to a change that is done already", () => {
  it("a deletion of a deleted sticker succeeds", async () => {
    const { simulation, network, a, b } = await openTwoParticipants(1);
    network.tamper = () => [];
    void b.store.send({ type: "item.delete", id: itemId(1) });
    await simulation.advance(10);
    const done = a.store.send({ type: "item.delete", id: itemId(1) });
    await simulation.advance(1000);
    await expect(done).resolves.toEqual({ deleted: [] });
    expect([itemOf(a, 1), a.store.getState().dropped]).toEqual([undefined, []]);
  });

  it("an edit that conflicts with its own text is no conflict", async () => {
    const { simulation, network, a, b } = await openTwoParticipants(1);
    network.tamper = () => [];
    void b.store.send({ type: "item.edit", id: itemId(1), title: "same" });
    await simulation.advance(10);
    const done = a.store.send({ type: "item.edit", id: itemId(1), title: "same", rev: 1 });
    await simulation.advance(1000);
    await expect(done).resolves.toMatchObject({ title: "same" });
    expect([a.store.getState().pending, itemOf(a, 1)]).toMatchObject([[], { title: "same", rev: 2 }]);
  });
});
