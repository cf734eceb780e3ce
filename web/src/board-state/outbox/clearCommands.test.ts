import { expect, it, onTestFinished } from "vitest";
import { createFaultyNetwork, type FaultyNetwork } from "../testing/faultyNetwork.ts";
import { faultless } from "../testing/networkFaults.ts";
import { createSimulation } from "../testing/simulation.ts";
import { addSticker, ann, bob, itemOf, voteCommand } from "../testing/twoParticipants.ts";

/** Ann facilitates; she and Bob have voted for a sticker. The next answer to Ann is lost. */
async function lostAnswer(serverDoesIt: boolean) {
  // A lost call has been carried out when the number is below one half.
  const simulation = { ...createSimulation(), random: () => (serverDoesIt ? 0.4 : 0.6) };
  const network = createFaultyNetwork(simulation, [ann, bob]);
  const [a, b] = [network.join(ann), network.join(bob)];
  onTestFinished(() => [a, b].forEach((each) => each.store.close()));
  await simulation.advance(1000);
  void a.store.send({ type: "seat.take" });
  void addSticker(a, 1);
  await simulation.advance(100);
  for (const each of [a, b]) void each.store.send(voteCommand(1));
  await simulation.advance(1000);
  network.faults = { ...faultless, lost: 1 };
  return { simulation, network, a, b };
}

const sweepsOf = (network: FaultyNetwork) =>
  network.server.appliedCalls.filter(({ path }) => path === "/reset-votes" || path === "/delete-cards")
    .length;

it("a reset whose answer was lost does not take away the votes that came after it [Y6]", async () => {
  const { simulation, network, a, b } = await lostAnswer(true);
  const outcome = a.store.send({ type: "votes.reset" }).catch((error: unknown) => error);
  await simulation.advance(1);
  network.faults = faultless;
  void b.store.send(voteCommand(1));
  await simulation.advance(10_000);
  await expect(outcome).resolves.toMatchObject({ code: "moot" });
  expect(sweepsOf(network)).toBe(1);
  for (const who of [a, b]) expect(itemOf(who, 1)?.votes).toBe(1);
});

it("a reset that never arrived is sent again while nothing has changed", async () => {
  const { simulation, network, a } = await lostAnswer(false);
  const outcome = a.store.send({ type: "votes.reset" });
  await simulation.advance(1);
  network.faults = faultless;
  await simulation.advance(10_000);
  await outcome;
  expect(sweepsOf(network)).toBe(1);
  expect(itemOf(a, 1)?.votes).toBe(0);
});

it("deleting all stickers, its answer lost, is done when the board is empty, and spares what came after it [Y6]", async () => {
  const { simulation, network, a, b } = await lostAnswer(true);
  const outcome = a.store.send({ type: "stickers.delete" });
  await simulation.advance(1);
  network.faults = faultless;
  await simulation.advance(10_000);
  await expect(outcome).resolves.toBeNull();
  expect(sweepsOf(network)).toBe(1);

  void addSticker(b, 2);
  await simulation.advance(5000);
  network.faults = { ...faultless, lost: 1 };
  const again = a.store.send({ type: "stickers.delete" }).catch((error: unknown) => error);
  await simulation.advance(1);
  network.faults = faultless;
  void addSticker(b, 3);
  await simulation.advance(10_000);
  await expect(again).resolves.toMatchObject({ code: "moot" });
  expect(sweepsOf(network)).toBe(2);
  expect(itemOf(a, 3)).toBeDefined();
});
