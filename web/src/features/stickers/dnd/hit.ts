import { zoneAt } from "./target.ts";
import type { Target } from "./target.ts";

/** What is drawn for a target: a line between stickers, or a ring round the one to group with. Client coordinates. */
export interface Mark {
  kind: "line" | "ring";
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Hit {
  target: Target;
  mark: Mark;
}

const lineHeight = 4;
const gap = 10;

/** The sticker's own element on the board. */
export function slotOf(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-sticker="${CSS.escape(id)}"]`);
}

function idOf(slot: HTMLElement): string {
  return slot.dataset["sticker"] ?? "";
}

function slotsIn(list: HTMLElement, dragged: string): HTMLElement[] {
  return [...list.children].filter(
    (child): child is HTMLElement =>
      child instanceof HTMLElement && "sticker" in child.dataset && idOf(child) !== dragged,
  );
}

/**
 * What lies under a point, as a target for the dragged sticker; null over the dragged one itself and off the board.
 * @param may whether the rules allow a target
 */
export function hitAt(x: number, y: number, dragged: string, may: (target: Target) => boolean): Hit | null {
  const under = document.elementFromPoint(x, y);
  if (under === null || under.closest("[data-dragging]") !== null) return null;
  const slot = under.closest(".sticker")?.closest<HTMLElement>("[data-sticker]") ?? null;
  if (slot !== null) return overSticker(slot, y, dragged, may);
  const list = under.closest<HTMLElement>("[data-list]") ?? listNear(under, x);
  return list === null ? null : inList(list, y, dragged, may);
}

function listNear(under: Element, x: number): HTMLElement | null {
  const column = under.closest<HTMLElement>("[data-column]");
  if (column !== null) return column.querySelector<HTMLElement>("[data-list]");
  const columns = under.closest("[data-section]")?.querySelectorAll<HTMLElement>("[data-column]") ?? [];
  let best: { column: HTMLElement; away: number } | null = null;
  for (const each of columns) {
    const { left, right } = each.getBoundingClientRect();
    const away = Math.max(left - x, x - right, 0);
    if (best === null || away < best.away) best = { column: each, away };
  }
  return best?.column.querySelector<HTMLElement>("[data-list]") ?? null;
}

function overSticker(
  slot: HTMLElement,
  y: number,
  dragged: string,
  may: (target: Target) => boolean,
): Hit | null {
  const face = slot.querySelector<HTMLElement>(".sticker") ?? slot;
  const rect = face.getBoundingClientRect();
  const zone = zoneAt(rect.height, y - rect.top);
  const onto: Target = { kind: "group", onto: idOf(slot) };
  if (zone === "onto" && may(onto)) {
    const { left, top, width, height } = rect;
    return {
      target: onto,
      mark: { kind: "ring", left: left - 4, top: top - 4, width: width + 8, height: height + 8 },
    };
  }
  const after = zone === "after" || (zone === "onto" && y > rect.top + rect.height / 2);
  const nested = slot.querySelector<HTMLElement>(":scope > [data-list]");
  if (after && nested !== null) return placeIn(nested, 0, dragged, may);
  const list = slot.parentElement;
  if (list === null) return null;
  const at = slotsIn(list, dragged).indexOf(slot);
  return placeIn(list, after ? at + 1 : at, dragged, may);
}

function inList(list: HTMLElement, y: number, dragged: string, may: (target: Target) => boolean): Hit | null {
  const slots = slotsIn(list, dragged);
  const at = slots.findIndex((slot) => {
    const { top, height } = slot.getBoundingClientRect();
    return y < top + height / 2;
  });
  return placeIn(list, at < 0 ? slots.length : at, dragged, may);
}

/** The line that marks a place in a list. */
export function placeIn(
  list: HTMLElement,
  position: number,
  dragged: string,
  may: (target: Target) => boolean,
): Hit | null {
  const target: Target = { kind: "place", parentId: list.dataset["list"] ?? "", position };
  if (!may(target)) return null;
  const slots = slotsIn(list, dragged);
  const rect = list.getBoundingClientRect();
  const above = slots[position - 1]?.getBoundingClientRect();
  const below = slots[position]?.getBoundingClientRect();
  const middle =
    above !== undefined && below !== undefined
      ? betweenOf(above.bottom, below.top)
      : below !== undefined
        ? below.top - gap / 2
        : above !== undefined
          ? above.bottom + gap / 2
          : rect.top + gap / 2;
  return {
    target,
    mark: {
      kind: "line",
      left: rect.left,
      top: middle - lineHeight / 2,
      width: rect.width,
      height: lineHeight,
    },
  };
}

/** The dragged sticker itself may be between the two: the line is then close to the upper one. */
function betweenOf(bottom: number, top: number): number {
  return top - bottom > gap * 2 ? bottom + gap / 2 : (bottom + top) / 2;
}
