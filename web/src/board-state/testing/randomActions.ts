import type { FacilitatorOptions, OptionName } from "@retro/contract/facilitation/facilitator-options";
import type { Item } from "@retro/contract/items";
import type { BoardView } from "@retro/rules/apply-change";
import type { BoardCommand } from "@retro/rules/predict";
import { hasReacted } from "@retro/rules/reactions";
import { undoChange, type UndoableStore } from "../history/undoChange.ts";
import type { BoardStore } from "../boardStore.ts";

/** A user who acts at random: a store, and a connection that can be broken. */
export interface Actor {
  readonly store: BoardStore;
  offline: boolean;
  connect: (up: boolean) => void;
  reloadPage: () => void;
}

export interface ActionContext {
  random: () => number;
  schedule: (ms: number, work: () => void) => void;
  columns: readonly string[];
  facilitated: boolean;
  newId: () => string;
  /** Called with each command when it is sent, and with what its user saw before. */
  onSent?: (who: Actor, command: BoardCommand, outcome: Promise<unknown>, before: BoardView | null) => void;
}

/** Creates ascending ids that begin with the given number. */
export function idSequence(series: number): () => string {
  let last = 0;
  return () => `${String(series).padStart(8, "0")}-0000-4000-8000-${String((last += 1)).padStart(12, "0")}`;
}

/** A refusal does not matter here: the fuzz test compares the final states. */
function ignoreRefusal(work: Promise<unknown>): void {
  work.catch(() => undefined);
}

/** Sends a command of this user. */
export function sendAs(actor: Actor, command: BoardCommand, context: ActionContext): void {
  const { view } = actor.store.getState();
  const outcome = actor.store.send(command);
  context.onSent?.(actor, command, outcome, view);
  ignoreRefusal(outcome);
}

/** Does one random thing that a user can do on a board. */
export function actRandomly(actor: Actor, view: BoardView, context: ActionContext): void {
  const { random, schedule, newId } = context;
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const stickers = [...view.items.values()].filter((item) => item.kind === "sticker");
  const sticker = pick(stickers);
  const column = pick(context.columns) as string;
  const siblingToFollow = (parentId: string): string | null =>
    random() < 0.3
      ? null
      : (pick(stickers.filter((each) => each.parent_id === parentId && each !== sticker))?.id ?? null);
  const chance = random();
  const { store } = actor;
  const send = (command: BoardCommand) => sendAs(actor, command, context);
  const id = newId();
  if (chance < 0.25 || !sticker) send({ type: "sticker.add", id, parent_id: column, title: `text ${id}` });
  else if (chance < 0.3) {
    const items = [id, newId()].map((each) => ({ id: each, title: `text ${each}` }));
    send({ type: "stickers.add", parent_id: column, items });
  } else if (chance < 0.48)
    send({
      type: "item.edit",
      id: sticker.id,
      title: `edit ${id}`,
      ...(random() < 0.5 ? { rev: sticker.rev } : {}),
    });
  else if (chance < 0.58)
    send({ type: "item.move", id: sticker.id, parent_id: column, after_id: siblingToFollow(column) });
  else if (chance < 0.68)
    send({ type: "item.move", id: sticker.id, parent_id: (pick(stickers) as Item).id, after_id: null });
  else if (chance < 0.76) {
    const kind = pick(["heart", "eyes"] as const) as "heart" | "eyes";
    const reacted = !hasReacted(sticker.reactions, kind, view.userId);
    send({ type: "reaction", id: sticker.id, kind, reacted });
  } else if (chance < 0.82) send({ type: "vote", id: sticker.id, voted: !view.votedIds.has(sticker.id) });
  else if (chance < 0.87) {
    const { commit, undo, ended } = store.deferDelete(sticker.id);
    // A page that closed meanwhile may have sent a deletion that was undone.
    context.onSent?.(
      actor,
      { type: "item.delete", id: sticker.id },
      ended.then(() => null),
      view,
    );
    schedule(random() * 3000, random() < 0.5 ? commit : undo);
  } else if (chance < 0.89) send({ type: "item.delete", id: sticker.id });
  else if (chance < 0.91) ignoreRefusal(store.call("PUT", "", { title: `title ${id}`, description: "" }));
  else if (chance < 0.93) schedule(random() * 3000, store.pauseUpdates());
  else if (chance < 0.96) {
    actor.connect(false);
    actor.offline = random() < 0.5;
    schedule(random() * 8000, () => {
      actor.offline = false;
      actor.connect(true);
    });
  } else if (chance < 0.97) actor.reloadPage();
  else if (context.facilitated) facilitateRandomly(actor, view, context);
}

/** Undoes or redoes one to three of the user's own changes. */
export function undoRandomly(actor: Actor, { random, onSent }: ActionContext): void {
  const { store } = actor;
  const undoing: UndoableStore = {
    history: store.history,
    getState: () => store.getState(),
    serverNow: () => store.serverNow(),
    sendUndo(command) {
      const { view } = store.getState();
      const outcome = store.sendUndo(command);
      onSent?.(actor, command, outcome, view);
      return outcome;
    },
  };
  const times = 1 + Math.floor(random() * 3);
  for (let n = 0; n < times; n += 1) undoChange(undoing, random() < 0.7 ? "undo" : "redo");
}

/** Takes or leaves the seat, sets an option, a round or the timer, resets the votes or deletes all stickers. */
export function facilitateRandomly(actor: Actor, view: BoardView, context: ActionContext): void {
  const { random } = context;
  const { facilitation, userId } = view;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const send = (command: BoardCommand) => sendAs(actor, command, context);
  if (facilitation.facilitator_id === null) {
    if (random() < 0.7) send({ type: "seat.take" });
    else send({ type: "timer.start", count_time: 600, at: actor.store.serverArrival() });
    return;
  }
  if (facilitation.facilitator_id !== userId) return;
  const chance = random();
  if (chance < 0.15) send({ type: "seat.leave" });
  else if (chance < 0.25) send({ type: "votes.reset" });
  else if (chance < 0.3) send({ type: "stickers.delete" });
  else if (chance < 0.42) changeRoundRandomly(actor, view, context);
  else if (chance < 0.55) setTimerRandomly(actor, view, context);
  else {
    const option = pick(["hideContent", "concealVoteCount", "stopEditing", "avatars", "votes"] as const);
    const values: FacilitatorOptions[OptionName][] =
      option === "avatars"
        ? ["hide", "show", false]
        : option === "votes"
          ? [{ limit: 3, item: "board" }, false]
          : [true, false];
    send({ type: "option.set", option, value: pick(values) });
  }
}

/** Opens a round of votes, on some of the board or all of it, or closes the votes so far as one [V8]. */
function changeRoundRandomly(actor: Actor, view: BoardView, context: ActionContext): void {
  const { random } = context;
  if (random() < 0.4) {
    sendAs(actor, { type: "round.close" }, context);
    return;
  }
  const sections = [...view.items.values()].filter(({ kind }) => kind === "section").map(({ id }) => id);
  const some = sections.filter(() => random() < 0.5);
  const round = {
    ...(random() < 0.5 && { name: "Costs" }),
    ...(random() < 0.5 && some.length > 0 && { sections: some }),
    ...(random() < 0.5 && { votes: { limit: 3, item: "board" as const } }),
    ...(random() < 0.5 && { concealVoteCount: random() < 0.7 }),
  };
  sendAs(actor, { type: "round.open", ...round }, context);
}

/** Presses one random button of the timer. */
function setTimerRandomly(actor: Actor, { facilitation }: BoardView, context: ActionContext): void {
  const { startTime, pauseTime, countTime } = facilitation.timer;
  const at = actor.store.serverArrival();
  const dice = context.random();
  if (startTime === null) sendAs(actor, { type: "timer.start", count_time: 600, at }, context);
  else if (dice < 0.25) sendAs(actor, { type: "timer.stop" }, context);
  else if (dice < 0.5) sendAs(actor, { type: "timer.edit", count_time: countTime + 60 }, context);
  else if (pauseTime === null) {
    const seconds = Math.ceil((startTime + countTime * 1000 - at) / 1000);
    sendAs(actor, { type: "timer.pause", at, seconds }, context);
  } else sendAs(actor, { type: "timer.play", at }, context);
}
