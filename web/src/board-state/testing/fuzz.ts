import type { FacilitatorOptions, Item } from "@retro/contract/entities";
import type { BoardView } from "@retro/rules/apply";
import { isHiddenFrom } from "@retro/rules/gates";
import { createNetwork, faultless, type Participant, person } from "./network.ts";
import { createWorld } from "./world.ts";

export interface FuzzOptions {
  clients: number;
  /** Commands of each client. */
  commands: number;
  /** Does one of them facilitate: hide, conceal, lock? */
  facilitated: boolean;
}

export interface FuzzEnd {
  /** What each client sees at the end, and what it ought to see. */
  clients: { id: string; seen: unknown; truth: unknown; pending: string[] }[];
  /** Texts that a view held although its own options withheld them. */
  leaks: string[];
}

/**
 * Several people do random things on one board, over a network that drops, doubles, delays, reorders, loses calls and breaks off; then
 * the network heals and two minutes pass.
 */
export async function fuzz(seed: number, { clients, commands, facilitated }: FuzzOptions): Promise<FuzzEnd> {
  const world = createWorld(seed);
  const { random } = world;
  const people = Array.from({ length: clients }, (_, i) => person(`user${i}`));
  const network = createNetwork(world, people);
  network.faults = { drop: 0.1, double: 0.1, eventDelay: 500, callDelay: 250, lost: 0.06, busy: 0.03 };
  if (random() < 0.3) network.server.logReach = 5;
  const participants = people.map((each) => network.join(each));
  const leaks: string[] = [];
  let left = clients;
  let lastId = 0;

  const among = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const newId = () => `00000000-0000-4000-8000-${String((lastId += 1)).padStart(12, "0")}`;

  function step(who: Participant): void {
    const { view } = who.store.getState();
    if (!view) return;
    for (const item of view.items.values())
      if (item.title !== null && isHiddenFrom(view.session, item, view.me))
        leaks.push(`${who.person.id} saw ${item.id}`);
    act(who, view);
  }

  function act(who: Participant, view: BoardView): void {
    const stickers = [...view.items.values()].filter((item) => item.kind === "sticker");
    const sticker = among(stickers);
    const column = among(network.server.columns) as string;
    const dice = random();
    const { store } = who;
    // A refusal is as good an outcome as any: what counts is that all agree in the end.
    const send = (command: Parameters<typeof store.send>[0]) =>
      void store.send(command).catch(() => undefined);
    if (dice < 0.3 || !sticker)
      send({ type: "sticker.add", id: newId(), parent_id: column, title: `text ${lastId}` });
    else if (dice < 0.48) {
      const title = `edit ${(lastId += 1)}`;
      send({ type: "item.edit", id: sticker.id, title, ...(random() < 0.5 ? { rev: sticker.rev } : {}) });
    } else if (dice < 0.58)
      send({ type: "item.move", id: sticker.id, parent_id: column, position: Math.floor(random() * 4) });
    else if (dice < 0.68)
      send({ type: "item.move", id: sticker.id, parent_id: (among(stickers) as Item).id, position: 0 });
    else if (dice < 0.82) send({ type: "vote", id: sticker.id, voted: !view.mine.has(sticker.id) });
    else if (dice < 0.87) {
      const { commit, undo } = store.deferDelete(sticker.id);
      world.after(random() * 3000, random() < 0.5 ? commit : undo);
    } else if (dice < 0.89) send({ type: "item.delete", id: sticker.id });
    else if (dice < 0.91)
      send({ type: "board.edit", head: { title: `title ${(lastId += 1)}`, description: "" } });
    else if (dice < 0.93) world.after(random() * 3000, store.hold());
    else if (dice < 0.96) {
      who.connect(false);
      who.offline = random() < 0.5;
      world.after(random() * 8000, () => {
        who.offline = false;
        who.connect(true);
      });
    } else if (dice < 0.97) who.reloadPage();
    else if (facilitated) facilitate(who, view);
  }

  function facilitate(who: Participant, view: BoardView): void {
    const call = (method: "POST" | "PUT" | "DELETE", path: string, body?: unknown) =>
      void who.store.call(method, path, body).catch(() => undefined);
    if (view.session.facilitator_id === null) call("POST", "/facilitators");
    else if (view.session.facilitator_id === who.person.id) {
      if (random() < 0.2) call("DELETE", "/facilitators");
      else if (random() < 0.1) call("PUT", "/reset-votes");
      else {
        const option = among([
          "hideContent",
          "concealVoteCount",
          "stopEditing",
          "avatars",
          "votes",
        ] as const) as keyof FacilitatorOptions;
        const values =
          option === "avatars"
            ? ["hide", "show", false]
            : option === "votes"
              ? [{ limit: 3, item: "board" }, false]
              : [true, false];
        call("PUT", "/facilitators", { option, value: among<unknown>(values) });
      }
    }
  }

  for (const who of participants) {
    let remaining = commands;
    const next = () => {
      step(who);
      // A facilitator turns to the options more often than one in thirty.
      const { view } = who.store.getState();
      if (facilitated && view && random() < 0.15) facilitate(who, view);
      remaining -= 1;
      if (remaining > 0) world.after(random() * 800, next);
      else left -= 1;
    };
    world.after(random() * 1500, next);
  }
  while (left > 0) await world.pass(2000);
  await world.pass(10_000);
  network.faults = faultless;
  await world.pass(120_000);
  const ends = participants.map((who) => {
    const { view, pending } = who.store.getState();
    const truth = network.server.truth(who.person.id);
    return {
      id: who.person.id,
      seen:
        view && comparable(view.version, view.head, view.session, [...view.items.values()], [...view.mine]),
      truth: comparable(truth.version, truth.head, truth.session, truth.items, truth.mine),
      pending: pending
        .filter(({ state }) => state !== "failed")
        .map(({ command, state }) => `${state} ${JSON.stringify(command)}`),
    };
  });
  for (const who of participants) who.store.close();
  return { clients: ends, leaks };
}

function comparable(
  version: number,
  head: unknown,
  session: unknown,
  items: Item[],
  mine: string[],
): unknown {
  return {
    version,
    head,
    session,
    items: items.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    mine: mine.toSorted(),
  };
}
