import { expect, it } from "vitest";
import { createFaultyNetwork, person } from "../testing/faultyNetwork.ts";
import { createSimulation } from "../testing/simulation.ts";

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

async function crowded(count: number) {
  const simulation = createSimulation();
  const network = createFaultyNetwork(simulation, [person("ann"), person("bob")]);
  const [a, b] = [network.join(person("ann")), network.join(person("bob"))];
  await simulation.advance(1000);
  for (let from = 1; from <= count; from += 100)
    void b.store.send({
      type: "stickers.add",
      parent_id: "s1c1",
      items: Array.from({ length: 100 }, (_, i) => ({ id: id(from + i), title: "text" })),
    });
  await simulation.advance(1000);
  const notified: string[] = [];
  let general = 0;
  for (const each of a.store.getState().view?.items.keys() ?? [])
    a.store.subscribeItem(each, () => notified.push(each));
  a.store.subscribe(() => (general += 1));
  return { simulation, a, b, notified, general: () => general };
}

it("a change of one sticker among 300 notifies that sticker and its ancestors, once", async () => {
  const { simulation, a, b, notified, general } = await crowded(300);
  expect(a.store.getState().view?.items.size).toBe(308);
  void b.store.send({ type: "item.edit", id: id(7), title: "changed" });
  await simulation.advance(100);
  expect(notified.toSorted()).toEqual([id(7), "s1", "s1c1"].toSorted());
  expect(general()).toBe(1);
});

it("several changes in one task are told together", async () => {
  const { simulation, a, notified, general } = await crowded(100);
  for (const n of [1, 2, 3]) void a.store.send({ type: "vote", id: id(n), voted: true });
  await Promise.resolve();
  expect(general()).toBe(1);
  expect(notified.filter((each) => each.startsWith("0")).toSorted()).toEqual([id(1), id(2), id(3)]);
  await simulation.advance(100);
});

it("an option that concerns all stickers notifies all", async () => {
  const { simulation, a, b, notified } = await crowded(100);
  void b.store.send({ type: "seat.take" });
  await simulation.advance(100);
  void b.store.send({ type: "option.set", option: "showStickerDate", value: true });
  notified.length = 0;
  await simulation.advance(100);
  expect(new Set(notified).size).toBe(a.store.getState().view?.items.size);
});
