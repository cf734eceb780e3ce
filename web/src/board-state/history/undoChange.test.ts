import type { Item } from "@retro/contract/items";
import { describe, expect, it } from "vitest";
import type { Participant } from "../testing/faultyNetwork.ts";
import { changed, edit, move, open, redo, remove, style, titlesIn, undo } from "../testing/historyActions.ts";
import { RefusalError } from "../testing/refusalError.ts";
import {
  addSticker,
  ignoreResult,
  itemId,
  itemOf,
  refuseChanges,
  viewOf,
  voteCommand,
} from "../testing/twoParticipants.ts";

const into = (group: number, n: number, after: number | null) => ({
  id: itemId(n),
  parent_id: itemId(group),
  after_id: after === null ? null : itemId(after),
});

/** Every change that is recorded: how to make it, and what the board shows before and after it. */
const changes: [
  name: string,
  kind: string,
  act: (who: Participant) => Promise<unknown>,
  shown: (item: (n: number) => Item | undefined, order: () => (string | null)[]) => unknown,
][] = [
  ["a new sticker", "add", (a) => addSticker(a, 9), (item) => item(9)?.title],
  ["an edit", "edit", (a) => edit(a, 1, "new"), (item) => item(1)?.title],
  ["a style", "style", (a) => style(a, 1, "#112233"), (item) => item(1)?.style],
  [
    "an edit of text and style",
    "edit",
    (a) => a.store.send({ type: "item.edit", id: itemId(1), title: "new", style: { fontWeight: "bold" } }),
    (item) => [item(1)?.title, item(1)?.style],
  ],
  ["a move to another column", "move", (a) => move(a, 1, "s2c1"), (item) => item(1)?.parent_id],
  ["a move within the column", "move", (a) => move(a, 1, "s1c1", 3), (_item, order) => order()],
  ["a group", "group", (a) => move(a, 1, itemId(2)), (item, order) => [item(1)?.parent_id, order()]],
  [
    "the name of a group",
    "edit",
    (a) => a.store.send({ type: "item.edit", id: itemId(1), name: "Tests" }),
    (item) => item(1)?.name,
  ],
  [
    "a group of three in one step",
    "group",
    (a) => a.store.send({ type: "items.move", moves: [into(1, 2, null), into(1, 3, 2)] }),
    (item, order) => [item(2)?.parent_id, item(3)?.parent_id, order()],
  ],
  ["a deletion", "delete", (a) => remove(a, 2), (item, order) => [item(2), order()]],
  [
    "an order",
    "sort",
    (a) =>
      a.store.send({
        type: "stickers.order",
        orders: [{ parent_id: "s1c1", from: [1, 2, 3].map(itemId), to: [3, 1, 2].map(itemId) }],
      }),
    (_item, order) => order(),
  ],
];

describe("[Y7] undo and redo of the user's own changes", () => {
  it.each(changes)("%s: back and forth, for everybody", async (_name, kind, act, shown) => {
    const { a, b, settle } = await open(3);
    const seenBy = (who: Participant) =>
      shown(
        (n) => itemOf(who, n),
        () => titlesIn(who, "s1c1"),
      );
    const before = seenBy(a);
    void act(a);
    const after = seenBy(a);
    expect(after).not.toEqual(before);
    await settle();
    expect(a.store.getState().nextUndo?.kind).toBe(kind);
    for (let round = 0; round < 2; round += 1) {
      expect(undo(a)).toMatchObject({ done: true });
      expect(seenBy(a)).toEqual(before);
      await settle();
      for (const who of [a, b]) expect(seenBy(who)).toEqual(before);
      expect(a.store.getState().nextUndo).toBeNull();
      expect(redo(a)).toMatchObject({ done: true });
      await settle();
      for (const who of [a, b]) expect(seenBy(who)).toEqual(after);
      expect(a.store.getState().nextRedo).toBeNull();
    }
  });
});

/** What Bob does in between, and why Ann's undo then changes nothing. */
const conflicts: [
  name: string,
  own: (a: Participant) => unknown,
  other: (b: Participant) => unknown,
  refusal: object,
][] = [
  ["edit, when Bob has edited the text since", (a) => edit(a, 1, "A"), (b) => edit(b, 1, "B"), changed(1)],
  [
    "edit, when Bob has deleted the sticker since",
    (a) => edit(a, 1, "A"),
    (b) => remove(b, 1),
    { conflict: "gone", id: itemId(1) },
  ],
  [
    "style, when Bob has changed the same style since",
    (a) => style(a, 1, "#111111"),
    (b) => style(b, 1, "#222222"),
    changed(1),
  ],
  [
    "move, when Bob has moved the sticker on",
    (a) => move(a, 1, "s2c1"),
    (b) => move(b, 1, "s2c2"),
    changed(1),
  ],
  [
    "move, when Bob has moved the sticker within its new column",
    (a) => move(a, 1, "s1c1", 2),
    (b) => move(b, 1, "s1c1", 3),
    changed(1),
  ],
  [
    "move, when Bob's order has put the sticker at the end, after the same neighbour",
    (a) => move(a, 1, "s1c1", 2),
    (b) => {
      const [from, to] = [[2, 1, 3].map(itemId), [3, 2, 1].map(itemId)];
      return b.store.send({ type: "stickers.order", orders: [{ parent_id: "s1c1", from, to }] });
    },
    changed(1),
  ],
  [
    "group, when Bob has taken the sticker out of it",
    (a) => move(a, 1, itemId(2)),
    (b) => move(b, 1, "s2c3"),
    changed(1),
  ],
  [
    "group, when Bob has deleted the group",
    (a) => move(a, 1, itemId(2)),
    (b) => remove(b, 2),
    { conflict: "gone", id: itemId(1) },
  ],
  [
    "ungrouping, when Bob has put the former group into this sticker",
    async (a) => {
      await move(a, 1, itemId(2));
      await move(a, 1, "s1c1");
    },
    (b) => move(b, 2, itemId(1)),
    { conflict: "place", id: itemId(1) },
  ],
  ["new sticker, when Bob has edited it", (a) => addSticker(a, 9), (b) => edit(b, 9, "B"), changed(9)],
  ["new sticker, when Bob has styled it", (a) => addSticker(a, 9), (b) => style(b, 9, "#222222"), changed(9)],
  ["new sticker, when Bob has moved it", (a) => addSticker(a, 9), (b) => move(b, 9, "s2c1"), changed(9)],
  [
    "new sticker, when Bob has put his own into it",
    (a) => addSticker(a, 9),
    (b) => move(b, 1, itemId(9)),
    changed(9),
  ],
  [
    "new sticker, when Bob has written a note on it",
    (a) => addSticker(a, 9),
    (b) => b.store.send({ type: "item.edit", id: itemId(9), note: "Bob's", rev: itemOf(b, 9)?.rev ?? 1 }),
    changed(9),
  ],
  [
    "new sticker, when Bob has voted for it",
    (a) => addSticker(a, 9),
    (b) => b.store.send(voteCommand(9)),
    { conflict: "voted", id: itemId(9) },
  ],
  [
    "new sticker, when Bob has deleted it",
    (a) => addSticker(a, 9),
    (b) => remove(b, 9),
    { conflict: "gone", id: null },
  ],
  [
    "order, when Bob has moved a sticker of the column since",
    (a) =>
      a.store.send({
        type: "stickers.order",
        orders: [{ parent_id: "s1c1", from: [1, 2, 3].map(itemId), to: [3, 2, 1].map(itemId) }],
      }),
    (b) => move(b, 1, "s1c2"),
    { conflict: "order", id: null },
  ],
];
describe("[Y7] what another user changed since is not overwritten: the undo of a", () => {
  it.each(conflicts)("%s", async (_name, own, other, refusal) => {
    const { a, b, settle, changes: sent } = await open(3);
    void own(a);
    await settle();
    void other(b);
    await settle();
    const [before, requests] = [viewOf(b).items, sent().length];
    expect(undo(a)).toEqual({ done: false, refusal });
    await settle();
    expect(viewOf(b).items).toEqual(before);
    expect(sent().length).toBe(requests);
    const left = a.store.getState().nextUndo;
    expect(left === null || left.kind === "group").toBe(true);
    expect(a.store.getState().nextRedo).toBeNull();
  });

  it.each(conflicts.filter(([name]) => !/former group|deleted|order/.test(name)))(
    "%s, before the change has arrived: the server refuses",
    async (_name, own, other) => {
      const { a, b, network, settle } = await open(3);
      void own(a);
      await settle();
      network.tamper = (to) => (to.id === "ann" ? [] : null);
      void other(b);
      await settle();
      const before = viewOf(b).items;
      const result = undo(a);
      expect(result).toMatchObject({ done: true });
      await settle();
      expect(result?.done && (await result.failure)).toMatchObject({ error: { status: 409 } });
      expect(viewOf(b).items).toEqual(before);
      expect(viewOf(a).items).toEqual(before);
      expect(a.store.getState()).toMatchObject({ nextUndo: null, nextRedo: null, pending: [], dropped: [] });
    },
  );

  it("changes nothing of it either when the redo comes too late", async () => {
    const { a, b, settle } = await open(1);
    void edit(a, 1, "A");
    await settle();
    undo(a);
    await settle();
    void edit(b, 1, "B");
    await settle();
    expect(redo(a)).toEqual({ done: false, refusal: changed(1) });
    expect(itemOf(b, 1)?.title).toBe("B");
  });
});

describe("[Y7] an undo does not mind", () => {
  it("that Bob has changed something else of the same sticker", async () => {
    const { a, b, settle } = await open(3);
    void style(a, 1, "#111111");
    void move(a, 1, "s2c1");
    await settle();
    void edit(b, 1, "B");
    await settle();
    expect([undo(a)?.done, undo(a)?.done]).toEqual([true, true]);
    await settle();
    for (const who of [a, b])
      expect(itemOf(who, 1)).toMatchObject({ title: "B", style: {}, parent_id: "s1c1" });
  });

  it("that Bob has moved the neighbours: the sticker returns beside those that are still there", async () => {
    const { a, b, settle } = await open(4);
    void move(a, 3, "s2c1");
    await settle();
    void move(b, 2, "s1c2");
    void addSticker(b, 9);
    await settle();
    undo(a);
    await settle();
    for (const who of [a, b]) expect(titlesIn(who, "s1c1")).toEqual(["text 1", "text 3", "text 4", "text 9"]);
  });

  it("that Bob has put another sticker before the first place: the sticker returns before its former successor", async () => {
    const { a, b, settle } = await open(3);
    void move(a, 1, "s2c1");
    await settle();
    void move(b, 3, "s1c1");
    await settle();
    undo(a);
    await settle();
    for (const who of [a, b]) expect(titlesIn(who, "s1c1")).toEqual(["text 3", "text 1", "text 2"]);
  });

  it("that Bob's order gave the sticker another key, between the same neighbours", async () => {
    const { a, b, settle } = await open(4);
    void move(a, 1, "s1c1", 2);
    await settle();
    const key = itemOf(a, 1)?.order;
    const [from, to] = [[2, 1, 3, 4].map(itemId), [4, 2, 1, 3].map(itemId)];
    void b.store.send({ type: "stickers.order", orders: [{ parent_id: "s1c1", from, to }] });
    await settle();
    expect(itemOf(a, 1)?.order).not.toBe(key);
    expect(undo(a)).toMatchObject({ done: true });
    await settle();
    for (const who of [a, b]) expect(titlesIn(who, "s1c1")).toEqual(["text 4", "text 1", "text 2", "text 3"]);
  });

  it("that Bob has moved the neighbour, also when Ann's board had not known of a sticker beside it", async () => {
    const { a, b, network, settle } = await open(2);
    void move(b, 2, "s2c1");
    await settle();
    network.tamper = (to) => (to.id === "ann" ? [] : null);
    void b.store.send({ type: "sticker.add", id: itemId(9), parent_id: "s2c1", title: "text 9" });
    await settle(100);
    void move(a, 1, "s2c1", 2);
    const predicted = itemOf(a, 1)?.order;
    network.tamper = null;
    await settle();
    expect(itemOf(a, 1)?.order).not.toBe(predicted);
    void move(b, 2, "s2c1", 1);
    await settle();
    expect(undo(a)).toMatchObject({ done: true });
    await settle();
    for (const who of [a, b]) expect(titlesIn(who, "s1c1")).toEqual(["text 1"]);
  });

  it("that none of the former neighbours is left: the sticker returns below what others have put there", async () => {
    const { a, b, settle } = await open(1);
    void move(a, 1, "s2c1");
    await settle();
    void addSticker(b, 9);
    await settle();
    undo(a);
    await settle();
    for (const who of [a, b]) expect(titlesIn(who, "s1c1")).toEqual(["text 9", "text 1"]);
  });

  it("that Bob has deleted all neighbours", async () => {
    const { a, b, settle } = await open(3);
    void move(a, 2, "s2c1");
    await settle();
    void remove(b, 1);
    await settle();
    void remove(b, 3);
    await settle();
    undo(a);
    await settle();
    for (const who of [a, b]) expect(titlesIn(who, "s1c1")).toEqual(["text 2"]);
  });
});

it.each(changes)(
  "[E2] %s: is not undone while editing is stopped, and says why",
  async (_name, _kind, act) => {
    const { a, b, settle } = await open(3);
    void act(a);
    await settle(20_000);
    void b.store.send({ type: "seat.take" });
    await settle();
    void b.store.send({ type: "option.set", option: "stopEditing", value: true });
    await settle();
    expect(undo(a)).toEqual({ done: false, refusal: { code: "stickers_locked" } });
  },
);

describe("[Y7] a change that is not confirmed yet", () => {
  it.each(changes)(
    "%s: is undone after it, in the order of the outbox, also without a network",
    async (_name, _kind, act, shown) => {
      for (const offline of [false, true]) {
        const { a, b, network, settle } = await open(3);
        const seenBy = (who: Participant) =>
          shown(
            (n) => itemOf(who, n),
            () => titlesIn(who, "s1c1"),
          );
        const before = seenBy(a);
        network.faults = { ...network.faults, callDelay: 500 };
        a.offline = offline;
        void act(a);
        const after = seenBy(a);
        undo(a);
        expect(seenBy(a)).toEqual(before);
        redo(a);
        expect(seenBy(a)).toEqual(after);
        undo(a);
        await settle(100);
        a.offline = false;
        await settle(60_000);
        for (const who of [a, b]) expect(seenBy(who)).toEqual(before);
        expect(a.store.getState()).toMatchObject({ pending: [], dropped: [], nextUndo: null });
      }
    },
  );

  it("a whole row of changes of one sticker, undone and redone before the server has answered once", async () => {
    const { a, b, network, settle } = await open(1);
    network.faults = { ...network.faults, callDelay: 500 };
    void addSticker(a, 9);
    void edit(a, 9, "two");
    void style(a, 9, "#111111");
    void move(a, 9, itemId(1));
    void move(a, 9, "s2c1");
    for (let n = 0; n < 5; n += 1) expect(undo(a)?.done).toBe(true);
    expect(itemOf(a, 9)).toBeUndefined();
    for (let n = 0; n < 4; n += 1) expect(redo(a)?.done).toBe(true);
    expect(itemOf(a, 9)).toMatchObject({ title: "two", style: { color: "#111111" }, parent_id: itemId(1) });
    await settle(60_000);
    for (const who of [a, b])
      expect(itemOf(who, 9)).toMatchObject({
        title: "two",
        style: { color: "#111111" },
        parent_id: itemId(1),
      });
    expect(a.store.getState()).toMatchObject({ pending: [], dropped: [] });
    for (let n = 0; n < 4; n += 1) expect(undo(a)?.done).toBe(true);
    await settle(60_000);
    expect(itemOf(b, 9)).toBeUndefined();
  });

  it("leaves the history when the server refuses it, as does its undo", async () => {
    const { a, network, settle } = await open(1);
    refuseChanges(network, new RefusalError(403, "stickers_locked"));
    move(a, 1, "s2c1").catch(ignoreResult);
    expect(a.store.getState().nextUndo?.kind).toBe("move");
    await settle();
    expect(a.store.getState()).toMatchObject({ nextUndo: null, nextRedo: null });
    move(a, 1, "s2c1").catch(ignoreResult);
    const result = undo(a);
    await settle();
    expect(a.store.getState()).toMatchObject({ nextUndo: null, nextRedo: null, pending: [] });
    expect(itemOf(a, 1)?.parent_id).toBe("s1c1");
    expect(result).toMatchObject({ done: true });
  });

  it("a refused new sticker stays with its author, and cannot be undone", async () => {
    const { a, network, settle } = await open();
    refuseChanges(network, new RefusalError(422, "invalid"));
    addSticker(a, 9).catch(ignoreResult);
    await settle();
    expect(a.store.getState().nextUndo).toBeNull();
    expect(a.store.getState().pending).toMatchObject([{ state: "failed" }]);
    expect(undo(a)).toBeNull();
  });
});
