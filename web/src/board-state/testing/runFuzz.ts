import type { Item } from "@retro/contract/items";
import { sortActions } from "@retro/rules/actions";
import type { BoardView } from "@retro/rules/apply-change";
import type { BoardCommand } from "@retro/rules/predict";
import { isActionHiddenFrom, isHiddenFrom } from "@retro/rules/permissions";
import type { CommandOf } from "../commands/commandSpec.ts";
import { createFaultyNetwork, type Participant, person } from "./faultyNetwork.ts";
import type { AppliedCall, ModelServer } from "./modelServer.ts";
import { type Faults, faultless, pickRandom } from "./networkFaults.ts";
import {
  type ActionContext,
  actRandomly,
  facilitateRandomly,
  idSequence,
  sendAs,
  undoRandomly,
} from "./randomActions.ts";
import { changeActionRandomly } from "./randomActionCommands.ts";
import { RefusalError } from "./refusalError.ts";
import { createSendLog, type SendLog } from "./sendLog.ts";
import { createSimulation, type Simulation } from "./simulation.ts";

export interface FuzzOptions {
  clients: number;
  /** Number of actions of each client. */
  commands: number;
  /** Whether the users also facilitate: hide, conceal, lock. */
  facilitated: boolean;
  /** Whether the users also undo and redo their changes. */
  undoes: boolean;
  /** Whether the users also write actions. */
  actions: boolean;
  /** Whether the users also type texts into dialogs that they leave open. */
  drafts?: boolean;
  /** Whether the browser stores in IndexedDB, which refuses writes for some seconds. */
  fullDatabase?: boolean;
}

export interface FuzzResult {
  /** What each client sees at the end, and what it should see. */
  clients: { id: string; seen: unknown; expected: unknown; pending: string[] }[];
  /** Texts that a view contained although its options withheld them. */
  leaks: string[];
  /**
   * Commands that the server carried out twice, acknowledged without carrying them out, or whose text is
   * lost.
   */
  deliveryFaults: string[];
  /** Work of another user that a user deleted, or replaced by an edit, without having seen it. */
  overwritten: string[];
}

const faults: Faults = {
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

/**
 * Several users act at random on one board, over a network that drops, doubles, delays, reorders and fails.
 * Then the network works again and two and a half minutes pass.
 */
export async function runFuzz(
  seed: number,
  { clients, commands, facilitated, undoes, actions, drafts = false, fullDatabase = false }: FuzzOptions,
): Promise<FuzzResult> {
  const database = fullDatabase
    ? await (await import("./simulatedDatabase.ts")).openSimulatedDatabase()
    : null;
  const simulation = createSimulation(seed, database);
  const network = createBadNetwork(simulation, clients);
  const { participants } = network;
  scheduleIncidents(simulation, network);
  if (database) fillTheDisk(simulation, participants);
  const log = createSendLog();
  const typing = drafts ? createTyping(participants, log) : null;
  const leaks: string[] = [];
  /** The version of the board that a user saw when they deleted a sticker last. */
  const seen = new Map<string, number>();
  const texts = createTextLog();
  await actUntilDone(participants, commands, simulation, {
    random: simulation.random,
    schedule: simulation.after,
    columns: network.server.columns,
    facilitated,
    undoes,
    actions,
    newId: idSequence(0),
    typing,
    onSent(actor, command, outcome, before) {
      const id = participants.find((each) => each === actor)?.person.id ?? "";
      log.record(id, command, outcome, before);
      texts.record(id, command, before);
      if (command.type === "item.delete")
        seen.set(`${id} ${command.id}`, actor.store.getState().view?.version ?? 0);
    },
    onView(actor, view) {
      leaks.push(...leaksIn(actor, view));
      texts.see(view);
    },
  });
  network.restore();
  await simulation.advance(150_000);
  typing?.leaveAll();
  await simulation.advance(10_000);
  const refused = participants.flatMap(refusedEntries);
  const { appliedCalls, deleted } = network.server;
  const deliveryFaults = log.faults(appliedCalls, refused, deleted, facilitated);
  // A refused new sticker stays on its author's screen until its author discards it.
  for (const { store } of participants)
    for (const entry of store.getState().pending) if (entry.state === "failed") store.discard(entry.key);
  // The discarded ones that may be on the board are deleted.
  await simulation.advance(10_000);
  const ends = participants.map((each) => endOf(each, network.server));
  for (const { store } of participants) store.close();
  const deletedUnseen = network.server.deletions.flatMap(({ by, id, puts }) => {
    const since = seen.get(`${by} ${id}`) ?? Number.POSITIVE_INFINITY;
    const newer = puts.filter((put) => put.by !== by && put.version > since);
    return newer.map((put) => `${by} deleted ${id} as of ${since}, ${put.by} changed it in ${put.version}`);
  });
  const replacedUnseen = undoes ? [] : texts.replacedUnseen(appliedCalls);
  return {
    clients: ends,
    leaks,
    deliveryFaults,
    overwritten: [...deletedUnseen, ...replacedUnseen],
  };
}

type Typing = ReturnType<typeof createTyping>;

/**
 * Users who type new stickers into dialogs, save some of them, close some dialogs, and leave some with their
 * page.
 */
function createTyping(participants: readonly Participant[], log: SendLog) {
  const open = new Map<Participant, CommandOf<"sticker.add">>();
  /** The next page offers the text: as with a refused command, it must not be lost. */
  function leave(participant: Participant): void {
    const command = open.get(participant);
    if (command) log.record(participant.person.id, command, Promise.reject(new Error("left")), null);
    open.delete(participant);
  }
  const reloadOf = (each: Participant) => {
    const reload = each.reloadPage.bind(each);
    return () => {
      leave(each);
      reload();
    };
  };
  /** The participants whose reloads are counted; tabs that open later join at their first text. */
  const watched = new Set<Participant>();
  return {
    type(actor: Participant, context: ActionContext): void {
      if (!watched.has(actor)) {
        watched.add(actor);
        actor.reloadPage = reloadOf(actor);
      }
      const { random, newId, columns } = context;
      const command = open.get(actor);
      if (command === undefined || random() < 0.5) {
        // A column's field begins with the text that an earlier page has left there.
        const { drafts } = actor.store;
        const parent_id = command?.parent_id ?? pickRandom(columns, random);
        if (command === undefined && drafts.get(parent_id) !== null) return;
        const id = command?.id ?? newId();
        const typed = { type: "sticker.add" as const, id, parent_id, title: `${id} typed ${random()}` };
        open.set(actor, typed);
        drafts.keep(typed);
        return;
      }
      open.delete(actor);
      actor.store.drafts.drop(command.parent_id);
      if (random() < 0.5) sendAs(actor, command, context);
    },
    leaveAll: () => {
      for (const each of participants) if (open.has(each)) each.reloadPage();
    },
  };
}

/** Knows which text of an item each user had seen when they edited it. No text is written twice. */
function createTextLog() {
  const shown = new Set<string>();
  const authors = new Map<string, string>();
  /** By new text: what its author had seen. */
  const known = new Map<string, ReadonlySet<string>>();
  return {
    see({ userId, items }: BoardView): void {
      for (const { id, title } of items.values()) if (title !== null) shown.add(`${userId} ${id} ${title}`);
    },
    record(user: string, command: BoardCommand, before: BoardView | null): void {
      const text = "title" in command ? command.title : undefined;
      if (text === undefined) return;
      authors.set(text, user);
      // Nobody can edit a hidden text on a screen. Here its revision is named; the server decides.
      if (command.type === "item.edit" && before?.items.get(command.id)?.hidden !== true)
        known.set(text, new Set(shown));
    },
    replacedUnseen: (done: readonly AppliedCall[]): string[] =>
      done.flatMap(({ caller, path, body, replaced }) => {
        const { title } = (body ?? {}) as { title?: string };
        const author = authors.get(replaced ?? "");
        if (title === undefined || !replaced || author === undefined || author === caller) return [];
        const id = path.slice("/items/".length);
        return known.get(title)?.has(`${caller} ${id} ${replaced}`) !== false
          ? []
          : [`${caller} replaced "${replaced}" of ${author} by "${title}" without having seen it`];
      }),
  };
}

/** A network with faults, and a participant for each user. */
function createBadNetwork(simulation: Simulation, clients: number) {
  const { random } = simulation;
  const people = Array.from({ length: clients }, (_, i) => person(`user${i}`));
  const network = createFaultyNetwork(simulation, people);
  network.faults = faults;
  // The server refuses some calls, whatever they ask for.
  network.refuse = (method) =>
    method !== "GET" && random() < 0.04
      ? pickRandom(
          [
            new RefusalError(403, "forbidden"),
            new RefusalError(409, "seat_taken"),
            new RefusalError(422, "invalid"),
          ],
          random,
        )
      : null;
  if (random() < 0.3) network.server.logLength = 5;
  const participants = people.map((each) => network.join(each));
  return {
    server: network.server,
    participants,
    maxParticipants: clients + 2,
    duplicateTab: (of: Participant) => participants.push(network.join(of.person)),
    /** Ends all faults. */
    restore(): void {
      network.faults = faultless;
      network.refuse = null;
    },
  };
}

/**
 * Schedules other events: a duplicated tab, a clock that is set, a suspended page that other tabs consider
 * closed, a deploy.
 */
function scheduleIncidents(
  { random, after }: Simulation,
  { server, participants, maxParticipants, duplicateTab }: ReturnType<typeof createBadNetwork>,
): void {
  function sleep({ tab }: Participant): void {
    tab.suspend();
    after(2000, tab.resume);
  }
  for (const at of [4000, 9000, 14_000])
    after(random() * at, () => {
      const chosen = pickRandom(participants, random);
      const incident = random();
      if (incident < 0.35 && participants.length < maxParticipants) duplicateTab(chosen);
      else if (incident < 0.6) chosen.tab.shiftClock((random() - 0.5) * 4 * 3_600_000);
      else if (incident < 0.8) return sleep(chosen);
      else server.sendsUnknownChange = true;
      chosen.tab.resume();
    });
}

/** The storage is full for some seconds, again and again. Its users are asked before they leave, and stay. */
function fillTheDisk({ after }: Simulation, participants: readonly Participant[]): void {
  const setFull = (full: boolean) => participants.forEach(({ tab }) => tab.setStorageFull(full));
  for (const at of [1000, 6000, 11_000]) {
    after(at, () => setFull(true));
    after(at + 2500, () => setFull(false));
  }
  for (const each of participants) {
    const reload = each.reloadPage.bind(each);
    each.reloadPage = () => {
      if (each.store.getState().durable) reload();
    };
  }
}

/** Lets each participant do so many things. Resolves ten seconds after the last one. */
async function actUntilDone(
  participants: readonly Participant[],
  commands: number,
  simulation: Simulation,
  context: ActionContext & {
    typing: Typing | null;
    undoes: boolean;
    actions: boolean;
    onView: (actor: Participant, view: BoardView) => void;
  },
): Promise<void> {
  const { random } = simulation;
  const acting = new Set(participants);
  for (const actor of participants) {
    let remaining = commands;
    const next = () => {
      if (actor.tab.asleep()) {
        simulation.after(random() * 800, next);
        return;
      }
      const { view: before } = actor.store.getState();
      if (before) {
        context.onView(actor, before);
        actRandomly(actor, before, context);
      }
      // Facilitators change the options more often than `actRandomly` does.
      const { view } = actor.store.getState();
      if (context.facilitated && view && random() < 0.15) facilitateRandomly(actor, view, context);
      if (context.actions && view && random() < 0.5) changeActionRandomly(actor, view, context);
      if (context.undoes && random() < 0.3) undoRandomly(actor, context);
      if (context.typing && random() < 0.3) context.typing.type(actor, context);
      remaining -= 1;
      if (remaining > 0) simulation.after(random() * 800, next);
      else acting.delete(actor);
    };
    simulation.after(random() * 1500, next);
  }
  while (acting.size > 0) await simulation.advance(2000);
  await simulation.advance(10_000);
}

/** Texts in a view that its options withhold. */
function leaksIn(
  { person: { id } }: Participant,
  { items, actions, facilitation, userId }: BoardView,
): string[] {
  const hiddenItems = [...items.values()].filter(
    (item) => item.title !== null && isHiddenFrom(facilitation, item, userId),
  );
  const hiddenActions = [...actions.values()].filter(
    (action) => action.text !== null && isActionHiddenFrom(facilitation, action, userId),
  );
  return [...hiddenItems, ...hiddenActions].map((each) => `${id} saw ${each.id}`);
}

function refusedEntries({ person: { id }, store }: Participant) {
  const refused = store.getState().pending.filter(({ state }) => state === "failed");
  const drafts = store.drafts.places().map((place) => ({
    key: place,
    state: "failed" as const,
    command: store.drafts.get(place) as BoardCommand,
  }));
  return [...refused, ...drafts].map((entry) => ({ ...entry, person: id }));
}

/** What a participant sees at the end, and what they should see. */
function endOf({ person: { id }, store }: Participant, server: ModelServer): FuzzResult["clients"][number] {
  const { view, pending } = store.getState();
  const { version, head, facilitation, items, actions, mine } = server.expectedFor(id);
  return {
    id,
    seen: view && {
      ...comparable(
        view.version,
        view.details,
        view.facilitation,
        [...view.items.values()],
        [...view.votedIds],
      ),
      actions: sortActions(view.actions.values()),
    },
    expected: { ...comparable(version, head, facilitation, items, mine), actions: sortActions(actions) },
    pending: pending
      .filter(({ state }) => state !== "failed")
      .map(({ command, state }) => `${state} ${JSON.stringify(command)}`),
  };
}

function comparable(version: number, head: unknown, facilitation: unknown, items: Item[], mine: string[]) {
  return {
    version,
    head,
    facilitation,
    items: items.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    mine: mine.toSorted(),
  };
}
