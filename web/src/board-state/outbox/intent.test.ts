import { childrenOf } from "@retro/rules/tree";
import { describe, expect, it } from "vitest";
import { createFaultyNetwork, type Participant, person } from "../testing/faultyNetwork.ts";
import { createSimulation } from "../testing/simulation.ts";

const ann = person("ann");
const bob = person("bob");
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const viewOf = (who: Participant) => {
  const { view } = who.store.getState();
  if (!view) throw new Error("not loaded");
  return view;
};
const item = (who: Participant, n: number) => viewOf(who).items.get(id(n));
const orderIn = (who: Participant, column: string) =>
  childrenOf(viewOf(who).items, column).map((sticker) => sticker.title);
const add = (who: Participant, n: number) =>
  who.store.send({ type: "sticker.add", id: id(n), parent_id: "s1c1", title: `S${n}` });

async function two() {
  const simulation = createSimulation();
  const network = createFaultyNetwork(simulation, [ann, bob]);
  const a = network.join(ann);
  const b = network.join(bob);
  await simulation.advance(1000);
  return { simulation, network, a, b };
}

describe("a sticker that is changed before the answer to its add arrives [T8]", () => {
  it("takes an edit, a style and a move, offline too, without a conflict with the user's own commands", async () => {
    for (const offline of [false, true]) {
      const { simulation, network, a, b } = await two();
      network.faults = { ...network.faults, callDelay: 500 };
      a.offline = offline;
      const sent = [add(a, 1)];
      const rev = () => item(a, 1)?.rev as number;
      sent.push(a.store.send({ type: "item.edit", id: id(1), title: "edited", rev: rev() }));
      sent.push(a.store.send({ type: "item.edit", id: id(1), style: { fontWeight: "bold" }, rev: rev() }));
      sent.push(a.store.send({ type: "item.move", id: id(1), parent_id: "s2c1", after_id: null }));
      await simulation.advance(2000);
      a.offline = false;
      await simulation.advance(60_000);
      await Promise.all(sent);
      for (const who of [a, b])
        expect(item(who, 1)).toMatchObject({
          title: "edited",
          style: { fontWeight: "bold" },
          parent_id: "s2c1",
          rev: 3,
        });
      expect(a.store.getState().pending).toEqual([]);
    }
  });

  it("conflicts when another user was faster, and the edit on top of it conflicts too", async () => {
    const { simulation, network, a, b } = await two();
    void add(a, 1);
    await simulation.advance(100);
    network.tamper = () => [];
    void b.store.send({ type: "item.edit", id: id(1), title: "Bob's", rev: 1 });
    await simulation.advance(100);
    const first = a.store.send({ type: "item.edit", id: id(1), title: "Ann's first", rev: 1 });
    const second = a.store.send({
      type: "item.edit",
      id: id(1),
      title: "Ann's second",
      rev: item(a, 1)?.rev as number,
    });
    const conflict = { status: 409, data: { title: "Bob's" } };
    await Promise.all([
      expect(first).rejects.toMatchObject(conflict),
      expect(second).rejects.toMatchObject(conflict),
      simulation.advance(1000),
    ]);
    expect(item(b, 1)?.title).toBe("Bob's");
  });
});

describe("an edit that names no revision, while an earlier one of the same sticker is refused [T8]", () => {
  it("conflicts too, although another user's text arrived before it was sent", async () => {
    const { simulation, network, a, b } = await two();
    void add(a, 1);
    await simulation.advance(100);
    network.faults = { ...network.faults, callDelay: 100, steady: true };
    void b.store.send({ type: "item.edit", id: id(1), title: "Bob's", rev: 1 });
    const first = a.store.send({ type: "item.edit", id: id(1), title: "Ann's first", rev: 1 });
    await simulation.advance(150);
    expect(a.store.getState().pending).toMatchObject([{ state: "saving" }]);
    const second = a.store.send({ type: "item.edit", id: id(1), title: "Ann's second" });
    await Promise.all([
      expect(first).rejects.toMatchObject({ status: 409 }),
      expect(second).rejects.toMatchObject({ status: 409, data: { title: "Bob's" } }),
      simulation.advance(1000),
    ]);
    expect(item(b, 1)?.title).toBe("Bob's");
  });
});

it("an edit of an action's text right after its status does not conflict with the user's own change [T8, D1]", async () => {
  const { simulation, network, a, b } = await two();
  void a.store.send({ type: "action.add", id: id(1), text: "Call Bob", owner_name: null, due_on: null });
  await simulation.advance(100);
  network.faults = { ...network.faults, callDelay: 100, steady: true };
  const done = a.store.send({ type: "action.edit", id: id(1), status: "done" });
  const edited = a.store.send({ type: "action.edit", id: id(1), text: "Call Bobby", rev: 1 });
  await simulation.advance(2000);
  await Promise.all([done, edited]);
  expect(viewOf(b).actions.get(id(1))).toMatchObject({ text: "Call Bobby", status: "done" });
});

describe("a drop while a deletion waits for its undo [T9]", () => {
  it("lands where it was dropped, also when the deletion is undone or sent later", async () => {
    for (const end of ["undo", "commit"] as const) {
      const { simulation, a, b } = await two();
      for (let n = 1; n <= 5; n += 1) void add(a, n);
      await simulation.advance(1000);
      const deletion = a.store.deferDelete(id(1));
      void a.store.send({ type: "item.move", id: id(5), parent_id: "s1c1", after_id: id(3) });
      expect(orderIn(a, "s1c1")).toEqual(["S2", "S3", "S5", "S4"]);
      await simulation.advance(1000);
      expect(orderIn(a, "s1c1")).toEqual(["S2", "S3", "S5", "S4"]);
      expect(orderIn(b, "s1c1")).toEqual(["S1", "S2", "S3", "S5", "S4"]);
      deletion[end]();
      await simulation.advance(1000);
      const left = ["S2", "S3", "S5", "S4"];
      expect(orderIn(b, "s1c1")).toEqual(end === "undo" ? ["S1", ...left] : left);
    }
  });
});
