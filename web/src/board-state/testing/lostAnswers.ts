import { expect, onTestFinished } from "vitest";
import { createFaultyNetwork, type Participant } from "./faultyNetwork.ts";
import { faultless } from "./networkFaults.ts";
import { RefusalError } from "./refusalError.ts";
import { createSimulation } from "./simulation.ts";
import { addSticker, ann, bob, ignoreResult, itemId } from "./twoParticipants.ts";

/**
 * Ann and Bob are on one board. Ann makes additions, the server carries them out, and its answers are lost.
 */
export async function loseAnswers(additions: (a: Participant) => Promise<unknown>[]) {
  // The network carries out a lost call when the random number is below one half.
  const simulation = { ...createSimulation(), random: () => 0.4 };
  const network = createFaultyNetwork(simulation, [ann, bob]);
  const [a, b] = [network.join(ann), network.join(bob)];
  onTestFinished(() => [a, b].forEach((each) => each.store.close()));
  await simulation.advance(1000);
  network.faults = { ...faultless, lost: 1 };
  const outcomes = additions(a);
  for (const outcome of outcomes) outcome.catch(ignoreResult);
  await simulation.advance(1);
  network.faults = faultless;
  network.server.requests.length = 0;
  const asked = (what: string) => network.server.requests.filter((call) => call.startsWith(what)).length;
  return { simulation, network, a, b, outcomes, asked };
}

/** Ann adds one sticker. */
export const addition = (a: Participant) => [addSticker(a, 1)];

/** Ann adds two stickers with one command. */
export const additionOfTwo = (a: Participant) => [
  a.store.send({
    type: "stickers.add",
    parent_id: "s1c1",
    items: [1, 2].map((n) => ({ id: itemId(n), title: `text ${n}` })),
  }),
];

/**
 * As `loseAnswers`, and the server refuses Ann's repetition, after which she cannot read what changed: what
 * she added is on the board, and failed on her screen. `recover` ends that.
 */
export async function refuseRepetition(additions = addition) {
  const lost = await loseAnswers(additions);
  const { network, simulation, a } = lost;
  let refused = false;
  network.refuse = (method, _, from) => {
    if (from !== ann) return null;
    refused ||= method === "POST";
    if (method === "POST") return new RefusalError(403, "forbidden");
    return refused ? new RefusalError(503) : null;
  };
  await simulation.advance(5000);
  const pending = () => a.store.getState().pending;
  expect(pending()).toMatchObject([{ state: "failed" }]);
  const recover = async () => {
    network.refuse = null;
    await simulation.advance(60_000);
  };
  return { ...lost, recover, discard: () => a.store.discard(pending()[0]?.key ?? "") };
}
