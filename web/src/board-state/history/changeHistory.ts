import type { Action } from "@retro/contract/actions";
import type { Item } from "@retro/contract/items";
import type { BoardView } from "@retro/rules/apply-change";
import { isActionHiddenFrom, isHiddenFrom } from "@retro/rules/permissions";
import type { BoardCommand } from "@retro/rules/predict";
import type { Deletion } from "../outbox/pendingEntry.ts";
import { correctActionStep, scrubActionStep } from "./actionSteps.ts";
import { specOf, stepOf } from "../commands/commands.ts";
import { type ChangeEntry, hasText, kindOfStep, type Step } from "./changeSteps.ts";

/** The oldest changes are forgotten. */
export const maxEntries = 100;

export type Direction = "undo" | "redo";

/** The user's own changes of one board on this page that can be undone and redone [Y7]. In memory only. */
export class ChangeHistory {
  readonly #view: () => BoardView | null;
  readonly #changed: () => void;
  #lists: Record<Direction, readonly ChangeEntry[]> = { undo: [], redo: [] };
  /** The change that takes all steps of `together`. */
  #open: ChangeEntry | "empty" | null = null;

  /** @param view what the screen shows */
  constructor(view: () => BoardView | null, changed: () => void) {
    this.#view = view;
    this.#changed = changed;
  }

  state() {
    return { nextUndo: this.next("undo"), nextRedo: this.next("redo") };
  }

  next(direction: Direction): ChangeEntry | null {
    return this.#lists[direction].at(-1) ?? null;
  }

  has(entry: ChangeEntry, direction: Direction): boolean {
    return this.#lists[direction].includes(entry);
  }

  /** Sends a command, and records what it changes. A refused command leaves the history. */
  record(command: BoardCommand, send: () => Promise<unknown>): Promise<unknown> {
    if (specOf(command).step === undefined) return send();
    const before = this.#view();
    const outcome = send();
    const step = this.#add(command, before);
    if (step !== null)
      outcome.then(
        (data) => correctStep(step.step, data, "after"),
        () => this.#removeStep(step.entry, step.step),
      );
    return outcome;
  }

  recordDeletion(id: string, defer: () => Deletion): Deletion {
    const before = this.#view();
    const deletion = defer();
    const added = this.#add({ type: "item.delete", id }, before);
    if (added === null) return deletion;
    const { entry } = added;
    entry.cancel = deletion.undo;
    void deletion.ended.then(() => (entry.cancel = null));
    const undo = () => {
      if (entry.cancel === null) return;
      entry.cancel = null;
      deletion.undo();
      const isLast = this.next("undo") === entry;
      this.remove(entry);
      if (isLast) this.put(entry, "redo");
    };
    return { ...deletion, undo };
  }

  /** The commands that `work` sends are one change. */
  together(work: () => void): void {
    this.#open = "empty";
    try {
      work();
    } finally {
      this.#open = null;
    }
  }

  remove(entry: ChangeEntry): void {
    if (!this.has(entry, "undo") && !this.has(entry, "redo")) return;
    const { undo, redo } = this.#lists;
    const others = (list: readonly ChangeEntry[]) => list.filter((each) => each !== entry);
    this.#set({ undo: others(undo), redo: others(redo) });
  }

  /** The change was undone: it can be redone. Or the other way round. */
  put(entry: ChangeEntry, direction: Direction): void {
    this.#set({ ...this.#lists, [direction]: [...this.#lists[direction], entry].slice(-maxEntries) });
  }

  /** Forgets texts that are now hidden from this user [H1]. */
  scrub({ facilitation, userId }: BoardView): void {
    const isActionHidden = (action: Action) => isActionHiddenFrom(facilitation, action, userId);
    const isHidden = (item: Pick<Item, "kind" | "user_id">) => isHiddenFrom(facilitation, item, userId);
    for (const entry of [...this.#lists.undo, ...this.#lists.redo]) {
      for (const step of entry.steps)
        if ("stickers" in step && step.stickers.items.some(isHidden))
          step.stickers = { ...step.stickers, items: [] };
      for (const step of entry.steps) if (step.type === "action") scrubActionStep(step, isActionHidden);
      const hiddenTexts = entry.steps.filter(
        (step) => step.type === "content" && hasText(step.after) && isHidden(step.author),
      );
      for (const step of hiddenTexts) this.#removeStep(entry, step);
    }
  }

  /** Records the command that was just sent. A new change of the user ends what could be redone. */
  #add(command: BoardCommand, before: BoardView | null): { entry: ChangeEntry; step: Step } | null {
    const after = this.#view();
    const step = before && after && stepOf(command, before, after);
    if (!step) return null;
    const open = this.#open;
    if (open !== null && open !== "empty" && this.#lists.undo.includes(open)) {
      open.steps.push(step);
      return { entry: open, step };
    }
    const entry: ChangeEntry = { kind: kindOfStep(step, after), steps: [step], cancel: null };
    if (open !== null) this.#open = entry;
    this.#set({ undo: [...this.#lists.undo, entry].slice(-maxEntries), redo: [] });
    return { entry, step };
  }

  #removeStep(entry: ChangeEntry, step: Step): void {
    const at = entry.steps.indexOf(step);
    if (at >= 0) entry.steps.splice(at, 1);
    if (entry.steps.length === 0) this.remove(entry);
  }

  #set(lists: Record<Direction, readonly ChangeEntry[]>): void {
    this.#lists = lists;
    this.#changed();
  }
}

/**
 * Takes over what the server made of a step: it may have given the sticker another key, or changed the text's
 * white space.
 * @param side the state that the step led to: `before` after an undo
 * @param data the answer's item or items
 */
export function correctStep(step: Step, data: unknown, side: "before" | "after"): void {
  const items = (Array.isArray(data) ? data : [data]) as (Partial<Item> | null | undefined)[];
  for (const item of items) {
    if (item?.id === undefined) continue;
    if (step.type === "action") correctActionStep(step, item, side);
    if (step.type === "places" && item.order !== undefined)
      for (const place of step.places)
        if (place.id === item.id) place[side] = { ...place[side], order: item.order };
    if (step.type === "content" && step.id === item.id && step[side].title !== undefined && item.title)
      step[side] = { ...step[side], title: item.title };
    if ("stickers" in step) {
      const known = step.stickers.items;
      step.stickers = {
        ...step.stickers,
        items: known.map((each) => (each.id === item.id ? { ...each, ...item } : each)),
      };
    }
  }
}
