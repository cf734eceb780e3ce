import { expect, it } from "vitest";
import { createFaultyNetwork, person } from "./testing/faultyNetwork.ts";
import { createSimulation } from "./testing/simulation.ts";

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

async function crowded(count: number) {
  const world = createSimulation();
  const network = createFaultyNetwork(world, [person("ann"), person("bob")]);
  const [a, b] = [network.join(person("ann")), network.join(person("bob"))];
  await world.advance(1000);
  for (let from = 1; from <= count; from += 100)
    void b.store.send({
      type: "stickers.add",
      parent_id: "s1c1",
      items: Array.from({ length: 100 }, (_, i) => ({ id: id(from + i), title: "text" })),
    });
  await world.advance(1000);
  const heard: string[] = [];
  let general = 0;
  for (const each of a.store.getState().view?.items.keys() ?? [])
    a.store.subscribeItem(each, () => heard.push(each));
  a.store.subscribe(() => (general += 1));
  return { world, a, b, heard, general: () => general };
}

it("a change of one sticker among 300 is told to that sticker and its ancestors, once", async () => {
  const { world, a, b, heard, general } = await crowded(300);
  expect(a.store.getState().view?.items.size).toBe(308);
  void b.store.send({ type: "item.edit", id: id(7), title: "changed" });
  await world.advance(100);
  expect(heard.toSorted()).toEqual([id(7), "s1", "s1c1"].toSorted());
  expect(general()).toBe(1);
});

it("several changes in one task are told together", async () => {
  const { world, a, heard, general } = await crowded(100);
  for (const n of [1, 2, 3]) void a.store.send({ type: "vote", id: id(n), voted: true });
  await Promise.resolve();
  expect(general()).toBe(1);
  expect(heard.filter((each) => each.startsWith("0")).toSorted()).toEqual([id(1), id(2), id(3)]);
  await world.advance(100);
});

it("an option that concerns all stickers is told to all", async () => {
  const { world, a, b, heard } = await crowded(100);
  void b.store.send({ type: "seat.take" });
  await world.advance(100);
  void b.store.send({ type: "option.set", option: "showStickerDate", value: true });
  heard.length = 0;
  await world.advance(100);
  expect(new Set(heard).size).toBe(a.store.getState().view?.items.size);
});
