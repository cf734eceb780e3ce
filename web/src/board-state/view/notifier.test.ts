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
