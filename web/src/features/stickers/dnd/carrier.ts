import type { BoardView } from "@retro/rules/apply";
import type { BoardStore } from "../../../board-state/types.ts";
import { translate } from "../../../i18n/i18n.ts";
import { shortTitle } from "../board.ts";
import { moveItem } from "../save.ts";
import { hitAt, placeIn, slotOf } from "./hit.ts";
import type { Hit, Mark } from "./hit.ts";
import { externalStore, type ExternalStore } from "../../../ui/externalStore.ts";
import { describePlace, mayDrop, ownPlace, placeOf, stepped } from "./target.ts";
import type { Target } from "./target.ts";
import { faceOf } from "../focus.ts";

/** A sticker under way: from the hold to the drop, by hand or by keyboard. */
export interface Carrier {
  /** A sticker was taken hold of; it may still come to nothing. */
  hold: (id: string) => void;
  carrying: () => boolean;
  start: (activator: Event) => void;
  /** A key while it is carried by keyboard; true when it was for us. */
  step: (key: string) => boolean;
  drop: () => void;
  cancel: () => void;
  /**
   * Forgets what was hidden from this user meanwhile: the picture that follows the hand, and titles that were said. True when a sticker
   * was let go of.
   */
  forgetHidden: () => boolean;
  /** A picture of the sticker that follows the hand. */
  copy: (id: string) => HTMLElement | null;
  /** Id of the sticker that follows the hand; null while none does. */
  lifted: ExternalStore<string | null>;
  mark: ExternalStore<Mark | null>;
  said: ExternalStore<string>;
}

const keys = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "g"]);

/** Carries stickers over one board. Others' changes wait while something is carried. */
export function carrier(store: BoardStore): Carrier {
  const lifted = externalStore<string | null>(null);
  const mark = externalStore<Mark | null>(null);
  const said = externalStore("");
  /** The sticker whose title was said last. */
  let quoted: string | null = null;
  let held: string | null = null;
  let under: { id: string; by: "hand" | "keys"; target: Target | null; release: () => void } | null = null;
  let point: { x: number; y: number } | null = null;
  let frame = 0;
  let aside: HTMLElement[] = [];

  const view = (): BoardView | null => store.getState().view;
  const may = (target: Target): boolean => {
    const now = view();
    return under !== null && now !== null && mayDrop(now, under.id, target);
  };

  function show(hit: Hit | null): void {
    mark.set(hit?.mark ?? null);
    for (const slot of aside) delete slot.dataset["aside"];
    aside = [];
    if (hit?.target.kind !== "place" || under === null) return;
    const list = document.querySelector<HTMLElement>(`[data-list="${CSS.escape(hit.target.parentId)}"]`);
    const slots = [...(list?.children ?? [])].filter(
      (slot): slot is HTMLElement => slot instanceof HTMLElement && slot.dataset["sticker"] !== under?.id,
    );
    const above = slots[hit.target.position - 1];
    const below = slots[hit.target.position];
    if (above !== undefined) above.dataset["aside"] = "up";
    if (below !== undefined) below.dataset["aside"] = "down";
    aside = [above, below].filter((slot) => slot !== undefined);
  }

  function look(): void {
    frame = 0;
    if (under?.by !== "hand" || point === null) return;
    const hit = hitAt(point.x, point.y, under.id, may);
    under.target = hit?.target ?? null;
    show(hit);
  }
  function soon(): void {
    frame ||= requestAnimationFrame(look);
  }
  function moved(event: Event): void {
    const at = pointOf(event);
    if (at !== null) point = at;
    soon();
  }
  const listen = (on: boolean) => {
    for (const name of ["mousemove", "touchmove", "scroll"]) {
      if (on) window.addEventListener(name, moved, { capture: true, passive: true });
      else window.removeEventListener(name, moved, { capture: true });
    }
  };

  function say(text: string, about: string | null = null): void {
    quoted = about;
    said.set(text);
  }

  function sayTarget(target: Target): void {
    const now = view();
    if (now === null || under === null) return;
    if (target.kind === "group") {
      say(translate("stickers.dnd.onto", { title: shortTitle(now.items.get(target.onto)) }), target.onto);
      return;
    }
    const { group, section, column, place, places } = describePlace(now, under.id, target);
    if (group === null) say(translate("stickers.dnd.between", { section, column, place, places }));
    else say(translate("stickers.dnd.inGroup", { title: shortTitle(group), place, places }), group.id);
  }

  /** Draws a target that was found without a pointer, and brings it into sight. */
  function pointOut(target: Target): void {
    if (under === null) return;
    const slot = target.kind === "group" ? slotOf(target.onto) : null;
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
        mark: { kind: "ring", left: left - 4, top: top - 4, width: width + 8, height: height + 8 },
      });
    } else if (list !== null && target.kind === "place") show(placeIn(list, target.position, under.id, may));
  }

  function finish(): void {
    if (under === null) return;
    listen(false);
    cancelAnimationFrame(frame);
    frame = 0;
    show(null);
    delete slotOf(under.id)?.dataset["dragging"];
    delete document.body.dataset["drag"];
    lifted.set(null);
    const { id, by, release, target } = under;
    under = null;
    held = null;
    release();
    if (by === "keys")
      // In a closed group the sticker itself is not on screen: its head is.
      requestAnimationFrame(() =>
        (faceOf(id) ?? (target?.kind === "group" ? faceOf(target.onto) : null))?.focus(),
      );
  }

  function cancel(): void {
    if (under === null) return;
    say(translate("stickers.dnd.cancelled"));
    finish();
  }

  return {
    lifted,
    mark,
    said,
    hold: (id) => (held = id),
    carrying: () => under !== null,
    start(activator) {
      const now = view();
      if (held === null || now === null) return;
      const by = activator instanceof KeyboardEvent ? "keys" : "hand";
      under = { id: held, by, target: by === "keys" ? ownPlace(now, held) : null, release: store.hold() };
      const slot = slotOf(held);
      if (slot !== null) slot.dataset["dragging"] = "";
      if (by === "hand") {
        document.body.dataset["drag"] = "";
        lifted.set(held);
        point = pointOf(activator);
        listen(true);
        soon();
      } else {
        // The library reacts to keys from its next task on; announce it only then.
        setTimeout(() => {
          if (under?.by === "keys") say(translate("stickers.dnd.picked"));
        });
        if (under.target !== null) pointOut(under.target);
      }
    },
    step(key) {
      const now = view();
      const wanted = key.length === 1 ? key.toLowerCase() : key;
      if (under?.by !== "keys" || now === null || under.target === null) return false;
      // The position of the key counts too: П is on the key of G.
      const known = wanted === "п" ? "g" : wanted;
      if (!keys.has(known)) return false;
      const next = stepped(now, under.id, under.target, known);
      if (next !== null && (next.kind === "group" || mayDrop(now, under.id, next))) {
        under.target = next;
        pointOut(next);
        sayTarget(next);
      }
      return true;
    },
    drop() {
      if (under === null) return;
      if (under.by === "hand") look();
      const now = view();
      const { id, target } = under;
      if (now !== null && target !== null && !standsAt(now, id, target)) {
        const { parentId, afterId } = placeOf(now, id, target);
        void moveItem(store, id, parentId, afterId);
        if (target.kind === "group") {
          const title = shortTitle(now.items.get(target.onto));
          say(translate("stickers.dnd.droppedInto", { title }), target.onto);
        } else say(translate("stickers.dnd.dropped"));
      } else say(translate("stickers.dnd.cancelled"));
      finish();
    },
    cancel,
    forgetHidden() {
      const items = view()?.items;
      const letGo = under !== null && items?.get(under.id)?.hidden === true;
      if (letGo) cancel();
      if (quoted !== null && items?.get(quoted)?.hidden === true) say("");
      return letGo;
    },
    copy,
  };
}

function standsAt(view: BoardView, id: string, target: Target): boolean {
  const own = ownPlace(view, id);
  if (own?.kind !== "place") return true;
  if (target.kind === "group") return own.parentId === target.onto;
  return own.parentId === target.parentId && own.position === target.position;
}

function pointOf(event: Event): { x: number; y: number } | null {
  const at =
    "touches" in event ? (event as TouchEvent).touches[0] : event instanceof MouseEvent ? event : undefined;
  return at === undefined ? null : { x: at.clientX, y: at.clientY };
}

function copy(id: string): HTMLElement | null {
  const slot = slotOf(id);
  const face = slot?.querySelector<HTMLElement>(".sticker");
  if (!slot || !face) return null;
  const look = face.cloneNode(true) as HTMLElement;
  look.style.padding = getComputedStyle(face).padding;
  for (const each of [look, ...look.querySelectorAll("*")]) {
    each.removeAttribute("id");
    each.removeAttribute("data-sticker");
    each.removeAttribute("data-dragging");
    each.removeAttribute("tabindex");
  }
  const holder = document.createElement("div");
  holder.className = slot.className;
  if ("group" in slot.dataset) holder.dataset["group"] = "";
  holder.append(look);
  return holder;
}
