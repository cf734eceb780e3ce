import { externalStore, type ExternalStore } from "../../../ui/externalStore.ts";
import type { DropTarget } from "./dropTarget.ts";
import { hitPosition, ringAround, stickerListItem } from "./hitTest.ts";
import type { DropIndicatorBox, HitResult } from "./hitTest.ts";

/** Marks the drop target on the board: by a line or a ring; the stickers next to a line move aside. */
export interface DropIndicator {
  box: ExternalStore<DropIndicatorBox | null>;
  /** Marks the target under the pointer; null removes the mark. */
  showHit: (hit: HitResult | null, draggedId: string) => void;
  /** Marks a target that was chosen without a pointer, and scrolls it into view. */
  showTarget: (target: DropTarget, draggedId: string, isAllowed: (target: DropTarget) => boolean) => void;
  /** Calls `show` whenever the size of the target's list changes: a lane becomes wide when it is the target. */
  followSize: (parentId: string, show: () => void) => void;
  hide: () => void;
}

const nearest: ScrollIntoViewOptions = { block: "nearest", inline: "nearest" };

export function createDropIndicator(): DropIndicator {
  const box = externalStore<DropIndicatorBox | null>(null);
  let aside: Neighbours = nobody;
  const size = followListSize();

  /** Moves these stickers aside, and those of before back. A drag asks in every frame, mostly for the same ones. */
  function moveAside(next: Neighbours): void {
    if (next.above === aside.above && next.below === aside.below) return;
    delete aside.above?.dataset["aside"];
    delete aside.below?.dataset["aside"];
    aside = next;
    if (next.above !== undefined) next.above.dataset["aside"] = "up";
    if (next.below !== undefined) next.below.dataset["aside"] = "down";
  }

  function showHit(hit: HitResult | null, draggedId: string): void {
    const next = hit?.indicator ?? null;
    if (!sameBox(next, box.get())) box.set(next);
    moveAside(hit?.target.kind === "place" ? neighboursOf(hit.target, draggedId) : nobody);
  }

  return {
    box,
    showHit,
    showTarget(target, draggedId, isAllowed) {
      if (target.kind === "group") {
        const slot = stickerListItem(target.onto);
        const card = slot?.querySelector(".sticker") ?? slot;
        if (card === null) return;
        card.scrollIntoView(nearest);
        showHit({ target, indicator: ringAround(card.getBoundingClientRect()) }, draggedId);
      } else {
        const list = listElement(target.parentId);
        if (list === null) return;
        (list.children[target.position] ?? list).scrollIntoView(nearest);
        showHit(hitPosition(list, target.position, draggedId, isAllowed), draggedId);
      }
    },
    followSize: (parentId, show) => size.follow(listElement(parentId), show),
    hide() {
      size.stop();
      box.set(null);
      moveAside(nobody);
    },
  };
}

/** The stickers above and below a line. */
interface Neighbours {
  above?: HTMLElement | undefined;
  below?: HTMLElement | undefined;
}

const nobody: Neighbours = {};

function neighboursOf(
  { parentId, position }: Extract<DropTarget, { kind: "place" }>,
  draggedId: string,
): Neighbours {
  const slots = [...(listElement(parentId)?.children ?? [])].filter(
    (slot): slot is HTMLElement => slot instanceof HTMLElement && slot.dataset["sticker"] !== draggedId,
  );
  return { above: slots[position - 1], below: slots[position] };
}

function sameBox(a: DropIndicatorBox | null, b: DropIndicatorBox | null): boolean {
  if (a === null || b === null) return a === b;
  return (
    a.kind === b.kind && a.left === b.left && a.top === b.top && a.width === b.width && a.height === b.height
  );
}

/** Calls a function whenever the size of a list changes, one list at a time. */
function followListSize() {
  let list: HTMLElement | null = null;
  let known = "";
  let changed = () => undefined as void;
  const onResize = () => {
    // The observer also calls back when it begins. The mark is at the right place then, unless the list has changed in this frame.
    if (list === null || sizeOf(list) === known) return;
    known = sizeOf(list);
    changed();
  };
  const observer = "ResizeObserver" in window ? new ResizeObserver(onResize) : null;
  const stop = () => {
    list = null;
    observer?.disconnect();
  };
  return {
    stop,
    follow(next: HTMLElement | null, show: () => void): void {
      changed = show;
      if (next === list) return;
      stop();
      if (next === null) return;
      list = next;
      known = sizeOf(next);
      observer?.observe(next);
    },
  };
}

function sizeOf({ clientWidth, clientHeight }: HTMLElement): string {
  return `${clientWidth} ${clientHeight}`;
}

function listElement(parentId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-list="${CSS.escape(parentId)}"]`);
}
