import { childrenOf } from "@retro/rules/tree";
import { describe, expect, it } from "vitest";
import type { Participant } from "../testing/faultyNetwork.ts";
import { addSticker, itemId, itemOf, openTwoParticipants, viewOf } from "../testing/twoParticipants.ts";

const orderIn = (who: Participant, column: string) =>
  childrenOf(viewOf(who).items, column).map((sticker) => sticker.title);

describe("a sticker that is changed before the answer to its add arrives [T8]", () => {
  it("takes an edit, a style and a move, offline too, without a conflict with the user's own commands", async () => {
    for (const offline of [false, true]) {
      const { simulation, network, a, b } = await openTwoParticipants();
      network.faults = { ...network.faults, callDelay: 500 };
      a.offline = offline;
      const sent = [addSticker(a, 1)];
      const rev = () => itemOf(a, 1)?.rev as number;
      sent.push(a.store.send({ type: "item.edit", id: itemId(1), title: "edited", rev: rev() }));
      sent.push(
        a.store.send({ type: "item.edit", id: itemId(1), style: { fontWeight: "bold" }, rev: rev() }),
      );
      sent.push(a.store.send({ type: "item.move", id: itemId(1), parent_id: "s2c1", after_id: null }));
      await simulation.advance(2000);
      a.offline = false;
      await simulation.advance(60_000);
      await Promise.all(sent);
      for (const who of [a, b])
        expect(itemOf(who, 1)).toMatchObject({
          title: "edited",
          style: { fontWeight: "bold" },
          parent_id: "s2c1",
          rev: 3,
        });
      expect(a.store.getState().pending).toEqual([]);
    }
  });

  it("conflicts when another user was faster, and the edit on top of it conflicts too", async () => {
    const { simulation, network, a, b } = await openTwoParticipants();
    void addSticker(a, 1);
    await simulation.advance(100);
    network.tamper = () => [];
    void b.store.send({ type: "item.edit", id: itemId(1), title: "Bob's", rev: 1 });
    await simulation.advance(100);
    const first = a.store.send({ type: "item.edit", id: itemId(1), title: "Ann's first", rev: 1 });
    const second = a.store.send({
      type: "item.edit",
      id: itemId(1),
      title: "Ann's second",
      rev: itemOf(a, 1)?.rev as number,
    });
    const conflict = { status: 409, data: { title: "Bob's" } };
    await Promise.all([
      expect(first).rejects.toMatchObject(conflict),
      expect(second).rejects.toMatchObject(conflict),
      simulation.advance(1000),
    ]);
    expect(itemOf(b, 1)?.title).toBe("Bob's");
  });
});

describe("an edit that names no revision, while an earlier one of the same sticker is refused [T8]", () => {
  it("conflicts too, although another user's text arrived before it was sent", async () => {
    const { simulation, network, a, b } = await openTwoParticipants();
    void addSticker(a, 1);
    await simulation.advance(100);
    network.faults = { ...network.faults, callDelay: 100, steady: true };
    void b.store.send({ type: "item.edit", id: itemId(1), title: "Bob's", rev: 1 });
    const first = a.store.send({ type: "item.edit", id: itemId(1), title: "Ann's first", rev: 1 });
    await simulation.advance(150);
    expect(a.store.getState().pending).toMatchObject([{ state: "saving" }]);
    const second = a.store.send({ type: "item.edit", id: itemId(1), title: "Ann's second" });
    await Promise.all([
      expect(first).rejects.toMatchObject({ status: 409 }),
      expect(second).rejects.toMatchObject({ status: 409, data: { title: "Bob's" } }),
      simulation.advance(1000),
    ]);
    expect(itemOf(b, 1)?.title).toBe("Bob's");
  });
});

it("an edit of an action's text right after its status does not conflict with the user's own change [T8, D1]", async () => {
  const { simulation, network, a, b } = await openTwoParticipants();
  void a.store.send({ type: "action.add", id: itemId(1), text: "Call Bob", owner_name: null, due_on: null });
  await simulation.advance(100);
  network.faults = { ...network.faults, callDelay: 100, steady: true };
  const done = a.store.send({ type: "action.edit", id: itemId(1), status: "done" });
  const edited = a.store.send({ type: "action.edit", id: itemId(1), text: "Call Bobby", rev: 1 });
  await simulation.advance(2000);
  await Promise.all([done, edited]);
  expect(viewOf(b).actions.get(itemId(1))).toMatchObject({ text: "Call Bobby", status: "done" });
});

describe("a drop while a deletion waits for its undo [T9]", () => {
  it("lands where it was dropped, also when the deletion is undone or sent later", async () => {
    for (const end of ["undo", "commit"] as const) {
      const { simulation, a, b } = await openTwoParticipants();
      for (let n = 1; n <= 5; n += 1) void addSticker(a, n);
      await simulation.advance(1000);
      const deletion = a.store.deferDelete(itemId(1));
      void a.store.send({ type: "item.move", id: itemId(5), parent_id: "s1c1", after_id: itemId(3) });
      expect(orderIn(a, "s1c1")).toEqual(["text 2", "text 3", "text 5", "text 4"]);
      await simulation.advance(1000);
      expect(orderIn(a, "s1c1")).toEqual(["text 2", "text 3", "text 5", "text 4"]);
      expect(orderIn(b, "s1c1")).toEqual(["text 1", "text 2", "text 3", "text 5", "text 4"]);
      deletion[end]();
      await simulation.advance(1000);
      const left = ["text 2", "text 3", "text 5", "text 4"];
      expect(orderIn(b, "s1c1")).toEqual(end === "undo" ? ["text 1", ...left] : left);
    }
  });
});
