import type { BoardView } from "@retro/rules/apply-change";
import { createContext, use, useSyncExternalStore } from "react";
import { childIds } from "../../../board-state/view/childIds.ts";
import type { BoardStore } from "../../../board-state/boardStore.ts";
import type { Composer } from "../composer/composer.ts";
import { slideFromHere } from "../../../ui/slide.ts";
import { pointer } from "../../../ui/pointer.ts";

export const LanesContext = createContext<Lanes | null>(null);

function useLanes(): Lanes {
  const lanes = use(LanesContext);
  if (lanes === null) throw new Error("useLanes() outside of a board");
  return lanes;
}

export function useIsLane(columnId: string): boolean {
  const lanes = useLanes();
  return useSyncExternalStore(lanes.subscribe, () => lanes.isLane(columnId));
}

/** @param isNeeded whether a column without stickers is wide all the same */
function emptyColumns(view: BoardView | null, isNeeded: (columnId: string) => boolean): ReadonlySet<string> {
  const found = new Set<string>();
  if (view === null) return found;
  for (const section of childIds(view.items, null)) {
    const columns = childIds(view.items, section);
    const empty = columns.filter((column) => childIds(view.items, column).length === 0);
    if (columns.length - empty.length !== 1) continue;
    for (const column of empty) if (!isNeeded(column)) found.add(column);
  }
  return found;
}

/**
 * The columns that are lanes: beside a single used column, which fills the section row by row, the empty ones
 * take no room until they are needed. A column becomes wide when the section has stickers in two columns, or
 * it gets the composer, a draft or the focus. Widths change only while nothing is
 * pressed and nothing scrolls: what a sticker is dragged over on its way stays where it is.
 */
export class Lanes {
  readonly #store: BoardStore;
  readonly #composer: Composer;
  readonly #listeners = new Set<() => void>();
  #focused: string | null = null;
  #lanes: ReadonlySet<string>;

  constructor(store: BoardStore, composer: Composer) {
    this.#store = store;
    this.#composer = composer;
    this.#lanes = emptyColumns(store.getState().view, this.#isNeeded);
  }

  readonly isLane = (columnId: string): boolean => this.#lanes.has(columnId);

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly start = (): (() => void) => {
    const ends = [
      pointer.subscribe(this.#update),
      this.#store.subscribe(this.#update),
      this.#composer.column.subscribe(this.#update),
      this.#store.drafts.subscribe(this.#update),
    ];
    document.addEventListener("focusin", this.#onFocus);
    document.addEventListener("focusout", this.#onBlur);
    this.#update();
    return () => {
      for (const end of ends) end();
      document.removeEventListener("focusin", this.#onFocus);
      document.removeEventListener("focusout", this.#onBlur);
    };
  };

  readonly #onFocus = (event: FocusEvent): void => this.#setFocused(event.target);
  readonly #onBlur = (event: FocusEvent): void => this.#setFocused(event.relatedTarget);

  #setFocused(target: EventTarget | null): void {
    const column = target instanceof Element ? target.closest<HTMLElement>("[data-column]") : null;
    this.#focused = column?.dataset["column"] ?? null;
    this.#update();
  }

  readonly #isUsed = (columnId: string): boolean =>
    this.#focused === columnId || this.#composer.column.get() === columnId;

  readonly #isNeeded = (columnId: string): boolean =>
    this.#isUsed(columnId) || this.#store.drafts.get(columnId) !== null;

  readonly #update = (): void => {
    const wanted = emptyColumns(this.#store.getState().view, this.#isNeeded);
    const next = pointer.isStill ? wanted : this.#widened();
    if (next.size === this.#lanes.size && [...next].every((column) => this.#lanes.has(column))) return;
    const before = this.#lanes;
    const slide = slideFromHere(movedBy((column) => before.has(column) !== next.has(column)));
    this.#lanes = next;
    for (const listener of this.#listeners) listener();
    // React has queued its rendering as a microtask before: this one finds the new page.
    queueMicrotask(slide);
  };

  /** While the page scrolls, or a double click may follow, a column that the user needs now becomes wide. */
  #widened(): ReadonlySet<string> {
    if (pointer.isPressed) return this.#lanes;
    return new Set([...this.#lanes].filter((column) => !this.#isUsed(column)));
  }
}

/** What moves when columns get other widths: the columns of their sections, and in each what is in it. */
function movedBy(isChanged: (columnId: string) => boolean): Map<HTMLElement, HTMLElement[]> {
  const moved = new Map<HTMLElement, HTMLElement[]>();
  for (const section of document.querySelectorAll<HTMLElement>("[data-section]")) {
    const columns = [...section.querySelectorAll<HTMLElement>("[data-column]")];
    if (!columns.some((column) => isChanged(column.dataset["column"] ?? ""))) continue;
    const wide = columns.filter((column) => column.dataset["lane"] === undefined);
    moved.set(section, wide);
    for (const column of wide)
      moved.set(column, [...column.querySelectorAll<HTMLElement>(":scope > ul > .sticker-slot")]);
  }
  return moved;
}
