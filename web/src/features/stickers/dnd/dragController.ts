import type { BoardView } from "@retro/rules/apply-change";
import type { BoardStore } from "../../../board-state/types.ts";
import { translate } from "../../../i18n/i18n.ts";
import { shortTitle } from "../boardQueries.ts";
import { moveItem } from "../saveSticker.ts";
import { hitTest, hitPosition, stickerListItem } from "./hitTest.ts";
import type { HitResult, DropIndicatorBox } from "./hitTest.ts";
import { externalStore, type ExternalStore } from "../../../ui/externalStore.ts";
import { describePlace, mayDrop, currentTarget, moveOf, nextTarget } from "./dropTarget.ts";
import type { DropTarget } from "./dropTarget.ts";
import { stickerCardOf } from "../stickerFocus.ts";

/** The drag of one sticker, by pointer or by keyboard, from the grab to the drop. */
export interface DragController {
  /** Notes the grabbed sticker; a drag may follow or not. */
  grab: (id: string) => void;
  isDragging: () => boolean;
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

const moveKeys = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "g"]);

/** Creates the drag controller of a board. Others' changes wait during a drag. */
export function createDragController(store: BoardStore): DragController {
  const draggedId = externalStore<string | null>(null);
  const indicator = externalStore<DropIndicatorBox | null>(null);
  const announcement = externalStore("");
  /** The sticker whose title was last announced. */
  let announcedId: string | null = null;
  let grabbedId: string | null = null;
  let dragState: {
    id: string;
    by: "pointer" | "keys";
    target: DropTarget | null;
    release: () => void;
  } | null = null;
  let point: { x: number; y: number } | null = null;
  let frame = 0;
  let shifted: HTMLElement[] = [];

  const view = (): BoardView | null => store.getState().view;
  const isAllowed = (target: DropTarget): boolean => {
    const now = view();
    return dragState !== null && now !== null && mayDrop(now, dragState.id, target);
  };

  function show(hit: HitResult | null): void {
    indicator.set(hit?.indicator ?? null);
    for (const slot of shifted) delete slot.dataset["aside"];
    shifted = [];
    if (hit?.target.kind !== "place" || dragState === null) return;
    const list = document.querySelector<HTMLElement>(`[data-list="${CSS.escape(hit.target.parentId)}"]`);
    const slots = [...(list?.children ?? [])].filter(
      (slot): slot is HTMLElement => slot instanceof HTMLElement && slot.dataset["sticker"] !== dragState?.id,
    );
    const above = slots[hit.target.position - 1];
    const below = slots[hit.target.position];
    if (above !== undefined) above.dataset["aside"] = "up";
    if (below !== undefined) below.dataset["aside"] = "down";
    shifted = [above, below].filter((slot) => slot !== undefined);
  }

  function updateTarget(): void {
    frame = 0;
    if (dragState?.by !== "pointer" || point === null) return;
    const hit = hitTest(point.x, point.y, dragState.id, isAllowed);
    dragState.target = hit?.target ?? null;
    show(hit);
  }
  function scheduleUpdate(): void {
    frame ||= requestAnimationFrame(updateTarget);
  }
  function onPointerMove(event: Event): void {
    const at = pointOf(event);
    if (at !== null) point = at;
    scheduleUpdate();
  }
  const listen = (on: boolean) => {
    for (const name of ["mousemove", "touchmove", "scroll"]) {
      if (on) window.addEventListener(name, onPointerMove, { capture: true, passive: true });
      else window.removeEventListener(name, onPointerMove, { capture: true });
    }
  };

  function announce(text: string, about: string | null = null): void {
    announcedId = about;
    announcement.set(text);
  }

  function announceTarget(target: DropTarget): void {
    const now = view();
    if (now === null || dragState === null) return;
    if (target.kind === "group") {
      announce(
        translate("stickers.dnd.onto", { title: shortTitle(now.items.get(target.onto)) }),
        target.onto,
      );
      return;
    }
    const { group, section, column, place, places } = describePlace(now, dragState.id, target);
    if (group === null) announce(translate("stickers.dnd.between", { section, column, place, places }));
    else announce(translate("stickers.dnd.inGroup", { title: shortTitle(group), place, places }), group.id);
  }

  /** Shows a target that was chosen without a pointer, and scrolls it into view. */
  function showTarget(target: DropTarget): void {
    if (dragState === null) return;
    const slot = target.kind === "group" ? stickerListItem(target.onto) : null;
    const list =
      target.kind === "place"
        ? document.querySelector<HTMLElement>(`[data-list="${CSS.escape(target.parentId)}"]`)
        : null;
    (
      slot?.querySelector(".sticker") ??
      list?.children[target.kind === "place" ? target.position : 0] ??
      list
    )?.scrollIntoView({
      block: "nearest",
      inline: "nearest",
    });
    if (slot !== null) {
      const { left, top, width, height } = (slot.querySelector(".sticker") ?? slot).getBoundingClientRect();
      show({
        target,
        indicator: { kind: "ring", left: left - 4, top: top - 4, width: width + 8, height: height + 8 },
      });
    } else if (list !== null && target.kind === "place")
      show(hitPosition(list, target.position, dragState.id, isAllowed));
  }

  function finish(): void {
    if (dragState === null) return;
    listen(false);
    cancelAnimationFrame(frame);
    frame = 0;
    show(null);
    delete stickerListItem(dragState.id)?.dataset["dragging"];
    delete document.body.dataset["drag"];
    draggedId.set(null);
    const { id, by, release, target } = dragState;
    dragState = null;
    grabbedId = null;
    release();
    if (by === "keys")
      // In a closed group the sticker itself is not rendered; use the group's top sticker.
      requestAnimationFrame(() =>
        (stickerCardOf(id) ?? (target?.kind === "group" ? stickerCardOf(target.onto) : null))?.focus(),
      );
  }

  function cancel(): void {
    if (dragState === null) return;
    announce(translate("stickers.dnd.cancelled"));
    finish();
  }

  return {
    draggedId,
    indicator,
    announcement,
    grab: (id) => (grabbedId = id),
    isDragging: () => dragState !== null,
    start(activator) {
      const now = view();
      if (grabbedId === null || now === null) return;
      const by = activator instanceof KeyboardEvent ? "keys" : "pointer";
      dragState = {
        id: grabbedId,
        by,
        target: by === "keys" ? currentTarget(now, grabbedId) : null,
        release: store.pauseUpdates(),
      };
      const slot = stickerListItem(grabbedId);
      if (slot !== null) slot.dataset["dragging"] = "";
      if (by === "pointer") {
        document.body.dataset["drag"] = "";
        draggedId.set(grabbedId);
        point = pointOf(activator);
        listen(true);
        scheduleUpdate();
      } else {
        const announceStart = () => {
          if (dragState?.by === "keys") announce(translate("stickers.dnd.picked"));
        };
        // The library begins to listen to keys in a timeout that it sets after this call. A timeout within a timeout runs later.
        setTimeout(() => setTimeout(announceStart));
        if (dragState.target !== null) showTarget(dragState.target);
      }
    },
    moveByKey(key) {
      const now = view();
      const wanted = key.length === 1 ? key.toLowerCase() : key;
      if (dragState?.by !== "keys" || now === null || dragState.target === null) return false;
      // The key's position counts too, for other keyboard layouts: П is on the key of G.
      const known = wanted === "п" ? "g" : wanted;
      if (!moveKeys.has(known)) return false;
      const next = nextTarget(now, dragState.id, dragState.target, known);
      if (next !== null && (next.kind === "group" || mayDrop(now, dragState.id, next))) {
        dragState.target = next;
        showTarget(next);
        announceTarget(next);
      }
      return true;
    },
    drop() {
      if (dragState === null) return;
      if (dragState.by === "pointer") updateTarget();
      const now = view();
      const { id, target } = dragState;
      if (now !== null && target !== null && !isAt(now, id, target)) {
        const { parentId, afterId } = moveOf(now, id, target);
        void moveItem(store, id, parentId, afterId);
        if (target.kind === "group") {
          const title = shortTitle(now.items.get(target.onto));
          announce(translate("stickers.dnd.droppedInto", { title }), target.onto);
        } else announce(translate("stickers.dnd.dropped"));
      } else announce(translate("stickers.dnd.cancelled"));
      finish();
    },
    cancel,
    scrubHidden() {
      const items = view()?.items;
      const ended = dragState !== null && items?.get(dragState.id)?.hidden === true;
      if (ended) cancel();
      if (announcedId !== null && items?.get(announcedId)?.hidden === true) announce("");
      return ended;
    },
    createPreview,
  };
}

function isAt(view: BoardView, id: string, target: DropTarget): boolean {
  const own = currentTarget(view, id);
  if (own?.kind !== "place") return true;
  if (target.kind === "group") return own.parentId === target.onto;
  return own.parentId === target.parentId && own.position === target.position;
}

function pointOf(event: Event): { x: number; y: number } | null {
  const at =
    "touches" in event ? (event as TouchEvent).touches[0] : event instanceof MouseEvent ? event : undefined;
  return at === undefined ? null : { x: at.clientX, y: at.clientY };
}

function createPreview(id: string): HTMLElement | null {
  const slot = stickerListItem(id);
  const card = slot?.querySelector<HTMLElement>(".sticker");
  if (!slot || !card) return null;
  const copy = card.cloneNode(true) as HTMLElement;
  copy.style.padding = getComputedStyle(card).padding;
  for (const each of [copy, ...copy.querySelectorAll("*")]) {
    each.removeAttribute("id");
    each.removeAttribute("data-sticker");
    each.removeAttribute("data-dragging");
    each.removeAttribute("tabindex");
  }
  const preview = document.createElement("div");
  preview.className = slot.className;
  if ("group" in slot.dataset) preview.dataset["group"] = "";
  preview.append(copy);
  return preview;
}
