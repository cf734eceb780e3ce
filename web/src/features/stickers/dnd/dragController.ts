import type { BoardView } from "@retro/rules/apply-change";
import type { BoardStore } from "../../../board-state/types.ts";
import { externalStore, type ExternalStore } from "../../../ui/externalStore.ts";
import { TabDwell } from "../phone/tabDwell.ts";
import { areSingleKeysOn } from "../../../ui/focus/singleKeys.ts";
import { moveItem } from "../saving/saveSticker.ts";
import { stickerCardOf } from "../keyboard/stickerFocus.ts";
import { createDragAnnouncements } from "./dragAnnouncements.ts";
import { createPreview } from "./dragPreview.ts";
import { createDropIndicator } from "./dropIndicator.ts";
import { currentTarget, dropCheck, mayDrop, moveOf, nextTarget } from "./dropTarget.ts";
import type { DropTarget } from "./dropTarget.ts";
import { hitTest, stickerListItem } from "./hitTest.ts";
import type { DropIndicatorBox } from "./hitTest.ts";
import { createPointerTracker } from "./pointerTracker.ts";

/** The drag of one sticker, by pointer or by keyboard, from the grab to the drop. */
export interface DragController {
  /** Notes the grabbed sticker; a drag may follow or not. */
  grab: (id: string) => void;
  isDragging: () => boolean;
  /** The dragged sticker is over a tab, which leads to a section. */
  isOnTab: () => boolean;
  start: (activator: Event) => void;
  /** Handles a key during a keyboard drag; true if it was used. */
  moveByKey: (key: string) => boolean;
  drop: () => void;
  cancel: () => void;
  /** Removes text that was hidden from this user during the drag: the preview, and announced titles. Returns true if it ended a drag. */
  scrubHidden: () => boolean;
  /** Returns a copy of the sticker as the preview that follows the pointer. */
  createPreview: (id: string) => HTMLElement | null;
  /** Id of the sticker that is dragged by pointer; null while there is none. */
  draggedId: ExternalStore<string | null>;
  indicator: ExternalStore<DropIndicatorBox | null>;
  announcement: ExternalStore<string>;
}

/**
 * Creates the drag controller of a board. Others' changes wait during a drag.
 * @param dragOver called with the column that is the target, and with null at the end of the drag; it may make the column wider
 */
export function createDragController(
  store: BoardStore,
  dragOver: (columnId: string | null) => void,
): DragController {
  return new StickerDrag(store, dragOver);
}

interface DragState {
  id: string;
  by: "pointer" | "keys";
  target: DropTarget | null;
  /** Ends the pause of others' changes. */
  release: () => void;
}

class StickerDrag implements DragController {
  readonly draggedId = externalStore<string | null>(null);
  readonly indicator: DragController["indicator"];
  readonly announcement: DragController["announcement"];
  readonly createPreview = createPreview;
  readonly #store: BoardStore;
  readonly #dragOver: (columnId: string | null) => void;
  readonly #dropIndicator = createDropIndicator();
  readonly #announcements = createDragAnnouncements();
  readonly #tabDwell = new TabDwell();
  readonly #pointer = createPointerTracker((x, y, under) => this.#followPointer(x, y, under));
  #grabbedId: string | null = null;
  #state: DragState | null = null;
  /** Which targets the rules allow, for the dragged sticker and these items. */
  #check: { id: string; items: BoardView["items"]; mayDrop: (target: DropTarget) => boolean } | null = null;

  constructor(store: BoardStore, dragOver: (columnId: string | null) => void) {
    this.#store = store;
    this.#dragOver = dragOver;
    this.indicator = this.#dropIndicator.box;
    this.announcement = this.#announcements.text;
  }

  grab(id: string): void {
    this.#grabbedId = id;
  }

  isDragging(): boolean {
    return this.#state !== null;
  }

  isOnTab(): boolean {
    return this.#tabDwell.isOnTab;
  }

  start(activator: Event): void {
    const view = this.#view();
    const id = this.#grabbedId;
    if (id === null || view === null) return;
    const by = activator instanceof KeyboardEvent ? "keys" : "pointer";
    const target = by === "keys" ? currentTarget(view, id) : null;
    this.#state = { id, by, target, release: this.#store.pauseUpdates() };
    const slot = stickerListItem(id);
    if (slot !== null) slot.dataset["dragging"] = "";
    if (by === "pointer") {
      document.body.dataset["drag"] = "";
      this.draggedId.set(id);
      this.#pointer.start(activator);
    } else {
      const announceStart = () => {
        if (this.#state?.by === "keys") this.#announcements.pickedUp();
      };
      // The library begins to listen to keys in a timeout that it sets after this call. A timeout within a timeout runs later.
      setTimeout(() => setTimeout(announceStart));
      if (target !== null) this.#showTarget(target, id);
    }
  }

  moveByKey(key: string): boolean {
    const view = this.#view();
    const state = this.#state;
    const move = moveOfKey(key);
    if (state?.by !== "keys" || view === null || state.target === null || move === null) return false;
    const next = nextTarget(view, state.id, state.target, move);
    if (next !== null && (next.kind === "group" || mayDrop(view, state.id, next))) {
      state.target = next;
      this.#showTarget(next, state.id);
      this.#announcements.target(view, state.id, next);
    }
    return true;
  }

  drop(): void {
    if (this.#state === null) return;
    if (this.#state.by === "pointer") this.#pointer.update();
    const { id, target, release } = this.#state;
    const shown = this.#view();
    const move =
      shown === null || target === null || isAt(shown, id, target) ? null : moveOf(shown, id, target);
    // The user chose the place on the board that was shown; the drop is decided by the present one, which may end the drag.
    release();
    const present = this.#view();
    if (this.#state === null) return;
    if (move === null || target === null || present === null) this.#announcements.cancelled();
    else {
      if (present.items.has(id)) this.#announcements.dropped(present, target);
      const isThere = (each: string) => present.items.get(each)?.parent_id === move.parentId;
      void moveItem(this.#store, id, move.parentId, move.before.findLast(isThere) ?? null);
    }
    this.#finish();
  }

  cancel(): void {
    if (this.#state === null) return;
    this.#announcements.cancelled();
    this.#finish();
  }

  scrubHidden(): boolean {
    const view = this.#view();
    // It holds the items, and so their texts.
    this.#check = null;
    const ended = this.#state !== null && view?.items.get(this.#state.id)?.hidden === true;
    if (ended) this.cancel();
    this.#announcements.scrubHidden(view);
    return ended;
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

  #followPointer(x: number, y: number, under: Element | null): void {
    if (this.#state?.by !== "pointer") return;
    this.#tabDwell.follow(under);
    const hit = hitTest(under, x, y, this.#state.id, this.#isAllowed);
    this.#state.target = hit?.target ?? null;
    this.#dropIndicator.showHit(hit, this.#state.id);
    this.#widen(hit?.target ?? null, () => this.#pointer.update());
  }

  /** Shows a target that was chosen by key. */
  #showTarget(target: DropTarget, id: string): void {
    const show = () => {
      if (this.#state?.target === target) this.#dropIndicator.showTarget(target, id, this.#isAllowed);
    };
    show();
    this.#widen(target, show);
  }

  /** Makes room in the target's column. `show` moves the mark along while the column grows. */
  #widen(target: DropTarget | null, show: () => void): void {
    if (target?.kind !== "place") return;
    this.#dragOver(target.parentId);
    this.#dropIndicator.followSize(target.parentId, show);
  }

  #finish(): void {
    if (this.#state === null) return;
    const { id, by, release, target } = this.#state;
    this.#pointer.stop();
    this.#tabDwell.stop();
    this.#dropIndicator.hide();
    this.#dragOver(null);
    delete stickerListItem(id)?.dataset["dragging"];
    delete document.body.dataset["drag"];
    this.draggedId.set(null);
    this.#state = null;
    this.#check = null;
    this.#grabbedId = null;
    release();
    if (by === "keys")
      // In a closed group the sticker itself is not rendered; use the group's top sticker.
      requestAnimationFrame(() =>
        (stickerCardOf(id) ?? (target?.kind === "group" ? stickerCardOf(target.onto) : null))?.focus(),
      );
  }
}

const moveKeys = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "g"]);

/** Returns the key as `nextTarget` knows it; null if it moves nothing. */
function moveOfKey(key: string): string | null {
  const wanted = key.length === 1 ? key.toLowerCase() : key;
  // The key's position counts too, for other keyboard layouts: П is on the key of G.
  const known = wanted === "п" ? "g" : wanted;
  if (known === "g" && !areSingleKeysOn()) return null;
  return moveKeys.has(known) ? known : null;
}

function isAt(view: BoardView, id: string, target: DropTarget): boolean {
  const own = currentTarget(view, id);
  if (own?.kind !== "place") return true;
  if (target.kind === "group") return own.parentId === target.onto;
  return own.parentId === target.parentId && own.position === target.position;
}
