import type { Item } from "@retro/contract/items";
import type { BoardCommand } from "@retro/rules/predict";
import { createFaultyNetwork, type FaultyNetwork, type Participant, person } from "./faultyNetwork.ts";
import type { RefusalError } from "./refusalError.ts";
import { createSimulation } from "./simulation.ts";

/** Ann and Bob on one board, with short functions for their commands. */

export const ann = person("ann");
export const bob = person("bob");
export const itemId = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
export const ignoreResult = (): undefined => undefined;

export function viewOf(who: Participant) {
  const { view } = who.store.getState();
  if (!view) throw new Error("not loaded");
  return view;
}
export const itemOf = (who: Participant, n: number): Item | undefined => viewOf(who).items.get(itemId(n));
export const addSticker = (who: Participant, n: number): Promise<unknown> =>
  who.store.send({ type: "sticker.add", id: itemId(n), parent_id: "s1c1", title: `text ${n}` });
export const moveCommand = (n: number, parent_id: string): BoardCommand => ({
  type: "item.move",
  id: itemId(n),
  parent_id,
  after_id: null,
});
export const voteCommand = (n: number): BoardCommand => ({ type: "vote", id: itemId(n), voted: true });

/** Makes Ann's changes fail whose path contains `below`; null ends it. */
export function refuseChanges(network: FaultyNetwork, error: RefusalError | null, below = ""): void {
  network.refuse =
    error &&
    ((method, path, from) => (from === ann && method !== "GET" && path.includes(below) ? error : null));
}

/** Opens the board for both, with so many stickers by Bob. */
export async function openTwoParticipants(stickers = 0) {
  const simulation = createSimulation();
  const network = createFaultyNetwork(simulation, [ann, bob]);
  const a = network.join(ann);
  const b = network.join(bob);
  await simulation.advance(1000);
  for (let n = 1; n <= stickers; n += 1) void addSticker(b, n);
  await simulation.advance(1000);
  network.server.requests.length = 0;
  network.calls.length = 0;
  const changes = () => network.server.requests.filter((call) => !call.startsWith("GET"));
  return { simulation, network, a, b, changes };
}
