import type { FacilitatorOptions, Item, OptionName } from "@retro/contract/entities";
import type { BoardView } from "@retro/rules/apply";
import type { Command } from "@retro/rules/predict";
import type { BoardStore } from "../types.ts";

/** Someone who acts at random: a store, and a connection that can be broken. */
export interface Actor {
  readonly store: BoardStore;
  offline: boolean;
  connect: (up: boolean) => void;
  reloadPage: () => void;
}

export interface Kit {
  random: () => number;
  after: (ms: number, work: () => void) => void;
  columns: readonly string[];
  facilitated: boolean;
  newId: () => string;
  /** Hears of each command before it is sent, and of its outcome. */
  sent?: (who: Actor, command: Command, outcome: Promise<unknown>) => void;
}

/** Ids in a row, with the digits given in front. */
export function idsFrom(series: number): () => string {
  let last = 0;
  return () => `${String(series).padStart(8, "0")}-0000-4000-8000-${String((last += 1)).padStart(12, "0")}`;
}

/** Whether it is refused does not matter here: what counts is that all agree in the end. */
function attempt(work: Promise<unknown>): void {
  work.catch(() => undefined);
}

function sendAs(who: Actor, command: Command, kit: Kit): void {
  const outcome = who.store.send(command);
  kit.sent?.(who, command, outcome);
  attempt(outcome);
}

/** One random thing that a person may do on a board. */
export function act(who: Actor, view: BoardView, kit: Kit): void {
  const { random, after, newId } = kit;
  const among = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const stickers = [...view.items.values()].filter((item) => item.kind === "sticker");
  const sticker = among(stickers);
  const column = among(kit.columns) as string;
  const siblingToFollow = (parentId: string): string | null =>
    random() < 0.3
      ? null
      : (among(stickers.filter((each) => each.parent_id === parentId && each !== sticker))?.id ?? null);
  const dice = random();
  const { store } = who;
  const send = (command: Command) => sendAs(who, command, kit);
  const id = newId();
  if (dice < 0.25 || !sticker) send({ type: "sticker.add", id, parent_id: column, title: `text ${id}` });
  else if (dice < 0.3) {
    const items = [id, newId()].map((each) => ({ id: each, title: `text ${each}` }));
    send({ type: "stickers.add", parent_id: column, items });
  } else if (dice < 0.48)
    send({
      type: "item.edit",
      id: sticker.id,
      title: `edit ${id}`,
      ...(random() < 0.5 ? { rev: sticker.rev } : {}),
    });
  else if (dice < 0.58)
    send({ type: "item.move", id: sticker.id, parent_id: column, after_id: siblingToFollow(column) });
  else if (dice < 0.68)
    send({ type: "item.move", id: sticker.id, parent_id: (among(stickers) as Item).id, after_id: null });
  else if (dice < 0.82) send({ type: "vote", id: sticker.id, voted: !view.mine.has(sticker.id) });
  else if (dice < 0.87) {
    const { commit, undo, ended } = store.deferDelete(sticker.id);
    // A deletion that was taken back may have been sent by a page that went meanwhile.
    kit.sent?.(
      who,
      { type: "item.delete", id: sticker.id },
      ended.then(() => null),
    );
    after(random() * 3000, random() < 0.5 ? commit : undo);
  } else if (dice < 0.89) send({ type: "item.delete", id: sticker.id });
  else if (dice < 0.91) attempt(store.call("PUT", "", { title: `title ${id}`, description: "" }));
  else if (dice < 0.93) after(random() * 3000, store.hold());
  else if (dice < 0.96) {
    who.connect(false);
    who.offline = random() < 0.5;
    after(random() * 8000, () => {
      who.offline = false;
      who.connect(true);
    });
  } else if (dice < 0.97) who.reloadPage();
  else if (kit.facilitated) facilitate(who, view, kit);
}

/** Takes the seat, gives it back, turns an option, sets the timer, resets the votes or deletes all stickers. */
export function facilitate(who: Actor, view: BoardView, kit: Kit): void {
  const { random } = kit;
  const { session, me } = view;
  const among = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const send = (command: Command) => sendAs(who, command, kit);
  if (session.facilitator_id === null) {
    if (random() < 0.7) send({ type: "seat.take" });
    else send({ type: "timer.start", count_time: 600, at: who.store.serverArrival() });
    return;
  }
  if (session.facilitator_id !== me) return;
  const dice = random();
  if (dice < 0.15) send({ type: "seat.leave" });
  else if (dice < 0.25) send({ type: "votes.reset" });
  else if (dice < 0.3) send({ type: "stickers.delete" });
  else if (dice < 0.5) setTimer(who, view, kit);
  else {
    const option = among(["hideContent", "concealVoteCount", "stopEditing", "avatars", "votes"] as const);
    const values: FacilitatorOptions[OptionName][] =
      option === "avatars"
        ? ["hide", "show", false]
        : option === "votes"
          ? [{ limit: 3, item: "board" }, false]
          : [true, false];
    send({ type: "option.set", option, value: among(values) });
  }
}

/** One press that the timer's panel offers. */
function setTimer(who: Actor, { session }: BoardView, kit: Kit): void {
  const { startTime, pauseTime, countTime } = session.timer;
  const at = who.store.serverArrival();
  const dice = kit.random();
  if (startTime === null) sendAs(who, { type: "timer.start", count_time: 600, at }, kit);
  else if (dice < 0.25) sendAs(who, { type: "timer.stop" }, kit);
  else if (dice < 0.5) sendAs(who, { type: "timer.edit", count_time: countTime + 60 }, kit);
  else if (pauseTime === null) {
    const seconds = Math.ceil((startTime + countTime * 1000 - at) / 1000);
    sendAs(who, { type: "timer.pause", at, seconds }, kit);
  } else sendAs(who, { type: "timer.play", at }, kit);
}
