import { onTestFinished } from "vitest";
import { createFaultyNetwork, type Participant } from "./faultyNetwork.ts";
import { faultless } from "./networkFaults.ts";
import { createSimulation } from "./simulation.ts";
import { ann, bob, ignoreResult } from "./twoParticipants.ts";

/** Ann and Bob are on one board. Ann makes additions, the server carries them out, and its answers are lost. */
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
