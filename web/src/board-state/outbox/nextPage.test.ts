import { sortActions } from "@retro/rules/actions";
import { describe, expect, it } from "vitest";
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
  viewOf,
  voteCommand,
} from "../testing/twoParticipants.ts";

const away = new RefusalError(502, "unavailable");

describe("a move is stored with the state of its sticker", () => {
  it("as an earlier own move left it: the next page sends it", async () => {
    const { simulation, network, a, b } = await openTwoParticipants(1);
    let moves = 0;
    network.refuse = (_method, path, from) =>
      from === ann && path.endsWith("/sort") && (moves += 1) > 1 ? away : null;
    void a.store.send(moveCommand(1, "s1c2"));
    void a.store.send(moveCommand(1, "s1c3"));
    await simulation.advance(100);
    a.store.close();
    a.tab.newPage();
    network.refuse = null;
    a.reopenBoard();
    await simulation.advance(10_000);
    expect([itemOf(b, 1)?.parent_id, a.store.getState().dropped]).toEqual(["s1c3", []]);
  });

  it("[T9] and names that state when it is sent again: another user may move the sticker meanwhile", async () => {
    const { simulation, network, a } = await openTwoParticipants(1);
    const from = { parent_id: "s1c1", order: itemOf(a, 1)?.order };
    refuseChanges(network, away, "/sort");
    void a.store.send(moveCommand(1, "s1c2"));
    await simulation.advance(100);
    refuseChanges(network, null);
    await simulation.advance(60_000);
    expect(network.server.appliedCalls.at(-1)).toMatchObject({ path: "/sort", body: { from } });
  });

  /** Ann leaves with her move unsent, Bob moves the sticker elsewhere, and Ann's next page drops her move. */
  async function expectNewerMoveToStay(all: Awaited<ReturnType<typeof openTwoParticipants>>) {
    const { simulation, network, a, b } = all;
    a.store.close();
    a.tab.newPage();
    void b.store.send(moveCommand(1, "s1c3"));
    refuseChanges(network, null);
    await simulation.advance(1000);
    a.reopenBoard();
    await simulation.advance(10_000);
    expect(itemOf(b, 1)?.parent_id).toBe("s1c3");
    expect(a.store.getState().dropped).toMatchObject([{ type: "item.move", title: "text 1" }]);
  }

  it("[T9] an action's too: a closing page that sends its move again does not undo a newer one", async () => {
    const { simulation, network, a, b } = await openTwoParticipants();
    for (const n of [1, 2, 3]) void b.store.send({ type: "action.add", id: itemId(n), text: `text ${n}` });
    await simulation.advance(1000);
    network.faults = { ...faultless, callDelay: 500, steady: true };
    a.store.send({ type: "action.move", id: itemId(3), after_id: null }).catch(ignoreResult);
    await simulation.advance(600);
    void b.store.send({ type: "action.move", id: itemId(3), after_id: itemId(1) });
    await simulation.advance(300);
    network.calls.length = 0;
    a.reloadPage();
    await simulation.advance(60_000);
    expect(network.calls).toContainEqual(
      expect.objectContaining({ person: "ann", method: "PUT", keepalive: true }),
    );
    for (const who of [a, b])
      expect(sortActions(viewOf(who).actions.values()).map(({ text }) => text)).toEqual([
        "text 1",
        "text 3",
        "text 2",
      ]);
  });

  it("as the answer to its add says: the next page does not undo another's newer move", async () => {
    const all = await openTwoParticipants();
    const { simulation, network, a } = all;
    refuseChanges(network, away, "/sort");
    void addSticker(a, 1);
    void a.store.send(moveCommand(1, "s2c1"));
    await simulation.advance(100);
    await expectNewerMoveToStay(all);
  });

  it("[Y6] as the answer to its add said, while a drag keeps the sticker out of the confirmed view", async () => {
    const all = await openTwoParticipants();
    const { simulation, network, a } = all;
    a.store.pauseUpdates();
    void addSticker(a, 1);
    await simulation.advance(100);
    refuseChanges(network, away, "/sort");
    void a.store.send(moveCommand(1, "s2c1"));
    await simulation.advance(100);
    await expectNewerMoveToStay(all);
  });
});

describe("a board that is opened again before the one that was left has its answers", () => {
  it("takes over what could not be sent", async () => {
    const { simulation, network, a, b } = await openTwoParticipants();
    network.faults = { ...faultless, callDelay: 200, steady: true };
    addSticker(a, 1).catch(ignoreResult);
    refuseChanges(network, away);
    addSticker(a, 2).catch(ignoreResult);
    await simulation.advance(10);
    a.leaveBoard();
    a.reopenBoard();
    await simulation.advance(2000);
    expect(itemOf(b, 2)).toBeUndefined();
    refuseChanges(network, null);
    await simulation.advance(20_000);
    expect([itemOf(b, 1)?.title, itemOf(b, 2)?.title]).toEqual(["text 1", "text 2"]);
    expect([a.store.getState().pending, simulation.storedEntries()]).toEqual([[], []]);
  });
});

describe("a change that another page of this tab has under way", () => {
  it("is not sent by the board that is opened next as well", async () => {
    const { simulation, network, a, changes } = await openTwoParticipants();
    a.offline = true;
    addSticker(a, 1).catch(ignoreResult);
    await simulation.advance(100);
    a.store.close();
    a.tab.newPage();
    a.offline = false;
    a.reopenBoard();
    await simulation.advance(0);
    network.faults = { ...faultless, callDelay: 500, steady: true };
    await simulation.advance(100);
    a.leaveBoard();
    a.reopenBoard();
    await simulation.advance(10_000);
    expect([changes(), itemOf(a, 1)?.title]).toEqual([["POST /items"], "text 1"]);
  });
});

describe("a board that is still loading", () => {
  it("takes changes, and sends them once it is there", async () => {
    const { simulation, network, a, b } = await openTwoParticipants(1);
    a.leaveBoard();
    network.faults = { ...faultless, callDelay: 500, steady: true };
    a.reopenBoard();
    void a.store.send({ type: "item.edit", id: itemId(1), title: "early" });
    void addSticker(a, 2);
    expect([a.store.getState().status, a.store.getState().pending.length]).toEqual(["loading", 2]);
    await simulation.advance(5000);
    expect([itemOf(b, 1)?.title, itemOf(b, 2)?.title]).toEqual(["early", "text 2"]);
  });
});

describe("a refused text that its author sends again", () => {
  it("waits from then on as any other: the next page sends it", async () => {
    const { simulation, network, a, b } = await openTwoParticipants();
    refuseChanges(network, new RefusalError(422, "invalid"));
    addSticker(a, 1).catch(ignoreResult);
    await simulation.advance(100);
    refuseChanges(network, away);
    a.store.retry(a.store.getState().pending[0]?.key ?? "");
    await simulation.advance(100);
    expect(simulation.storedEntries()).toMatchObject([{ error: null }]);
    a.store.close();
    a.tab.newPage();
    refuseChanges(network, null);
    a.reopenBoard();
    await simulation.advance(10_000);
    expect([itemOf(b, 1)?.title, a.store.getState().pending]).toEqual(["text 1", []]);
  });
});

describe("a change that the server refuses after a reload of the page", () => {
  it("is reported as dropped when it has no text, because no caller waits for its answer", async () => {
    const { simulation, network, a } = await openTwoParticipants(1);
    a.offline = true;
    a.store.send(voteCommand(1)).catch(ignoreResult);
    await simulation.advance(100);
    a.store.close();
    a.tab.newPage();
    a.offline = false;
    refuseChanges(network, new RefusalError(403, "votes_locked"));
    a.reopenBoard();
    await simulation.advance(5000);
    expect(a.store.getState()).toMatchObject({ pending: [], dropped: [{ type: "vote", title: "text 1" }] });
    expect(simulation.storedEntries()).toEqual([]);
  });

  it("is reported only to the caller if there is one", async () => {
    const { simulation, network, a } = await openTwoParticipants(1);
    refuseChanges(network, new RefusalError(403, "votes_locked"));
    const voted = a.store.send(voteCommand(1));
    await Promise.all([expect(voted).rejects.toMatchObject({ status: 403 }), simulation.advance(100)]);
    expect(a.store.getState().dropped).toEqual([]);
  });
});

it("a deletion that another tab has sent while this one was suspended can no longer be undone", async () => {
  const { simulation, network, a, b } = await openTwoParticipants(1);
  const { ended } = a.store.deferDelete(itemId(1));
  let over = false;
  void ended.then(() => (over = true));
  await simulation.advance(100);
  a.tab.suspend();
  network.join(ann);
  await simulation.advance(1000);
  expect([itemOf(b, 1), over]).toEqual([undefined, false]);
  a.tab.shiftClock(3_600_000);
  a.tab.resume();
  await simulation.advance(100);
  expect([over, a.store.getState().pending]).toEqual([true, []]);
});
