import { describe, expect, it } from "vitest";
import {
  addSticker,
  ann,
  bob,
  itemId,
  itemOf,
  moveCommand,
  openTwoParticipants,
  voteCommand,
} from "../testing/twoParticipants.ts";

describe("a board on screen", () => {
  it("is loaded again when a newer server sends a change of an unknown type, and the page counts as outdated", async () => {
    const { simulation, network, a, b } = await openTwoParticipants(2);
    network.tamper = (_to, _channel, _event, data) => {
      (data as { changes: unknown[] }).changes = [{ type: "item.sparkle", id: itemId(1) }];
      return [0];
    };
    void b.store.send({ type: "item.edit", id: itemId(1), title: "after the deploy" });
    await simulation.advance(1000);
    expect(itemOf(a, 1)?.title).toBe("after the deploy");
    network.server.sendsUnknownChange = true;
    network.tamper = () => [];
    void b.store.send({ type: "item.edit", id: itemId(2), title: "after that" });
    await simulation.advance(100);
    a.tab.resume();
    await simulation.advance(1000);
    expect(itemOf(a, 2)?.title).toBe("after that");
    expect(a.store.getState().connectionStatus.phase).toBe("outdated");
  });
});

describe("a pending deletion", () => {
  it("is sent after ten seconds, whatever becomes of its toast, and can then not be undone", async () => {
    const { simulation, a, b } = await openTwoParticipants(2);
    const deletion = a.store.deferDelete(itemId(1));
    await simulation.advance(9900);
    expect(itemOf(b, 1)).toBeDefined();
    await simulation.advance(200);
    await deletion.ended;
    deletion.undo();
    await simulation.advance(100);
    expect([itemOf(a, 1), itemOf(b, 1)]).toEqual([undefined, undefined]);
  });
});

describe("tabs", () => {
  it("[Y6] one other tab of the same user sends the changes of a closed tab, once", async () => {
    const { simulation, network, a, changes } = await openTwoParticipants(2);
    a.offline = true;
    void addSticker(a, 3);
    void a.store.send({ type: "vote", id: itemId(1), voted: true });
    await simulation.advance(500);
    a.store.close();
    a.tab.newPage();
    const others = [network.join(ann), network.join(ann), network.join(bob)];
    await simulation.advance(90_000);
    expect(changes().toSorted()).toEqual([`POST /items`, `POST /items/${itemId(1)}/vote`]);
    for (const other of others) expect(other.store.getState().pending).toEqual([]);
  });
});

it("of the changes that waited longer than a week moves and votes are dropped, and text stays with its author, unsent", async () => {
  const { simulation, a, b } = await openTwoParticipants(2);
  a.offline = true;
  void a.store.send(moveCommand(1, "s2c1"));
  void a.store.send(voteCommand(2));
  void a.store.send({ type: "item.edit", id: itemId(2), title: "Ann's words", rev: 1 });
  await simulation.advance(500);
  a.store.close();
  a.tab.newPage();
  // Sets this device's clock: a simulated week would need 20,000 comparisons of the other user's page.
  a.tab.shiftClock(8 * 24 * 3_600_000);
  a.offline = false;
  a.reopenBoard();
  await simulation.advance(5000);
  expect([itemOf(b, 1)?.parent_id, itemOf(b, 2)?.votes, itemOf(b, 2)?.title]).toEqual(["s1c1", 0, "text 2"]);
  const expired = { error: { code: "expired" } };
  expect(a.store.getState().dropped).toMatchObject([
    { type: "item.move", ...expired },
    { type: "vote", ...expired },
  ]);
  expect(a.store.getState().pending).toMatchObject([
    { state: "failed", command: { title: "Ann's words" }, ...expired },
  ]);
});
