import type { Item } from "@retro/contract/entities";
import { isHiddenFrom } from "@retro/rules/permissions";
import {
  actRandomly,
  type Actor,
  facilitateRandomly,
  idSequence,
  type ActionContext,
} from "./randomActions.ts";
import { createSendLog } from "./sendLog.ts";
import { createFaultyNetwork, faultless, type Participant, person } from "./faultyNetwork.ts";
import { RefusalError } from "./refusalError.ts";
import { createSimulation } from "./simulation.ts";

export interface FuzzOptions {
  clients: number;
  /** Number of actions of each client. */
  commands: number;
  /** Whether the users also facilitate: hide, conceal, lock. */
  facilitated: boolean;
}

export interface FuzzResult {
  /** What each client sees at the end, and what it should see. */
  clients: { id: string; seen: unknown; expected: unknown; pending: string[] }[];
  /** Texts that a view contained although its options withheld them. */
  leaks: string[];
  /** Commands that the server carried out twice, acknowledged without carrying them out, or whose text is lost. */
  deliveryFaults: string[];
}

/**
 * Several users act at random on one board, over a network that drops, doubles, delays, reorders and fails. Then the network works again
 * and two and a half minutes pass.
 */
export async function runFuzz(
  seed: number,
  { clients, commands, facilitated }: FuzzOptions,
): Promise<FuzzResult> {
  const simulation = createSimulation(seed);
  const { random } = simulation;
  const people = Array.from({ length: clients }, (_, i) => person(`user${i}`));
  const network = createFaultyNetwork(simulation, people);
  network.faults = {
    drop: 0.1,
    double: 0.1,
    eventDelay: 500,
    callDelay: 250,
    lost: 0.05,
    busy: 0.03,
    broken: 0.03,
    foreign: 0.02,
    silent: 0.005,
    late: 0.05,
  };
  // The server refuses some calls, whatever they ask for.
  network.refuse = (method) =>
    method !== "GET" && random() < 0.04
      ? among([
          new RefusalError(403, "forbidden"),
          new RefusalError(409, "seat_taken"),
          new RefusalError(422, "invalid"),
        ])
      : null;
  if (random() < 0.3) network.server.logLength = 5;
  const among = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const participants = people.map((each) => network.join(each));
  // Other events: a duplicated tab, a clock that is set, a suspended page that other tabs consider closed, a deploy.
  for (const at of [4000, 9000, 14_000])
    simulation.after(random() * at, () => {
      const who = among(participants);
      const what = random();
      if (what < 0.35 && participants.length < people.length + 2) participants.push(network.join(who.person));
      else if (what < 0.6) who.tab.shiftClock((random() - 0.5) * 4 * 3_600_000);
      else if (what < 0.8) who.tab.suspend();
      else network.server.sendsUnknownChange = true;
      who.tab.resume();
    });
  const leaks: string[] = [];
  const acting = new Set(participants);
  const log = createSendLog();
  const context: ActionContext = {
    random,
    schedule: simulation.after,
    columns: network.server.columns,
    facilitated,
    newId: idSequence(0),
    onSent: (who, command, outcome) => log.record(personOf(who), command, outcome),
  };
  const personOf = (who: Actor) => participants.find((each) => each === who)?.person.id ?? "";

  function step(who: Participant): void {
    const { view } = who.store.getState();
    if (!view) return;
    for (const item of view.items.values())
      if (item.title !== null && isHiddenFrom(view.facilitation, item, view.userId))
        leaks.push(`${who.person.id} saw ${item.id}`);
    actRandomly(who, view, context);
  }

  for (const who of participants) {
    let remaining = commands;
    const next = () => {
      step(who);
      // Facilitators change the options more often than `actRandomly` does.
      const { view } = who.store.getState();
      if (facilitated && view && random() < 0.15) facilitateRandomly(who, view, context);
      remaining -= 1;
      if (remaining > 0) simulation.after(random() * 800, next);
      else acting.delete(who);
    };
    simulation.after(random() * 1500, next);
  }
  while (acting.size > 0) await simulation.advance(2000);
  await simulation.advance(10_000);
  network.faults = faultless;
  network.refuse = null;
  await simulation.advance(150_000);
  const kept = participants.flatMap((who) =>
    who.store
      .getState()
      .pending.filter(({ state }) => state === "failed")
      .map((entry) => ({ ...entry, person: who.person.id })),
  );
  const notOnce = log.faults(network.server.appliedCalls, kept, network.server.deleted, facilitated);
  // A refused new sticker stays on its author's screen until its author discards it.
  for (const who of participants)
    for (const entry of who.store.getState().pending)
      if (entry.state === "failed") who.store.discard(entry.key);
  const ends = participants.map((who) => {
    const { view, pending } = who.store.getState();
    const expected = network.server.expectedFor(who.person.id);
    return {
      id: who.person.id,
      seen:
        view &&
        comparable(
          view.version,
          view.details,
          view.facilitation,
          [...view.items.values()],
          [...view.votedIds],
        ),
      expected: comparable(
        expected.version,
        expected.head,
        expected.facilitation,
        expected.items,
        expected.mine,
      ),
      pending: pending
        .filter(({ state }) => state !== "failed")
        .map(({ command, state }) => `${state} ${JSON.stringify(command)}`),
    };
  });
  for (const who of participants) who.store.close();
  return { clients: ends, leaks, deliveryFaults: notOnce };
}

function comparable(
  version: number,
  head: unknown,
  facilitation: unknown,
  items: Item[],
  mine: string[],
): unknown {
  return {
    version,
    head,
    facilitation,
    items: items.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    mine: mine.toSorted(),
  };
}
