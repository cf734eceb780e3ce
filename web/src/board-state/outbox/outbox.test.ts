import { describe, expect, it } from "vitest";
import { createFaultyNetwork, type Participant, person } from "../testing/faultyNetwork.ts";
import { faultless } from "../testing/networkFaults.ts";
import { RefusalError } from "../testing/refusalError.ts";
import { createSimulation } from "../testing/simulation.ts";

const ann = person("ann");
const bob = person("bob");
const hour = 3_600_000;
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const items = (who: Participant) => {
  const { view } = who.store.getState();
  if (!view) throw new Error("not loaded");
  return view.items;
};
const item = (who: Participant, n: number) => items(who).get(id(n));
const add = (who: Participant, n: number) =>
  who.store.send({ type: "sticker.add", id: id(n), parent_id: "s1c1", title: `text ${n}` });
const ignored = () => undefined;

async function two() {
  const simulation = createSimulation();
  const network = createFaultyNetwork(simulation, [ann, bob]);
  const a = network.join(ann);
  const b = network.join(bob);
  await simulation.advance(1000);
  await Promise.all([add(b, 1), add(b, 2), simulation.advance(100)]);
  network.server.requests.length = 0;
  const changes = () => network.server.requests.filter((call) => !call.startsWith("GET"));
  return { simulation, network, a, b, changes };
}

const html = (status: number) => Object.assign(new RefusalError(status), { foreign: true });

describe("a board on screen", () => {
  for (const [what, error] of [
    ["a 500", new RefusalError(500)],
    ["a 502", new RefusalError(502)],
    ["a 503", new RefusalError(503, "unavailable")],
    ["a 520", new RefusalError(520)],
    ["a page of HTML", html(0)],
    ["a proxy's 404", html(404)],
    ["a lost connection", new RefusalError(0)],
    ["too many requests", new RefusalError(429, "rate_limited")],
  ] as const)
    it(`stays open after ${what}, keeps what was written, and recovers with the next good answer`, async () => {
      const { simulation, network, a, b } = await two();
      network.refuse = (_method, _path, from) => (from === ann ? error : null);
      a.tab.resume();
      void add(a, 3);
      void a.store.send({ type: "item.move", id: id(1), parent_id: "s2c1", after_id: null });
      await simulation.advance(5000);
      expect(a.store.getState()).toMatchObject({
        status: "ready",
        failure: null,
        connectionStatus: { waiting: 2 },
      });
      expect(item(a, 3)?.title).toBe("text 3");
      network.refuse = null;
      await simulation.advance(60_000);
      expect(a.store.getState()).toMatchObject({
        pending: [],
        connectionStatus: { phase: "live", waiting: 0 },
      });
      expect([item(b, 3)?.title, item(b, 1)?.parent_id]).toEqual(["text 3", "s2c1"]);
    });

  it("stays open after 30 seconds of silence, and asks again", async () => {
    const { simulation, network, a, b } = await two();
    network.faults = { ...faultless, silent: 1 };
    void add(a, 3);
    a.tab.resume();
    await simulation.advance(20_000);
    network.faults = faultless;
    await simulation.advance(60_000);
    expect(a.store.getState()).toMatchObject({ status: "ready", pending: [] });
    expect(item(b, 3)?.title).toBe("text 3");
  });

  it("is left only when it is gone or closed to the user", async () => {
    for (const status of [403, 404]) {
      const { simulation, network, a } = await two();
      network.refuse = (method) => (method === "GET" ? new RefusalError(status, "not_found") : null);
      a.tab.resume();
      await simulation.advance(1000);
      expect(a.store.getState().failure).toMatchObject({ status, code: "not_found" });
    }
  });

  it("is loaded again when a newer server sends a change of an unknown type, and the page counts as outdated", async () => {
    const { simulation, network, a, b } = await two();
    network.tamper = (_to, _channel, _event, data) => {
      (data as { changes: unknown[] }).changes = [{ type: "item.sparkle", id: id(1) }];
      return [0];
    };
    void b.store.send({ type: "item.edit", id: id(1), title: "after the deploy" });
    await simulation.advance(1000);
    expect(item(a, 1)?.title).toBe("after the deploy");
    network.server.sendsUnknownChange = true;
    network.tamper = () => [];
    void b.store.send({ type: "item.edit", id: id(2), title: "after that" });
    await simulation.advance(100);
    a.tab.resume();
    await simulation.advance(1000);
    expect(item(a, 2)?.title).toBe("after that");
    expect(a.store.getState().connectionStatus.phase).toBe("outdated");
  });
});

describe("a pending deletion", () => {
  it("is sent after ten seconds, whatever becomes of its toast, and can then not be undone", async () => {
    const { simulation, a, b } = await two();
    const deletion = a.store.deferDelete(id(1));
    await simulation.advance(9900);
    expect(item(b, 1)).toBeDefined();
    await simulation.advance(200);
    await deletion.ended;
    deletion.undo();
    await simulation.advance(100);
    expect([item(a, 1), item(b, 1)]).toEqual([undefined, undefined]);
  });

  it("is sent when the board is left, and its toast ends with it", async () => {
    const { simulation, a, b } = await two();
    const deletion = a.store.deferDelete(id(1));
    a.leaveBoard();
    await deletion.ended;
    await simulation.advance(100);
    expect(item(b, 1)).toBeUndefined();
  });

  it("survives a tab that is closed offline", async () => {
    const { simulation, network, a, b } = await two();
    a.offline = true;
    a.store.deferDelete(id(1));
    await simulation.advance(50);
    a.reloadPage();
    a.offline = false;
    await simulation.advance(60_000);
    expect(item(b, 1)).toBeUndefined();
    expect(network.server.requests.filter((call) => call.startsWith("DELETE"))).toHaveLength(1);
  });
});

describe("a refused change", () => {
  it("is kept after the board was left, and offered on return", async () => {
    const { simulation, network, a, b } = await two();
    network.tamper = () => [];
    void b.store.send({ type: "item.edit", id: id(1), title: "Bob's" });
    await simulation.advance(100);
    network.faults = { ...faultless, callDelay: 500 };
    a.store.send({ type: "item.edit", id: id(1), title: "Ann's", rev: 1 }).catch(ignored);
    a.leaveBoard();
    await simulation.advance(3000);
    network.faults = faultless;
    a.reopenBoard();
    await simulation.advance(1000);
    expect(a.store.getState().pending).toMatchObject([
      { state: "failed", command: { title: "Ann's" }, error: { status: 409 } },
    ]);
    expect(item(a, 1)?.title).toBe("Bob's");
  });

  it("stays on its author's screen as a new sticker, and takes later edits with it", async () => {
    const { simulation, network, a, b } = await two();
    network.refuse = (method) => (method === "POST" ? new RefusalError(403, "stickers_locked") : null);
    add(a, 3).catch(ignored);
    await simulation.advance(100);
    expect(a.store.getState().pending).toMatchObject([{ state: "failed" }]);
    expect(item(a, 3)?.title).toBe("text 3");
    network.refuse = null;
    void a.store.send({ type: "item.edit", id: id(3), title: "mended" });
    await simulation.advance(100);
    expect([item(b, 3)?.title, a.store.getState().pending]).toEqual(["mended", []]);
  });
});

describe("tabs", () => {
  it("a duplicated tab neither erases nor sends what the first one holds", async () => {
    const { simulation, network, a, b, changes } = await two();
    a.offline = true;
    void add(a, 3);
    await simulation.advance(500);
    const copy = network.join(ann);
    await simulation.advance(70_000);
    copy.store.close();
    await simulation.advance(1000);
    expect(changes()).toEqual([]);
    a.offline = false;
    await simulation.advance(60_000);
    expect(changes()).toEqual(["POST /items"]);
    expect(item(b, 3)?.title).toBe("text 3");
  });

  it("[Y6] one other tab of the same user sends the changes of a closed tab, once", async () => {
    const { simulation, network, a, changes } = await two();
    a.offline = true;
    void add(a, 3);
    void a.store.send({ type: "vote", id: id(1), voted: true });
    await simulation.advance(500);
    a.store.close();
    a.tab.newPage();
    const others = [network.join(ann), network.join(ann), network.join(bob)];
    await simulation.advance(90_000);
    expect(changes().toSorted()).toEqual([`POST /items`, `POST /items/${id(1)}/vote`]);
    for (const other of others) expect(other.store.getState().pending).toEqual([]);
  });

  it("a hidden tab that was suspended and counted as closed does not send what another tab has sent", async () => {
    const { simulation, network, a, changes } = await two();
    a.offline = true;
    const outcomes: unknown[] = [];
    void add(a, 3).then((data) => outcomes.push(data));
    await simulation.advance(500);
    a.tab.suspend();
    const other = network.join(ann);
    await simulation.advance(1000);
    expect(changes()).toEqual(["POST /items"]);
    a.tab.shiftClock(hour);
    a.offline = false;
    a.tab.resume();
    await simulation.advance(60_000);
    expect(changes()).toEqual(["POST /items"]);
    expect(a.store.getState().pending).toEqual([]);
    expect(outcomes).toEqual([null]);
    other.store.close();
  });

  it("[Y6] another user on the same device neither sees nor sends the changes of the first", async () => {
    const { simulation, network, a, changes } = await two();
    a.offline = true;
    void add(a, 3);
    await simulation.advance(500);
    a.store.close();
    a.tab.newPage();
    const next = network.join(bob);
    await simulation.advance(90_000);
    expect(next.store.getState().pending).toEqual([]);
    expect([changes(), item(next, 3)]).toEqual([[], undefined]);
    expect(JSON.stringify(simulation.storedEntries())).toContain("text 3");
  });
});

describe("a change that waited long", () => {
  async function reopenedAfter(
    ms: number,
    meanwhile: (all: Awaited<ReturnType<typeof two>>) => void = ignored,
  ) {
    const all = await two();
    const { simulation, a, b } = all;
    a.offline = true;
    void a.store.send({ type: "item.move", id: id(1), parent_id: "s2c1", after_id: null });
    void a.store.send({ type: "vote", id: id(2), voted: true });
    void a.store.send({ type: "item.edit", id: id(2), title: "Ann's words", rev: 1 });
    await simulation.advance(500);
    a.store.close();
    a.tab.newPage();
    meanwhile(all);
    await simulation.advance(1000);
    // Sets this device's clock: a simulated week would need 20,000 comparisons of the other user's page.
    a.tab.shiftClock(ms);
    a.offline = false;
    a.reopenBoard();
    await simulation.advance(5000);
    return { ...all, b };
  }

  it("a minute: is sent", async () => {
    const { a, b } = await reopenedAfter(60_000);
    expect(item(b, 1)?.parent_id).toBe("s2c1");
    expect([item(b, 2)?.votes, item(b, 2)?.title]).toEqual([1, "Ann's words"]);
    expect(a.store.getState().dropped).toEqual([]);
  });

  it("[Y6] a move of a sticker that another user has moved since is dropped, and the user is told", async () => {
    const { a, b } = await reopenedAfter(60_000, (all) => {
      void all.b.store.send({ type: "item.move", id: id(1), parent_id: "s1c3", after_id: null });
    });
    expect(item(b, 1)?.parent_id).toBe("s1c3");
    expect(a.store.getState().dropped).toMatchObject([{ type: "item.move", title: "text 1" }]);
  });

  it("a move of a sticker that another user has moved within the same column is dropped too", async () => {
    const { a, b } = await reopenedAfter(60_000, (all) => {
      void all.b.store.send({ type: "item.move", id: id(1), parent_id: "s1c1", after_id: id(2) });
    });
    expect(item(b, 1)?.parent_id).toBe("s1c1");
    expect(a.store.getState().dropped).toMatchObject([{ type: "item.move" }]);
  });

  it("a week: moves and votes are dropped, text stays with its author and is not sent unasked", async () => {
    const { a, b } = await reopenedAfter(8 * 24 * hour);
    expect([item(b, 1)?.parent_id, item(b, 2)?.votes, item(b, 2)?.title]).toEqual(["s1c1", 0, "text 2"]);
    const expired = { error: { code: "expired" } };
    expect(a.store.getState().dropped).toMatchObject([
      { type: "item.move", ...expired },
      { type: "vote", ...expired },
    ]);
    expect(a.store.getState().pending).toMatchObject([
      { state: "failed", command: { title: "Ann's words" }, ...expired },
    ]);
  });

  it("a move whose answer was lost is not repeated over another user's newer one", async () => {
    const { simulation, network, a, b } = await two();
    network.refuse = (_method, path, from) =>
      from === ann && path.endsWith("/sort") ? new RefusalError(502) : null;
    void a.store.send({ type: "item.move", id: id(1), parent_id: "s2c1", after_id: null });
    await simulation.advance(1000);
    void b.store.send({ type: "item.move", id: id(1), parent_id: "s1c3", after_id: null });
    await simulation.advance(1000);
    network.refuse = null;
    await simulation.advance(60_000);
    expect([item(a, 1)?.parent_id, item(b, 1)?.parent_id]).toEqual(["s1c3", "s1c3"]);
  });
});
