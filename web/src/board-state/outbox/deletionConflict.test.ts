import { describe, expect, it } from "vitest";
import type { BoardCommand } from "@retro/rules/predict";
import { RefusalError } from "../testing/refusalError.ts";
import {
  addSticker,
  ignoreResult,
  itemId,
  itemOf,
  moveCommand,
  openTwoParticipants,
  refuseChanges,
  voteCommand,
} from "../testing/twoParticipants.ts";

type Opened = Awaited<ReturnType<typeof openTwoParticipants>>;

/** The ways in which a deletion is sent after the press. */
const ways: [string, (all: Opened) => Promise<void>][] = [
  ["after ten seconds", ({ simulation }) => simulation.advance(10_000)],
  [
    "by a closing page",
    ({ a }) => {
      a.reloadPage();
      return Promise.resolve();
    },
  ],
  [
    "on leaving the board",
    async ({ simulation, a }) => {
      a.leaveBoard();
      await simulation.advance(1000);
      a.reopenBoard();
    },
  ],
  [
    "after a night without a network",
    async ({ simulation, a }) => {
      a.offline = true;
      a.tab.shiftClock(9 * 3_600_000);
      await simulation.advance(60_000);
      a.offline = false;
      a.connect(true);
    },
  ],
  [
    "by the page of the next morning",
    async ({ simulation, a }) => {
      a.offline = true;
      a.reloadPage();
      a.tab.shiftClock(9 * 3_600_000);
      await simulation.advance(60_000);
      a.offline = false;
    },
  ],
];
const edit: BoardCommand = { type: "item.edit", id: itemId(1), title: "Bob's new text" };
const changes: [string, BoardCommand, object][] = [
  ["edited", edit, { what: "changed", user_id: "bob" }],
  ["moved", moveCommand(1, "s2c1"), { what: "changed", user_id: "bob" }],
  ["put a sticker into", moveCommand(2, itemId(1)), { what: "inside", user_id: "bob" }],
  ["voted for", voteCommand(1), { what: "voted", user_id: null }],
];

describe.each(ways)("[Y6] a deletion that is sent %s", (_, wait) => {
  it.each(changes)(
    "does not delete a sticker that a colleague has %s since, and says so",
    async (__, command, reason) => {
      const all = await openTwoParticipants(2);
      const { simulation, a, b } = all;
      a.store.deferDelete(itemId(1));
      expect(itemOf(a, 1)).toBeUndefined();
      b.store.send(command).catch(ignoreResult);
      await simulation.advance(500);
      await wait(all);
      await simulation.advance(40_000);
      const { dropped, view } = a.store.getState();
      expect(dropped).toMatchObject([{ type: "item.delete", reason: [reason] }]);
      expect(view?.items.get(itemId(1))).toEqual(itemOf(b, 1));
      expect([itemOf(b, 1) !== undefined, simulation.storedEntries()]).toEqual([true, []]);
    },
  );

  it("deletes a sticker that only its user has changed since", async () => {
    const all = await openTwoParticipants(1);
    const { simulation, a, b } = all;
    a.store.send(voteCommand(1)).catch(ignoreResult);
    a.store.send({ ...edit, title: "Ann's own" }).catch(ignoreResult);
    a.store.deferDelete(itemId(1));
    await simulation.advance(100);
    await wait(all);
    await simulation.advance(40_000);
    expect([itemOf(b, 1), a.store.getState().dropped]).toEqual([undefined, []]);
  });

  it("removes a refused new sticker for good, also when the page goes before Undo does", async () => {
    const all = await openTwoParticipants();
    const { simulation, network, a, b } = all;
    refuseChanges(network, new RefusalError(422, "invalid"), "/items");
    addSticker(a, 3).catch(ignoreResult);
    await simulation.advance(100);
    a.store.deferDelete(itemId(3));
    refuseChanges(network, null);
    await wait(all);
    await simulation.advance(40_000);
    expect([itemOf(a, 3), itemOf(b, 3), a.store.getState().pending]).toEqual([undefined, undefined, []]);
    expect(simulation.storedEntries()).toEqual([]);
  });
});

it("[Y6] a refused deletion without Undo is told once, and its caller gets no error", async () => {
  const { simulation, a, b } = await openTwoParticipants(1);
  a.offline = true;
  const sent = a.store.send({ type: "item.delete", id: itemId(1) });
  b.store.send(edit).catch(ignoreResult);
  await simulation.advance(1000);
  a.offline = false;
  a.connect(true);
  await simulation.advance(40_000);
  await expect(sent).resolves.toBeNull();
  const reason = [{ what: "changed", user_id: "bob" }];
  expect(a.store.getState().dropped).toMatchObject([{ type: "item.delete", reason }]);
});
