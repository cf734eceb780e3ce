import type { BoardView } from "@retro/rules/apply-change";
import type { BoardStore } from "../../../board-state/boardStore.ts";
import { Drag, type DragMeans, type DragPoint, type DragSource } from "../../../ui/drag/drag.ts";
import { focusNextFrame } from "../../../ui/focus/focusNextFrame.ts";
import { areSingleKeysOn } from "../../../ui/focus/singleKeys.ts";
import { editableSticker } from "../boardQueries.ts";
import { stickerCardOf, stickerListItem } from "../keyboard/stickerFocus.ts";
import { TabDwell } from "../phone/tabDwell.ts";
import { moveItem } from "../saving/saveSticker.ts";
import { DragAnnouncements } from "./dragAnnouncements.ts";
import { DropIndicator } from "./dropIndicator.ts";
import { currentTarget, dropCheck, mayDrop, moveOf, nextTarget } from "./dropTarget.ts";
import type { DropTarget } from "./dropTarget.ts";
import { hitTest } from "./hitTest.ts";

class DragPreview {
  readonly #frame = document.createElement("div");

  show(id: string): void {
    const slot = stickerListItem(id);
    const copy = slot === null ? null : copyOf(slot);
    if (slot === null || copy === null) return;
    const { left, top, width, height } = slot.getBoundingClientRect();
    const clone = document.createElement("div");
    clone.className = "drag-clone";
    clone.append(copy);
    this.#frame.className = "drag-preview";
    this.#frame.inert = true;
    this.#frame.ariaHidden = "true";
    Object.assign(this.#frame.style, { left: `${left}px`, top: `${top}px` });
    Object.assign(this.#frame.style, { width: `${width}px`, height: `${height}px`, transform: "" });
    this.#frame.replaceChildren(clone);
    document.body.append(this.#frame);
  }

  moveBy(x: number, y: number): void {
    this.#frame.style.transform = `translate(${x}px, ${y}px)`;
  }

  hide(): void {
    this.#frame.remove();
    this.#frame.replaceChildren();
  }
}

function copyOf(slot: HTMLElement): HTMLElement | null {
  const card = slot.querySelector<HTMLElement>(".sticker");
  if (card === null) return null;
  const copy = card.cloneNode(true) as HTMLElement;
  copy.style.padding = getComputedStyle(card).padding;
  for (const each of [copy, ...copy.querySelectorAll("*")])
    for (const name of ["id", "data-sticker", "data-dragging", "tabindex"]) each.removeAttribute(name);
  const outer = document.createElement("div");
  outer.className = slot.className;
  if ("group" in slot.dataset) outer.dataset["group"] = "";
  outer.append(copy);
  return outer;
}

interface DragState {
  id: string;
  start: DragPoint | null;
  target: DropTarget | null;
  isOnLane?: boolean;
  release: () => void;
}

export class StickerDrag implements DragSource {
  readonly drag = new Drag(this);
  readonly #store: BoardStore;
  readonly #makeAction: (stickerId: string) => void;
  readonly #dropIndicator = new DropIndicator();
  readonly #announcements = new DragAnnouncements();
  readonly #preview = new DragPreview();
  readonly #tabDwell = new TabDwell();
  readonly indicator = this.#dropIndicator.box;
  readonly announcement = this.#announcements.text;
  #state: DragState | null = null;
  #check: { id: string; items: BoardView["items"]; mayDrop: (target: DropTarget) => boolean } | null = null;

  constructor(store: BoardStore, makeAction: (stickerId: string) => void) {
    this.#store = store;
    this.#makeAction = makeAction;
  }

  find(target: Element, by: DragMeans): HTMLElement | null {
    if (by === "keys" ? !target.matches(".sticker") : target.closest("button, input") !== null) return null;
    const listItem = target.closest(".sticker")?.closest<HTMLElement>("[data-sticker]") ?? null;
    return editableSticker(this.#view(), idOf(listItem)) === null ? null : listItem;
  }

  lift(element: HTMLElement, start: DragPoint | null): void {
    const view = this.#view();
    const id = idOf(element);
    const target = start === null && view !== null ? currentTarget(view, id) : null;
    this.#state = { id, start, target, release: this.#store.pauseUpdates() };
    if (start !== null) this.#preview.show(id);
    element.dataset["dragging"] = "";
    if (start !== null) return;
    this.#announcements.pickedUp();
    if (target !== null) this.#showTarget(target, id);
  }

  moveOver({ x, y, under }: DragPoint): void {
    if (this.#state === null || this.#state.start === null) return;
    const { id, start } = this.#state;
    this.#preview.moveBy(x - start.x, y - start.y);
    this.#tabDwell.follow(under);
    this.#state.isOnLane = (under?.closest("[data-lane]") ?? null) !== null;
    const hit = hitTest(under, x, y, id, this.#isAllowed);
    this.#state.target = hit?.target ?? null;
    this.#dropIndicator.showHit(hit, id);
  }

  moveByKey(key: string): boolean {
    const view = this.#view();
    const state = this.#state;
    const move = moveOfKey(key);
    if (state === null || view === null || state.target === null || move === null) return false;
    const next = nextTarget(view, state.id, state.target, move);
    if (next !== null && (next.kind === "group" || mayDrop(view, state.id, next))) {
      state.target = next;
      this.#showTarget(next, state.id);
      this.#announcements.target(view, state.id, next);
    }
    return true;
  }

  /** A tab leads to its section, and a lane takes the sticker; they are near an edge of the screen. */
  mayScroll(): boolean {
    return !this.#tabDwell.isOnTab && this.#state?.isOnLane !== true;
  }

  drop(): void {
    if (this.#state === null) return;
    const { id, target, release } = this.#state;
    const shown = this.#view();
    if (target?.kind === "actions") {
      release();
      if (this.#isAllowed(target)) this.#makeAction(id);
      this.#finish();
      return;
    }
    const move =
      shown === null || target === null || isAt(shown, id, target) ? null : moveOf(shown, id, target);
    // The user chose the place on the board that was shown; the drop is decided by the present one, where the
    // sticker may be hidden.
    release();
    const present = this.#view();
    if (move === null || target === null || present === null || present.items.get(id)?.hidden === true)
      this.#announcements.cancelled();
    else {
      if (present.items.has(id)) this.#announcements.dropped(present, target);
      const isThere = (each: string) => present.items.get(each)?.parent_id === move.parentId;
      void moveItem(this.#store, id, move.parentId, move.before.findLast(isThere) ?? null);
    }
    this.#finish();
  }

  cancel(focusLeft: boolean): void {
    this.#announcements.cancelled();
    this.#finish(focusLeft);
  }

  scrubHidden(): void {
    const view = this.#view();
    // It contains the items, and so their texts.
    this.#check = null;
    if (this.#state !== null && view?.items.get(this.#state.id)?.hidden === true) this.drag.cancel();
    this.#announcements.scrubHidden(view);
  }

  #view(): BoardView | null {
    return this.#store.getState().view;
  }

  readonly #isAllowed = (target: DropTarget): boolean => {
    const view = this.#view();
    if (this.#state === null || view === null) return false;
    const { id } = this.#state;
    if (this.#check?.id !== id || this.#check.items !== view.items)
      this.#check = { id, items: view.items, mayDrop: dropCheck(view, id) };
    return this.#check.mayDrop(target);
  };

  #showTarget(target: DropTarget, id: string): void {
    this.#dropIndicator.showTarget(target, id, this.#isAllowed);
  }

  #finish(focusLeft = false): void {
    if (this.#state === null) return;
    const { id, start, release, target } = this.#state;
    this.#state = null;
    this.#check = null;
    this.#preview.hide();
    this.#tabDwell.stop();
    this.#dropIndicator.hide();
    delete stickerListItem(id)?.dataset["dragging"];
    release();
    if (start === null && !focusLeft)
      // In a closed group the sticker itself is not rendered; use the group's top sticker.
      focusNextFrame(() =>
        (stickerCardOf(id) ?? (target?.kind === "group" ? stickerCardOf(target.onto) : null))?.focus(),
      );
  }
}

function idOf(listItem: HTMLElement | null): string {
  return listItem?.dataset["sticker"] ?? "";
}

const moveKeys = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "g"]);

function moveOfKey(key: string): string | null {
  const wanted = key.length === 1 ? key.toLowerCase() : key;
  // The key's position counts too, for other keyboard layouts: П is on the key of G.
  const known = wanted === "п" ? "g" : wanted;
  if (known === "g" && !areSingleKeysOn()) return null;
  return moveKeys.has(known) ? known : null;
}

function isAt(view: BoardView, id: string, target: Exclude<DropTarget, { kind: "actions" }>): boolean {
  const own = currentTarget(view, id);
  if (own?.kind !== "place") return true;
  if (target.kind === "group") return own.parentId === target.onto;
  return own.parentId === target.parentId && own.position === target.position;
}
