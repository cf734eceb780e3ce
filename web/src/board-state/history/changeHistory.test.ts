import { childrenOf } from "@retro/rules/tree";
import { describe, expect, it } from "vitest";
import type { Participant } from "../testing/faultyNetwork.ts";
import { RefusalError } from "../testing/refusalError.ts";
import {
  addSticker,
  ignoreResult,
  itemId,
  itemOf,
  moveCommand,
  openTwoParticipants,
  refuseChanges,
  viewOf,
  voteCommand,
} from "../testing/twoParticipants.ts";
import { maxEntries } from "./changeHistory.ts";
import { undoChange } from "./undoChange.ts";

async function open(stickers = 0) {
  const all = await openTwoParticipants(stickers);
  const settle = (ms = 2000) => all.simulation.advance(ms);
  return { ...all, settle };
}
const edit = (who: Participant, n: number, title: string) =>
  who.store.send({ type: "item.edit", id: itemId(n), title, rev: itemOf(who, n)?.rev ?? 1 });
const titlesIn = (who: Participant, parent: string) =>
  childrenOf(viewOf(who).items, parent).map(({ title }) => title);
const kinds = (who: Participant) => {
  const { nextUndo, nextRedo } = who.store.getState();
  return [nextUndo?.kind ?? null, nextRedo?.kind ?? null];
};

describe("[Y7] the history of a board", () => {
  it("has nothing of others, no votes, no facilitation, and nothing that changed nothing", async () => {
    const { a, b, settle } = await open(2);
    void addSticker(b, 9);
    void a.store.send(voteCommand(1));
    void a.store.send({ type: "seat.take" });
    void edit(a, 1, "text 1");
    void a.store.send({ type: "item.move", id: itemId(1), parent_id: "s1c1", after_id: null });
    void a.store.send({ type: "item.edit", id: itemId(1), title: "none", rev: 7 }).catch(ignoreResult);
    await settle();
    expect(kinds(a)).toEqual([null, null]);
  });

  it("ends what could be redone with a new change, and not with others' changes or votes", async () => {
    const { a, b, settle } = await open(2);
    void edit(a, 1, "A");
    await settle();
    undoChange(a.store, "undo");
    void edit(b, 2, "B");
    void a.store.send(voteCommand(2));
    await settle();
    expect(kinds(a)).toEqual([null, "edit"]);
    void a.store.send(moveCommand(2, "s2c1"));
    expect(kinds(a)).toEqual(["move", null]);
  });

  it("forgets the oldest of more than a hundred changes", async () => {
    const { a, settle } = await open(1);
    for (let n = 0; n <= maxEntries; n += 1) {
      void edit(a, 1, `edit ${n}`);
      await settle(100);
    }
    for (let n = 0; n < maxEntries; n += 1) {
      expect(undoChange(a.store, "undo")?.done).toBe(true);
      await settle(100);
    }
    expect(undoChange(a.store, "undo")).toBeNull();
    expect(itemOf(a, 1)?.title).toBe("edit 0");
  });

  it("has what the server made of a change: a text without the white space around it", async () => {
    const { a, network, settle } = await open(1);
    const handle = network.server.handle.bind(network.server);
    network.server.handle = (caller, method, path, body) =>
      handle(caller, method, path, { ...(body as object), ...(method === "PUT" && { title: "trimmed" }) });
    void edit(a, 1, "  trimmed ");
    await settle();
    network.server.handle = handle;
    expect(undoChange(a.store, "undo")).toMatchObject({ done: true });
    await settle();
    expect(itemOf(a, 1)?.title).toBe("text 1");
  });

  it("undoes what was done together as one change, in reverse order", async () => {
    const { a, b, settle } = await open(4);
    for (const [n, after] of [
      [2, null],
      [3, 2],
      [4, 3],
    ] as const)
      void a.store.send({
        type: "item.move",
        id: itemId(n),
        parent_id: itemId(1),
        after_id: after && itemId(after),
      });
    await settle();
    a.store.history.together(() => {
      for (const n of [4, 3, 2])
        void a.store.send({ type: "item.move", id: itemId(n), parent_id: "s1c1", after_id: itemId(1) });
    });
    await settle();
    expect(titlesIn(b, "s1c1")).toEqual(["text 1", "text 2", "text 3", "text 4"]);
    expect(kinds(a)).toEqual(["ungroup", null]);
    undoChange(a.store, "undo");
    await settle();
    for (const who of [a, b]) expect(titlesIn(who, itemId(1))).toEqual(["text 2", "text 3", "text 4"]);
    expect(kinds(a)).toEqual(["group", "ungroup"]);
    undoChange(a.store, "redo");
    await settle();
    for (const who of [a, b]) expect(titlesIn(who, "s1c1")).toEqual(["text 1", "text 2", "text 3", "text 4"]);
  });

  it("calls it an ungrouping when a sticker leaves an inner group for the outer one", async () => {
    const { a, b, settle } = await open(3);
    void b.store.send(moveCommand(3, itemId(2)));
    await settle();
    void b.store.send(moveCommand(2, itemId(1)));
    await settle();
    expect(itemOf(a, 3)?.parent_id).toBe(itemId(2));
    void a.store.send(moveCommand(3, itemId(1)));
    expect(itemOf(a, 3)?.parent_id).toBe(itemId(1));
    expect(kinds(a)).toEqual(["ungroup", null]);
  });

  it("says when only a part of a change was undone, because another user was faster with one sticker", async () => {
    const { a, b, network, settle } = await open(3);
    a.store.history.together(() => {
      for (const n of [1, 2]) void a.store.send(moveCommand(n, "s2c1"));
    });
    await settle();
    network.tamper = (to) => (to.id === "ann" ? [] : null);
    void b.store.send(moveCommand(1, "s2c3"));
    await settle(100);
    const result = undoChange(a.store, "undo");
    await settle();
    expect(result?.done && (await result.failure)).toMatchObject({
      command: { id: itemId(1) },
      error: { status: 409 },
      partly: true,
    });
    for (const who of [a, b])
      expect([itemOf(who, 1)?.parent_id, itemOf(who, 2)?.parent_id]).toEqual(["s2c3", "s1c1"]);
    expect(kinds(a)).toEqual([null, null]);
  });

  it("undoes a change that is not the newest one when its message asks for it, and does not offer to redo it", async () => {
    const { a, settle } = await open(2);
    void a.store.send(moveCommand(1, itemId(2)));
    const grouping = a.store.history.next("undo");
    void a.store.send(moveCommand(2, "s2c1"));
    await settle();
    if (grouping) undoChange(a.store, "undo", grouping);
    await settle();
    expect(itemOf(a, 1)?.parent_id).toBe("s1c1");
    expect(itemOf(a, 2)?.parent_id).toBe("s2c1");
    expect(kinds(a)).toEqual(["move", null]);
  });

  it("renames a section back; while somebody facilitates, the rule says why not, and the change waits", async () => {
    const { a, b, settle } = await open();
    void a.store.send({ type: "item.edit", id: "s1", title: "Renamed", rev: 1 });
    await settle();
    void b.store.send({ type: "seat.take" });
    await settle();
    expect(undoChange(a.store, "undo")).toEqual({ done: false, refusal: { code: "board_locked" } });
    expect(kinds(a)).toEqual(["edit", null]);
    void b.store.send({ type: "seat.leave" });
    await settle();
    expect(undoChange(a.store, "undo")).toMatchObject({ done: true });
    await settle();
    expect(viewOf(b).items.get("s1")?.title).toBe("s1");
  });

  it("sends a deletion that waits for its undo before an order, which names all stickers", async () => {
    const { a, b, settle } = await open(3);
    a.store.deferDelete(itemId(2));
    const [one, three] = [itemId(1), itemId(3)];
    void a.store.send({
      type: "stickers.order",
      orders: [{ parent_id: "s1c1", from: [one, three], to: [three, one] }],
    });
    await settle();
    expect(titlesIn(b, "s1c1")).toEqual(["text 3", "text 1"]);
    undoChange(a.store, "undo");
    undoChange(a.store, "undo");
    await settle();
    expect(titlesIn(b, "s1c1")).toEqual(["text 1", "text 2", "text 3"]);
  });
});

describe("[H1] an undo uncovers no hidden text", () => {
  const optionSet = (value: boolean) => ({ type: "option.set", option: "hideContent", value }) as const;

  /** Ann has edited, moved and deleted Bob's stickers; then Bob hides all content. */
  async function hiddenBoard() {
    const all = await open(3);
    const { a, b, settle } = all;
    void addSticker(a, 9);
    void edit(a, 1, "edited secret");
    void a.store.send(moveCommand(2, "s2c1"));
    void a.store.send({ type: "item.delete", id: itemId(3) });
    await settle();
    void b.store.send({ type: "seat.take" });
    await settle();
    void b.store.send(optionSet(true));
    await settle();
    return all;
  }

  it("and the history keeps none: of an edit nothing, of a deletion only the id", async () => {
    const { a } = await hiddenBoard();
    const { history } = a.store;
    const held: unknown[] = [];
    for (let entry = history.next("undo"); entry; entry = history.next("undo")) {
      held.push(entry);
      history.remove(entry);
    }
    expect(held).toHaveLength(3);
    expect(JSON.stringify(held)).not.toMatch(/text [123]|secret/);
    expect(JSON.stringify(held)).toContain("text 9");
  });

  it("nor of what was undone and could be redone", async () => {
    const { a, b, settle } = await open(1);
    void edit(a, 1, "edited secret");
    await settle();
    undoChange(a.store, "undo");
    await settle();
    void b.store.send({ type: "seat.take" });
    await settle();
    expect(kinds(a)).toEqual([null, "edit"]);
    void b.store.send(optionSet(true));
    await settle();
    expect(kinds(a)).toEqual([null, null]);
  });

  it("of a deletion or move of what is hidden now; both are refused, and after the reveal they work", async () => {
    const { a, b, settle } = await hiddenBoard();
    const result = undoChange(a.store, "undo");
    await settle();
    expect(result?.done && (await result.failure)).toMatchObject({ error: { code: "content_hidden" } });
    expect(itemOf(a, 3)).toBeUndefined();
    expect(undoChange(a.store, "undo")).toEqual({ done: false, refusal: { code: "content_hidden" } });
    expect(kinds(a)).toEqual(["move", null]);
    void b.store.send(optionSet(false));
    await settle();
    expect(undoChange(a.store, "undo")).toMatchObject({ done: true });
    await settle();
    expect(itemOf(b, 2)?.parent_id).toBe("s1c1");
  });

  it("while the restoring request is on its way: its stickers are no longer shown and no longer held", async () => {
    const { a, b, network, settle } = await open(1);
    void a.store.send({ type: "item.delete", id: itemId(1) });
    await settle();
    a.offline = true;
    undoChange(a.store, "undo");
    expect(itemOf(a, 1)?.title).toBe("text 1");
    await settle(100);
    expect(JSON.stringify(a.store.getState().pending)).toContain("text 1");
    void b.store.send({ type: "seat.take" });
    await settle(100);
    void b.store.send(optionSet(true));
    await settle(100);
    expect(viewOf(a).facilitation.facilitator_options.hideContent).toBe(true);
    expect(itemOf(a, 1)).toBeUndefined();
    expect(JSON.stringify(a.store.getState().pending)).not.toContain("text 1");
    a.offline = false;
    await settle(60_000);
    expect(network.server.expectedFor("bob").items.some(({ id }) => id === itemId(1))).toBe(false);
  });

  it("and a stored undo has no text of the stickers that it restores", async () => {
    const { a, simulation, settle } = await open(1);
    void a.store.send({ type: "item.delete", id: itemId(1) });
    await settle();
    a.offline = true;
    undoChange(a.store, "undo");
    await settle(100);
    expect(simulation.storedEntries()).toMatchObject([
      { kind: "undo", command: { type: "sticker.restore" } },
    ]);
    expect(JSON.stringify(simulation.storedEntries())).not.toContain("text 1");
  });
});

describe("[Y7] an undo that waited", () => {
  it("is given up, and keeps no text as failed, when it is refused after a reload", async () => {
    const { a, b, network, settle } = await open(1);
    void edit(a, 1, "A");
    await settle();
    a.offline = true;
    undoChange(a.store, "undo");
    await settle(100);
    a.reloadPage();
    void edit(b, 1, "B");
    await settle();
    a.offline = false;
    await settle(60_000);
    expect(itemOf(b, 1)?.title).toBe("B");
    expect(a.store.getState().pending).toEqual([]);
    expect(a.store.getState().dropped).toMatchObject([{ type: "item.edit" }]);
    expect(network.server.expectedFor("bob").items.find(({ id }) => id === itemId(1))?.title).toBe("B");
  });

  it("is not repeated when its answer was lost", async () => {
    const { a, b, network, settle } = await open(2);
    void a.store.send(moveCommand(1, "s2c1"));
    await settle();
    network.refuse = (method, path, from) =>
      from.id === "ann" && method === "PUT" && path.endsWith("/sort") ? new RefusalError(503) : null;
    undoChange(a.store, "undo");
    await settle(3000);
    refuseChanges(network, null);
    await settle(60_000);
    for (const who of [a, b]) expect(titlesIn(who, "s1c1")).toEqual(["text 1", "text 2"]);
    expect(a.store.getState()).toMatchObject({ pending: [], dropped: [] });
  });
});
