import type { BoardCommand } from "@retro/rules/predict";
import { type ApiErrorLike, toApiErrorLike } from "../apiCalls.ts";
import type { BoardStore } from "../boardStore.ts";
import { correctStep, type Direction } from "./changeHistory.ts";
import { type ChangeEntry, placeOf, type Step, stickersOf } from "./changeSteps.ts";
import { planUndo } from "./undoPlan.ts";
import type { UndoRefusal } from "./undoRefusal.ts";

/** What of an open board an undo needs. */
export type UndoableStore = Pick<BoardStore, "history" | "getState" | "sendUndo" | "serverNow">;

type UndoResult =
  /** The board shows it. `failure`: the first refusal of the server, null when it accepted everything. */
  | { readonly done: true; readonly entry: ChangeEntry; readonly failure: Promise<UndoFailure | null> }
  | { readonly done: false; readonly refusal: UndoRefusal }
  | null;

export interface UndoFailure {
  readonly command: BoardCommand;
  readonly error: ApiErrorLike;
  /** The server accepted other commands of the same change. */
  readonly partly: boolean;
}
type Refused = Omit<UndoFailure, "partly">;

/**
 * Undoes or redoes a change of this user [Y7]. The board shows it at once. A change that another user has
 * overwritten leaves the history; one that a rule forbids now stays in it.
 * @param given the change; without it, the newest one
 */
export function undoChange(store: UndoableStore, direction: Direction, given?: ChangeEntry): UndoResult {
  const { history } = store;
  const entry = given ?? history.next(direction);
  const { view } = store.getState();
  if (entry === null || view === null || !history.has(entry, direction)) return null;
  const isNext = history.next(direction) === entry;
  if (entry.cancel !== null && direction === "undo") {
    entry.cancel();
    entry.cancel = null;
    moveEntry(store, entry, direction, isNext);
    return { done: true, entry, failure: Promise.resolve(null) };
  }
  const plan = planUndo(view, entry, direction, store.serverNow());
  if (plan.refusal !== null) {
    if ("conflict" in plan.refusal) history.remove(entry);
    return { done: false, refusal: plan.refusal };
  }
  if (plan.commands.length === 0) {
    // A refused deletion, for example: the board is as it was before.
    history.remove(entry);
    return given ? null : undoChange(store, direction);
  }
  moveEntry(store, entry, direction, isNext);
  const sent = plan.commands.map(({ command, step }) => sendStep(store, command, step, direction));
  return { done: true, entry, failure: firstFailure(store, entry, sent) };
}

/** One that was not the newest cannot be redone: the others were made on top of it. */
function moveEntry(store: UndoableStore, entry: ChangeEntry, direction: Direction, isNext: boolean): void {
  store.history.remove(entry);
  if (isNext) store.history.put(entry, direction === "undo" ? "redo" : "undo");
}

async function sendStep(
  store: UndoableStore,
  command: BoardCommand,
  step: Step,
  direction: Direction,
): Promise<Refused | null> {
  const side = direction === "undo" ? "before" : "after";
  const { view } = store.getState();
  if (command.type === "item.delete" && "stickers" in step && view)
    step.stickers = stickersOf(view, step.stickers.roots);
  const outcome = store.sendUndo(command);
  const now = store.getState().view;
  // The stickers have new keys, and perhaps other siblings than before.
  if (step.type === "places" && now)
    for (const place of step.places) place[side] = placeOf(now, place.id) ?? place[side];
  try {
    correctStep(step, await outcome, side);
    return null;
  } catch (error) {
    return { command, error: toApiErrorLike(error) };
  }
}

async function firstFailure(
  store: UndoableStore,
  entry: ChangeEntry,
  sent: readonly Promise<Refused | null>[],
): Promise<UndoFailure | null> {
  const results = await Promise.all(sent);
  const refused = results.find((each) => each !== null);
  if (!refused) return null;
  store.history.remove(entry);
  return { ...refused, partly: results.includes(null) };
}
