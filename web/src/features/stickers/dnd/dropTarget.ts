import type { BoardView } from "@retro/rules/apply-change";
import { childrenOf, placementCheck, sectionIdOf } from "@retro/rules/tree";

/** The target of a drag: between siblings, onto a sticker (which groups them), or the section for actions. */
export type DropTarget =
  | { kind: "place"; parentId: string; position: number }
  | { kind: "group"; onto: string }
  | { kind: "actions"; sectionId: string };

type DropZone = "before" | "onto" | "after";

/**
 * The edges mean "between", the middle "group": at least half of the height, at most all but 28 px at each
 * end.
 */
export function zoneAt(height: number, offset: number): DropZone {
  const edge = Math.min(28, Math.max(10, height * 0.25));
  if (offset < edge) return "before";
  return offset > height - edge ? "after" : "onto";
}

export function holdsActions({ items }: Pick<BoardView, "items">, sectionId: string | null): boolean {
  return items.get(sectionId ?? "")?.holds === "actions";
}

export function mayDrop(view: BoardView, id: string, target: DropTarget): boolean {
  return dropCheck(view, id)(target);
}

/** `mayDrop` for many targets of one sticker: the first answer reads the whole board. */
export function dropCheck({ items }: BoardView, id: string): (target: DropTarget) => boolean {
  const findError = placementCheck(items, id);
  return (target) =>
    target.kind === "actions"
      ? holdsActions({ items }, target.sectionId) && sectionIdOf(items, id) !== target.sectionId
      : findError(target.kind === "group" ? target.onto : target.parentId) === null;
}

/** Positions are counted among the parent's children without the sticker itself. */
function siblingsOf(view: BoardView, id: string, parentId: string) {
  return childrenOf(view.items, parentId).filter((item) => item.id !== id);
}

/**
 * As a move command names it: parent, and sibling to follow (null: first). In a group the sticker is last.
 */
export function moveOf(
  view: BoardView,
  id: string,
  target: Exclude<DropTarget, { kind: "actions" }>,
): { parentId: string; before: string[] } {
  const parentId = target.kind === "group" ? target.onto : target.parentId;
  const siblings = siblingsOf(view, id, parentId);
  const position = target.kind === "group" ? siblings.length : target.position;
  return { parentId, before: siblings.slice(0, position).map((item) => item.id) };
}

export function currentTarget(view: BoardView, id: string): DropTarget | null {
  const parentId = view.items.get(id)?.parent_id;
  if (parentId === undefined || parentId === null) return null;
  const position = childrenOf(view.items, parentId).findIndex((item) => item.id === id);
  return { kind: "place", parentId, position };
}

/** Returns all columns of the board in reading order. */
export function columnsOf(view: BoardView): string[] {
  return childrenOf(view.items, null).flatMap((section) =>
    childrenOf(view.items, section.id).map((column) => column.id),
  );
}

/**
 * Returns the next target of a keyboard drag. Up and down move among siblings, left and right among columns
 * (also out of a group). G switches between a place and a group with the sticker after that place, or before
 * it at the end.
 * @returns null if the key has no target
 */
export function nextTarget(view: BoardView, id: string, target: DropTarget, key: string): DropTarget | null {
  if (target.kind === "actions") {
    const [first, , last] = childrenOf(view.items, target.sectionId).map((column) => column.id);
    const [by, from] = key === "ArrowLeft" ? ([-1, first] as const) : ([1, last] as const);
    if ((key !== "ArrowLeft" && key !== "ArrowRight") || from === undefined) return null;
    return targetInNextColumn(view, id, { kind: "place", parentId: from, position: 0 }, by);
  }
  if (target.kind === "group") {
    const back = view.items.get(target.onto);
    if (back === undefined || back.parent_id === null) return null;
    const siblings = siblingsOf(view, id, back.parent_id);
    const at = siblings.findIndex((item) => item.id === back.id);
    const place: DropTarget = { kind: "place", parentId: back.parent_id, position: at };
    if (key === "g" || key === "ArrowUp") return place;
    if (key === "ArrowDown") return { ...place, position: at + 1 };
    return nextTarget(view, id, place, key);
  }
  const siblings = siblingsOf(view, id, target.parentId);
  switch (key) {
    case "ArrowUp":
      return target.position > 0 ? { ...target, position: target.position - 1 } : null;
    case "ArrowDown":
      return target.position < siblings.length ? { ...target, position: target.position + 1 } : null;
    case "ArrowLeft":
    case "ArrowRight":
      return targetInNextColumn(view, id, target, key === "ArrowLeft" ? -1 : 1);
    case "g": {
      const near = siblings[target.position] ?? siblings[target.position - 1];
      const onto: DropTarget | null = near === undefined ? null : { kind: "group", onto: near.id };
      return onto !== null && mayDrop(view, id, onto) ? onto : null;
    }
    default:
      return null;
  }
}

function targetInNextColumn(
  view: BoardView,
  id: string,
  target: Extract<DropTarget, { kind: "place" }>,
  by: 1 | -1,
): DropTarget | null {
  const parent = view.items.get(target.parentId);
  if (parent?.kind === "sticker" && parent.parent_id !== null) {
    if (by === 1) return null;
    const at = siblingsOf(view, id, parent.parent_id).findIndex((item) => item.id === parent.id);
    return { kind: "place", parentId: parent.parent_id, position: at + 1 };
  }
  const columns = columnsOf(view);
  const next = columns[columns.indexOf(target.parentId) + by];
  if (next === undefined) return null;
  const sectionId = sectionIdOf(view.items, next);
  if (sectionId !== null && holdsActions(view, sectionId) && sectionIdOf(view.items, id) !== sectionId)
    return { kind: "actions", sectionId };
  return {
    kind: "place",
    parentId: next,
    position: Math.min(target.position, siblingsOf(view, id, next).length),
  };
}

export function describePlace(view: BoardView, id: string, target: Extract<DropTarget, { kind: "place" }>) {
  const parent = view.items.get(target.parentId);
  const section = view.items.get(sectionIdOf(view.items, target.parentId) ?? "");
  const columns = section === undefined ? [] : childrenOf(view.items, section.id).map((column) => column.id);
  return {
    group: parent?.kind === "sticker" ? parent : null,
    section: section?.title ?? "",
    column: columns.indexOf(target.parentId) + 1,
    place: target.position + 1,
    places: siblingsOf(view, id, target.parentId).length + 1,
  };
}
