import { zoneAt } from "./dropTarget.ts";
import type { DropTarget } from "./dropTarget.ts";

/** In client coordinates: a line between stickers, or a ring around the sticker to group with. */
export interface DropIndicatorBox {
  kind: "line" | "ring";
  /** A ring around the section for actions. */
  makesAction?: true;
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface HitResult {
  target: DropTarget;
  indicator: DropIndicatorBox;
}

const lineHeight = 4;
const gap = 10;

function idOf(slot: HTMLElement): string {
  return slot.dataset["sticker"] ?? "";
}

function stickerListItemsIn(list: HTMLElement, dragged: string): HTMLElement[] {
  return [...list.children].filter(
    (child): child is HTMLElement =>
      child instanceof HTMLElement && "sticker" in child.dataset && idOf(child) !== dragged,
  );
}

/** Null over the dragged sticker and outside the board. */
export function hitTest(
  element: Element | null,
  x: number,
  y: number,
  dragged: string,
  isAllowed: (target: DropTarget) => boolean,
): HitResult | null {
  if (element === null || element.closest("[data-dragging]") !== null) return null;
  const slot = element.closest(".sticker")?.closest<HTMLElement>("[data-sticker]") ?? null;
  if (slot !== null) return hitSticker(slot, x, y, dragged, isAllowed);
  const home = element.closest<HTMLElement>("[data-holds=actions]");
  const onActions: DropTarget = { kind: "actions", sectionId: home?.dataset["section"] ?? "" };
  if (home !== null && isAllowed(onActions))
    return {
      target: onActions,
      indicator: { ...ringAround(home.getBoundingClientRect()), makesAction: true },
    };
  const list = element.closest<HTMLElement>("[data-list]") ?? nearestList(element, x);
  return list === null ? null : hitList(list, x, y, dragged, isAllowed);
}

function nearestList(under: Element, x: number): HTMLElement | null {
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

/** A wide column shows its stickers side by side, row by row. */
function isSideBySide([first, second]: readonly HTMLElement[]): boolean {
  if (first === undefined || second === undefined) return false;
  return second.getBoundingClientRect().left > first.getBoundingClientRect().left;
}

function hitSticker(
  listItem: HTMLElement,
  x: number,
  y: number,
  dragged: string,
  isAllowed: (target: DropTarget) => boolean,
): HitResult | null {
  const card = listItem.querySelector<HTMLElement>(".sticker") ?? listItem;
  const rect = card.getBoundingClientRect();
  const list = listItem.parentElement;
  const sideBySide = list !== null && isSideBySide(stickerListItemsIn(list, ""));
  const upright = zoneAt(rect.height, y - rect.top);
  const sideways = sideBySide ? zoneAt(rect.width, x - rect.left) : "onto";
  const zone = sideways === "onto" ? upright : sideways;
  const onto: DropTarget = { kind: "group", onto: idOf(listItem) };
  if (zone === "onto" && isAllowed(onto)) {
    return { target: onto, indicator: ringAround(rect) };
  }
  const inSecondHalf = sideBySide ? x > rect.left + rect.width / 2 : y > rect.top + rect.height / 2;
  const after = zone === "after" || (zone === "onto" && inSecondHalf);
  const nested = listItem.querySelector<HTMLElement>(":scope > [data-list]");
  if (after && nested !== null) return hitPosition(nested, 0, dragged, isAllowed);
  if (list === null) return null;
  const at = stickerListItemsIn(list, dragged).indexOf(listItem);
  return hitPosition(list, after ? at + 1 : at, dragged, isAllowed);
}

export function ringAround({ left, top, width, height }: DOMRect): DropIndicatorBox {
  return { kind: "ring", left: left - 4, top: top - 4, width: width + 8, height: height + 8 };
}

function hitList(
  list: HTMLElement,
  x: number,
  y: number,
  dragged: string,
  isAllowed: (target: DropTarget) => boolean,
): HitResult | null {
  const listItems = stickerListItemsIn(list, dragged);
  const sideBySide = isSideBySide(listItems);
  const at = listItems.findIndex((slot) => {
    const { left, width, top, bottom, height } = slot.getBoundingClientRect();
    return sideBySide ? y < top || (y < bottom && x < left + width / 2) : y < top + height / 2;
  });
  return hitPosition(list, at < 0 ? listItems.length : at, dragged, isAllowed);
}

export function hitPosition(
  list: HTMLElement,
  position: number,
  dragged: string,
  isAllowed: (target: DropTarget) => boolean,
): HitResult | null {
  const target: DropTarget = { kind: "place", parentId: list.dataset["list"] ?? "", position };
  if (!isAllowed(target)) return null;
  const listItems = stickerListItemsIn(list, dragged);
  const rect = list.getBoundingClientRect();
  const above = listItems[position - 1]?.getBoundingClientRect();
  const below = listItems[position]?.getBoundingClientRect();
  if (isSideBySide(stickerListItemsIn(list, "")) && (above ?? below) !== undefined)
    return { target, indicator: uprightLine(above, below) };
  const middle =
    above !== undefined && below !== undefined
      ? lineBetween(above.bottom, below.top)
      : below !== undefined
        ? below.top - gap / 2
        : above !== undefined
          ? above.bottom + gap / 2
          : rect.top + gap / 2;
  return {
    target,
    indicator: {
      kind: "line",
      left: rect.left,
      top: middle - lineHeight / 2,
      width: rect.width,
      height: lineHeight,
    },
  };
}

/** If the dragged sticker is between the two, the line is close to the upper one. */
function lineBetween(bottom: number, top: number): number {
  return top - bottom > gap * 2 ? bottom + gap / 2 : (bottom + top) / 2;
}

/** Between stickers that are side by side: at the start of the next one, or at the end of the last. */
function uprightLine(above: DOMRect | undefined, below: DOMRect | undefined): DropIndicatorBox {
  const beside = below ?? above ?? new DOMRect();
  const middle = below === undefined ? beside.right + gap / 2 : beside.left - gap / 2;
  return {
    kind: "line",
    left: middle - lineHeight / 2,
    top: beside.top,
    width: lineHeight,
    height: beside.height,
  };
}
