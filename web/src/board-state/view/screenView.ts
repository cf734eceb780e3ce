import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import type { BoardView } from "@retro/rules/apply-change";
import { isFacilitator } from "@retro/rules/permissions";
import { presentAction, presentItem } from "@retro/rules/present";

/** `null`: nothing is withheld from the others, or this user does not facilitate. */
export type ScreenState = "open" | "hidden" | "peeking" | null;

function withholds({ facilitator_options: { hideContent, concealVoteCount } }: Facilitation): boolean {
  return hideContent || concealVoteCount;
}

/**
 * The facilitator's own screen while others look at it, shared or projected: it shows what a participant sees
 * [F4]. Everything on the page reads the view, so it is hidden everywhere.
 */
export class ScreenView {
  readonly #changed: () => void;
  /** The user's choice, until another step begins. */
  #choice: { since: number | undefined; hides: boolean } | null = null;
  /** The step at which the user peeks: the next one is hidden though the button is still pressed. */
  #peek: { since: number | undefined } | null = null;
  #cached: { from: BoardView; view: BoardView } | null = null;
  /** What was presented before, so that an item keeps its identity. */
  #presented = { of: null as Facilitation | null, parts: new WeakMap<object, object>() };

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  state(view: BoardView | null): ScreenState {
    if (view === null || !isFacilitator(view.facilitation, view.userId) || !withholds(view.facilitation))
      return null;
    if (!this.#hides(view.facilitation)) return "open";
    const peeks = this.#peek !== null && this.#peek.since === view.facilitation.meeting?.at;
    return peeks ? "peeking" : "hidden";
  }

  /** In a meeting the screen is hidden until its user opens it; without a meeting it is open. */
  #hides({ meeting }: Facilitation): boolean {
    return this.#choice !== null && this.#choice.since === meeting?.at
      ? this.#choice.hides
      : meeting !== undefined;
  }

  setHidden(view: BoardView | null, hides: boolean): void {
    this.#choice = { since: view?.facilitation.meeting?.at, hides };
    this.#changed();
  }

  /** While the user presses a button or a key, until another step begins. */
  peek(view: BoardView | null, peeks: boolean): void {
    if (peeks === (this.#peek !== null)) return;
    this.#peek = peeks ? { since: view?.facilitation.meeting?.at } : null;
    this.#changed();
  }

  present(view: BoardView | null): BoardView | null {
    if (view === null || this.state(view) !== "hidden") return view;
    if (this.#cached?.from !== view) this.#cached = { from: view, view: this.#asParticipant(view) };
    return this.#cached.view;
  }

  #asParticipant(view: BoardView): BoardView {
    const { facilitation, userId } = view;
    if (this.#presented.of !== facilitation) this.#presented = { of: facilitation, parts: new WeakMap() };
    const { parts } = this.#presented;
    const asParticipant = { ...facilitation, facilitator_id: null };
    const present = <T extends object>(part: T, by: (part: T, of: Facilitation, to: string) => T): T => {
      const known = parts.get(part) as T | undefined;
      if (known !== undefined) return known;
      const presented = by(part, asParticipant, userId);
      parts.set(part, presented);
      return presented;
    };
    return {
      ...view,
      items: new Map(Array.from(view.items, ([id, item]) => [id, present(item, presentItem)])),
      actions: new Map(Array.from(view.actions, ([id, action]) => [id, present(action, presentAction)])),
    };
  }
}
