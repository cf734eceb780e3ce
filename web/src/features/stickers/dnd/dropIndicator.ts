import { externalStore } from "../../../ui/externalStore.ts";
import type { DropTarget } from "./dropTarget.ts";
import { stickerListItem } from "../keyboard/stickerFocus.ts";
import { hitPosition, ringAround } from "./hitTest.ts";
import type { DropIndicatorBox, HitResult } from "./hitTest.ts";

const nearest: ScrollIntoViewOptions = { block: "nearest", inline: "nearest" };

export class DropIndicator {
  readonly box = externalStore<DropIndicatorBox | null>(null);
  #aside: Neighbours = nobody;

  showHit(hit: HitResult | null, draggedId: string): void {
    const next = hit?.indicator ?? null;
    if (JSON.stringify(next) !== JSON.stringify(this.box.get())) this.box.set(next);
    this.#moveAside(hit?.target.kind === "place" ? neighboursOf(hit.target, draggedId) : nobody);
  }

  showTarget(target: DropTarget, draggedId: string, isAllowed: (target: DropTarget) => boolean): void {
    if (target.kind === "group") {
      const slot = stickerListItem(target.onto);
      const card = slot?.querySelector(".sticker") ?? slot;
      if (card === null) return;
      card.scrollIntoView(nearest);
      this.showHit({ target, indicator: ringAround(card.getBoundingClientRect()) }, draggedId);
    } else if (target.kind === "actions") {
      const home = document.querySelector(`[data-section="${CSS.escape(target.sectionId)}"]`);
      if (home === null) return;
      home.scrollIntoView(nearest);
      const ring = ringAround(home.getBoundingClientRect());
      this.showHit({ target, indicator: { ...ring, makesAction: true } }, draggedId);
    } else {
      const list = listElement(target.parentId);
      if (list === null) return;
      (list.children[target.position] ?? list).scrollIntoView(nearest);
      this.showHit(hitPosition(list, target.position, draggedId, isAllowed), draggedId);
    }
  }

  hide(): void {
    this.box.set(null);
    this.#moveAside(nobody);
  }

  /** A drag asks in every frame, mostly for the same ones. */
  #moveAside(next: Neighbours): void {
    const { above, below } = this.#aside;
    if (next.above === above && next.below === below) return;
    delete above?.dataset["aside"];
    delete below?.dataset["aside"];
    this.#aside = next;
    if (next.above !== undefined) next.above.dataset["aside"] = "up";
    if (next.below !== undefined) next.below.dataset["aside"] = "down";
  }
}

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

function listElement(parentId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-list="${CSS.escape(parentId)}"]`);
}
