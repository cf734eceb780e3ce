import type { BoardCommand } from "@retro/rules/predict";
import { describe, expect, it } from "vitest";
import { type FaultyNetwork } from "../testing/faultyNetwork.ts";
import { faultless } from "../testing/networkFaults.ts";
import { RefusalError } from "../testing/refusalError.ts";
import {
  addSticker,
  ann,
  itemId,
  ignoreResult,
  itemOf,
  moveCommand,
  refuseChanges,
  openTwoParticipants,
  voteCommand,
} from "../testing/twoParticipants.ts";

const away = new RefusalError(502, "unavailable");
const triesOf = (network: FaultyNetwork, method: string) =>
  network.calls.filter((call) => call.method === method).length;

describe("pauses between tries", () => {
  it("start again once the server has answered a change", async () => {
    const { simulation, network, a } = await openTwoParticipants();
    refuseChanges(network, away);
    void addSticker(a, 1);
    await simulation.advance(20_000);
    refuseChanges(network, null);
    await simulation.advance(60_000);
    expect(itemOf(a, 1)).toBeDefined();
    refuseChanges(network, away);
    void addSticker(a, 2);
    await simulation.advance(0);
    const before = triesOf(network, "POST");
    await simulation.advance(1300);
    expect(triesOf(network, "POST")).toBe(before + 1);
  });

  it("of a change that alone fails grow too", async () => {
    const { simulation, network, a } = await openTwoParticipants(1);
    refuseChanges(network, new RefusalError(500, "internal"));
    a.store.send(voteCommand(1)).catch(ignoreResult);
    await simulation.advance(60_000);
    expect(triesOf(network, "POST")).toBeGreaterThan(4);
    expect(triesOf(network, "POST")).toBeLessThan(9);
  });

  it("also delay commands that are given meanwhile", async () => {
    const { simulation, network, a } = await openTwoParticipants();
    refuseChanges(network, away);
    void addSticker(a, 1);
    await simulation.advance(100);
    void addSticker(a, 2);
    expect(a.store.getState().pending.map(({ state }) => state)).toEqual(["waiting", "waiting"]);
    expect(triesOf(network, "POST")).toBe(1);
  });
});

describe("whether the server can be reached", () => {
  it("a refusal proves that it can", async () => {
    const { simulation, network, a } = await openTwoParticipants();
    refuseChanges(network, away);
    a.store.send({ type: "seat.take" }).catch(ignoreResult);
    await simulation.advance(100);
    expect(a.store.getState().connectionStatus.phase).toBe("restarting");
    refuseChanges(network, new RefusalError(422, "invalid"));
    await simulation.advance(1300);
    expect([a.store.getState().connectionStatus.phase, triesOf(network, "GET")]).toEqual(["live", 0]);
  });
});

describe("[Y6] a move that the server has certainly not carried out", () => {
  /** Ann's first request fails with the error; then Bob moves the same sticker. */
  async function overtaken(error: RefusalError) {
    const all = await openTwoParticipants(1);
    refuseChanges(all.network, error);
    const moved = all.a.store.send(moveCommand(1, "s2c1"));
    await all.simulation.advance(10);
    void all.b.store.send(moveCommand(1, "s1c3"));
    await all.simulation.advance(10);
    refuseChanges(all.network, null);
    await all.simulation.advance(20_000);
    await moved;
    return itemOf(all.b, 1)?.parent_id;
  }

  it.each([
    ["401", new RefusalError(401), "s2c1"],
    ["429", new RefusalError(429), "s2c1"],
    ["0", new RefusalError(0), "s1c3"],
    ["500", new RefusalError(500), "s1c3"],
    ["403 of a proxy", Object.assign(new RefusalError(403), { foreign: true }), "s1c3"],
  ])("after %s: a refusal leaves it the newest, else another's newer one stays", async (_, error, place) => {
    expect(await overtaken(error)).toBe(place);
  });

  it("because it got no answer may have been done, also when the server is too busy for the next try", async () => {
    const { simulation, network, a, b } = await openTwoParticipants(1);
    refuseChanges(network, new RefusalError(0, "unreachable"));
    void a.store.send(moveCommand(1, "s2c1"));
    await simulation.advance(10);
    refuseChanges(network, new RefusalError(429));
    await simulation.advance(1500);
    void b.store.send(moveCommand(1, "s1c3"));
    await simulation.advance(10);
    const tries = triesOf(network, "PUT");
    refuseChanges(network, null);
    await simulation.advance(20_000);
    expect([tries, itemOf(b, 1)?.parent_id]).toEqual([3, "s1c3"]);
    expect(a.store.getState().dropped).toMatchObject([{ type: "item.move" }]);
  });

  it("waits while the server cannot be compared with", async () => {
    const { simulation, network, a, b, changes } = await openTwoParticipants(1);
    refuseChanges(network, away);
    void a.store.send(moveCommand(1, "s2c1"));
    await simulation.advance(10);
    network.refuse = (method, path, from) =>
      from === ann && method === "GET" && path.includes("changes") ? away : null;
    await simulation.advance(10_000);
    expect(changes()).toEqual([]);
    expect(a.store.getState().pending).toMatchObject([{ state: "waiting" }]);
    network.refuse = null;
    await simulation.advance(30_000);
    expect([changes(), itemOf(b, 1)?.parent_id]).toEqual([["PUT /sort"], "s2c1"]);
  });

  it("and that was given half a minute ago is judged, even if it was never tried", async () => {
    const { simulation, network, a, b } = await openTwoParticipants(2);
    refuseChanges(network, Object.assign(new RefusalError(429), { retryAfter: 31 }), "/vote");
    a.store.send(voteCommand(2)).catch(ignoreResult);
    await simulation.advance(10);
    void a.store.send(moveCommand(1, "s2c1"));
    void b.store.send(moveCommand(1, "s1c3"));
    await simulation.advance(30_000);
    expect(triesOf(network, "PUT")).toBe(1);
    refuseChanges(network, null);
    await simulation.advance(30_000);
    expect([itemOf(a, 1)?.parent_id, a.store.getState().dropped]).toMatchObject([
      "s1c3",
      [{ type: "item.move" }],
    ]);
  });
});

describe("text that was too old to be sent unasked", () => {
  it("is sent when its author asks for it", async () => {
    const { simulation, a, b } = await openTwoParticipants();
    a.offline = true;
    addSticker(a, 1).catch(ignoreResult);
    await simulation.advance(100);
    a.tab.shiftClock(8 * 24 * 3_600_000);
    a.offline = false;
    await simulation.advance(30_000);
    const [entry] = a.store.getState().pending;
    expect(entry).toMatchObject({ state: "failed", error: { code: "expired" } });
    a.store.retry(entry?.key ?? "");
    await simulation.advance(1000);
    expect([itemOf(b, 1)?.title, a.store.getState().pending]).toEqual(["text 1", []]);
  });
});

it.each<[string, BoardCommand]>([
  ["a sticker", { type: "item.edit", id: itemId(1), title: "Ann's words" }],
  ["an action made from the sticker", { type: "action.edit", id: itemId(9), text: "Ann's words", rev: 1 }],
])(
  "[H1, D3] an edit of %s that is under way when it is hidden leaves the storage at once, and its author is told",
  async (_, edit) => {
    const { simulation, network, a, b } = await openTwoParticipants(1);
    void b.store.send({ type: "seat.take" });
    void b.store.send({ type: "action.add", id: itemId(9), text: "Do it", source_item_id: itemId(1) });
    await simulation.advance(100);
    refuseChanges(network, away);
    const edited = a.store.send(edit);
    edited.catch(ignoreResult);
    await simulation.advance(10);
    expect(simulation.storedEntries()).toHaveLength(1);
    network.faults = { ...faultless, callDelay: 2000, steady: true };
    a.tab.resume();
    await simulation.advance(0);
    network.server.handle({ id: "bob", socketId: undefined }, "PUT", "boards/board/facilitators", {
      option: "hideContent",
      value: true,
    });
    await simulation.advance(100);
    expect(itemOf(a, 1)).toMatchObject({ hidden: true });
    expect(JSON.stringify(simulation.storedEntries())).not.toContain("Ann's words");
    await simulation.advance(10_000);
    await expect(edited).rejects.toMatchObject({ status: 403, code: "content_hidden" });
    expect([a.store.getState().pending, simulation.storedEntries()]).toEqual([[], []]);
  },
);

it("[T8] an edit of a sticker that the server has not confirmed names the revision of a new one", async () => {
  const { simulation, network, a } = await openTwoParticipants();
  network.faults = { ...faultless, callDelay: 100, steady: true };
  void addSticker(a, 1);
  void a.store.send({ type: "item.edit", id: itemId(1), title: "edited" });
  await simulation.advance(1000);
  expect(network.acknowledged.at(-1)).toMatchObject({ body: { title: "edited", rev: 1 } });
});

it("a deletion that can still be undone counts as nothing that waits, and is not listed", async () => {
  const { simulation, a } = await openTwoParticipants(1);
  const { undo } = a.store.deferDelete(itemId(1));
  await simulation.advance(100);
  expect([a.store.getState().connectionStatus.waiting, a.store.getState().pending]).toEqual([0, []]);
  expect(simulation.storedEntries()).toHaveLength(1);
  undo();
  await simulation.advance(0);
  expect(simulation.storedEntries()).toEqual([]);
});
