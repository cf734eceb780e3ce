import "./sortable-list.css";
import { useEffect, useMemo, useRef, type RefObject } from "react";
import { translate } from "../../i18n/i18n.ts";
import { announce } from "../focus/announce.ts";
import { focusNextFrame } from "../focus/focusNextFrame.ts";
import { Drag, type DragPoint, type DragSource } from "./drag.ts";

interface SortableList {
  onDrop: (id: string, place: number) => void;
  pauseUpdates?: (() => () => void) | undefined;
}

/** A row has `data-row`, its id; its handle is a `DragHandle`. A row that leaves the list ends its drag. */
export function useSortableList<T extends HTMLElement>(list: SortableList): RefObject<T | null> {
  const ref = useRef<T>(null);
  const latest = useRef(list);
  const rowDrag = useMemo(() => new RowDrag(ref, latest), []);
  useEffect(() => {
    latest.current = list;
    rowDrag.checkRow();
  });
  useEffect(() => (ref.current === null ? undefined : rowDrag.drag.listen(ref.current)), [rowDrag]);
  return ref;
}

class RowDrag implements DragSource {
  readonly drag = new Drag(this);
  readonly byHandle = true;
  readonly #listRef: RefObject<HTMLElement | null>;
  readonly #latest: RefObject<SortableList>;
  #state: { id: string; byKey: boolean; place: number; release: () => void } | null = null;

  constructor(listRef: RefObject<HTMLElement | null>, latest: RefObject<SortableList>) {
    this.#listRef = listRef;
    this.#latest = latest;
  }

  find(target: Element): HTMLElement | null {
    const handle = target.closest(".drag-handle:enabled");
    return handle?.closest<HTMLElement>("[data-row]") ?? null;
  }

  lift(row: HTMLElement, at: DragPoint | null): void {
    const id = row.dataset["row"] ?? "";
    const place = this.#rows().indexOf(row);
    const release = this.#latest.current.pauseUpdates?.() ?? (() => undefined);
    this.#state = { id, byKey: at === null, place, release };
    row.dataset["dragging"] = "";
    if (at === null) announce(translate("drag.picked"));
  }

  moveOver({ y }: DragPoint): void {
    this.#show(this.#others().filter((row) => middleOf(row) < y).length);
  }

  moveByKey(key: string): boolean {
    const by = { ArrowUp: -1, ArrowDown: 1 }[key];
    if (by === undefined || this.#state === null) return false;
    const place = this.#state.place + by;
    const others = this.#others();
    if (place < 0 || place > others.length) return true;
    this.#show(place);
    (others[place] ?? others[place - 1])?.scrollIntoView({ block: "nearest" });
    announce(translate("drag.place", { place: place + 1, places: others.length + 1 }));
    return true;
  }

  drop(): void {
    if (this.#state === null) return;
    const { id, place } = this.#state;
    // It has the rows that the user saw.
    const { onDrop } = this.#latest.current;
    this.#finish(false);
    onDrop(id, place);
  }

  cancel(focusLeft: boolean): void {
    if (this.#state?.byKey === true) announce(translate("drag.cancelled"));
    this.#finish(focusLeft);
  }

  checkRow(): void {
    if (this.#state === null) return;
    const row = this.#row(this.#state.id);
    if (row === undefined || row.querySelector(".drag-handle:enabled") === null) this.drag.cancel();
  }

  #finish(focusLeft: boolean): void {
    if (this.#state === null) return;
    const { id, byKey, release } = this.#state;
    this.#state = null;
    for (const row of this.#rows()) {
      delete row.dataset["dragging"];
      delete row.dataset["drop"];
    }
    release();
    // The browser takes the focus from an element that it moves.
    if (byKey && !focusLeft)
      focusNextFrame(() => this.#row(id)?.querySelector<HTMLElement>(".drag-handle")?.focus());
  }

  #show(place: number): void {
    if (this.#state === null) return;
    this.#state.place = place;
    const others = this.#others();
    for (const [i, row] of others.entries()) {
      if (i === place) row.dataset["drop"] = "before";
      else if (i === place - 1 && place === others.length) row.dataset["drop"] = "after";
      else delete row.dataset["drop"];
    }
  }

  #rows(): HTMLElement[] {
    return [...(this.#listRef.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
  }

  #row(id: string): HTMLElement | undefined {
    return this.#rows().find((row) => row.dataset["row"] === id);
  }

  #others(): HTMLElement[] {
    return this.#rows().filter((row) => row.dataset["row"] !== this.#state?.id);
  }
}

function middleOf(row: HTMLElement): number {
  const { top, height } = row.getBoundingClientRect();
  return top + height / 2;
}
