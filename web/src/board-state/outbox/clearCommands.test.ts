import { expect, it, onTestFinished } from "vitest";
import { createFaultyNetwork, person } from "../testing/faultyNetwork.ts";
import { faultless } from "../testing/networkFaults.ts";
import { createSimulation } from "../testing/simulation.ts";

const sticker = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** Ann facilitates; she and Bob have voted for a sticker. The next answer to Ann is lost. */
async function lostAnswer(serverDoesIt: boolean) {
  // A lost call has been carried out when the number is below one half.
  const simulation = { ...createSimulation(), random: () => (serverDoesIt ? 0.4 : 0.6) };
  const [annPerson, bobPerson] = [person("ann"), person("bob")];
  const network = createFaultyNetwork(simulation, [annPerson, bobPerson]);
  const [ann, bob] = [network.join(annPerson), network.join(bobPerson)];
  onTestFinished(() => [ann, bob].forEach((each) => each.store.close()));
  await simulation.advance(1000);
  await Promise.all([
    ann.store.send({ type: "seat.take" }),
    ann.store.send({ type: "sticker.add", id: sticker(1), parent_id: "s1c1", title: "First" }),
    simulation.advance(100),
  ]);
  for (const each of [ann, bob]) void each.store.send({ type: "vote", id: sticker(1), voted: true });
  await simulation.advance(1000);
  network.faults = { ...faultless, lost: 1 };
  return { simulation, network, ann, bob };
}

const sweepsOf = (network: ReturnType<typeof createFaultyNetwork>) =>
  network.server.appliedCalls.filter(({ path }) => path === "/reset-votes" || path === "/delete-cards")
    .length;

it("a reset whose answer was lost does not take away the votes that came after it [Y6]", async () => {
  const { simulation, network, ann, bob } = await lostAnswer(true);
  const outcome = ann.store.send({ type: "votes.reset" }).catch((error: unknown) => error);
  await simulation.advance(1);
  network.faults = faultless;
  void bob.store.send({ type: "vote", id: sticker(1), voted: true });
  await simulation.advance(10_000);
  await expect(outcome).resolves.toMatchObject({ code: "moot" });
  expect(sweepsOf(network)).toBe(1);
  for (const { store } of [ann, bob]) expect(store.getState().view?.items.get(sticker(1))?.votes).toBe(1);
});

it("a reset that never arrived is sent again while nothing has changed", async () => {
  const { simulation, network, ann } = await lostAnswer(false);
  const outcome = ann.store.send({ type: "votes.reset" });
  await simulation.advance(1);
  network.faults = faultless;
  await simulation.advance(10_000);
  await outcome;
  expect(sweepsOf(network)).toBe(1);
  expect(ann.store.getState().view?.items.get(sticker(1))?.votes).toBe(0);
});

it("deleting all stickers, its answer lost, is done when the board is empty, and spares what came after it [Y6]", async () => {
  const { simulation, network, ann, bob } = await lostAnswer(true);
  const outcome = ann.store.send({ type: "stickers.delete" });
  await simulation.advance(1);
  network.faults = faultless;
  await simulation.advance(10_000);
  await expect(outcome).resolves.toBeNull();
  expect(sweepsOf(network)).toBe(1);

  void bob.store.send({ type: "sticker.add", id: sticker(2), parent_id: "s1c1", title: "Second" });
  await simulation.advance(5000);
  network.faults = { ...faultless, lost: 1 };
  const again = ann.store.send({ type: "stickers.delete" }).catch((error: unknown) => error);
  await simulation.advance(1);
  network.faults = faultless;
  void bob.store.send({ type: "sticker.add", id: sticker(3), parent_id: "s1c1", title: "Third" });
  await simulation.advance(10_000);
  await expect(again).resolves.toMatchObject({ code: "moot" });
  expect(sweepsOf(network)).toBe(2);
  expect([...(ann.store.getState().view?.items.keys() ?? [])]).toContain(sticker(3));
});
