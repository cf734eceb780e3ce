import type { Item } from "@retro/contract/entities";
import type { Command } from "@retro/rules/predict";
import { createNetwork, type Network, type Participant, person } from "./network.ts";
import type { Refused } from "./refused.ts";
import { createWorld } from "./world.ts";

/** Ann and Bob on one board, and short ways to say what they do. */

export const ann = person("ann");
export const bob = person("bob");
export const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
export const ignored = (): undefined => undefined;

export function viewOf(who: Participant) {
  const { view } = who.store.getState();
  if (!view) throw new Error("not loaded");
  return view;
}
export const itemOf = (who: Participant, n: number): Item | undefined => viewOf(who).items.get(id(n));
export const add = (who: Participant, n: number): Promise<unknown> =>
  who.store.send({ type: "sticker.add", id: id(n), parent_id: "s1c1", title: `text ${n}` });
export const move = (n: number, parent_id: string): Command => ({
  type: "item.move",
  id: id(n),
  parent_id,
  after_id: null,
});
export const vote = (n: number): Command => ({ type: "vote", id: id(n), voted: true });

/** Ann's changes whose address holds `below` fail with the error; null ends it. */
export function refuse(network: Network, error: Refused | null, below = ""): void {
  network.refuse =
    error &&
    ((method, path, from) => (from === ann && method !== "GET" && path.includes(below) ? error : null));
}

/** Both have loaded the board, on which Bob has put so many stickers. */
export async function two(stickers = 0) {
  const world = createWorld();
  const network = createNetwork(world, [ann, bob]);
  const a = network.join(ann);
  const b = network.join(bob);
  await world.pass(1000);
  for (let n = 1; n <= stickers; n += 1) void add(b, n);
  await world.pass(1000);
  network.server.asked.length = 0;
  network.calls.length = 0;
  const changes = () => network.server.asked.filter((call) => !call.startsWith("GET"));
  return { world, network, a, b, changes };
}
