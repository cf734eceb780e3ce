import type { Item } from "@retro/contract/items";
import type { SectionStyle, StickerStyle } from "@retro/contract/styles";
import { type BoardView, ownVotesOf } from "@retro/rules/apply-change";
import type { BoardCommand } from "@retro/rules/predict";
import type { SiblingOrder } from "@retro/rules/sort-by-votes";
import { childrenOf, subtreeIds } from "@retro/rules/tree";
import type { ActionStep } from "./actionSteps.ts";

/** Where a sticker was: its parent, its key, and the ids of all children of the parent, in order. */
export interface Place {
  parent_id: string;
  order: string;
  siblings: readonly string[];
}
/** From where to where one sticker was moved. */
export interface PlaceChange {
  readonly id: string;
  before: Place;
  after: Place;
}
/** The fields that an edit changed, as they were before or after it. */
export interface Content {
  title?: string;
  name?: string | null;
  note?: string | null;
  style?: StickerStyle | SectionStyle;
}
/** Stickers with what was nested in them, parents first; `voted`: the user's votes, an id for each. */
export interface Stickers {
  roots: readonly string[];
  items: readonly Item[];
  voted: readonly string[];
}

/** What one command changed: enough to change it back, and to see whether others changed it since. */
export type Step =
  | { type: "places"; places: readonly PlaceChange[] }
  | { type: "content"; id: string; author: Pick<Item, "kind" | "user_id">; before: Content; after: Content }
  | { type: "added"; stickers: Stickers }
  | { type: "deleted"; stickers: Stickers }
  | { type: "order"; orders: readonly SiblingOrder[] }
  | ActionStep;

export type ChangeKind =
  | "add"
  | "edit"
  | "style"
  | "move"
  | "group"
  | "ungroup"
  | "delete"
  | "sort"
  | "addAction"
  | "editAction"
  | "moveAction"
  | "deleteAction";

/** One action of the user, which is undone and redone as a whole. */
export interface ChangeEntry {
  readonly kind: ChangeKind;
  readonly steps: Step[];
  /** Takes back a deletion that is not sent yet; null otherwise. */
  cancel: (() => void) | null;
}

type Style = Record<string, unknown>;

export function kindOfStep(step: Step, { items }: BoardView): ChangeKind {
  if (step.type === "added") return "add";
  if (step.type === "deleted") return "delete";
  if (step.type === "order") return "sort";
  if (step.type === "action") return kindOfActionStep(step);
  if (step.type === "content") return hasText(step.after) ? "edit" : "style";
  const isGroup = (id: string) => items.get(id)?.kind === "sticker";
  const [first] = step.places;
  if (first === undefined) return "move";
  const [from, to] = [first.before.parent_id, first.after.parent_id];
  if (from === to) return "move";
  // Out of an inner group, into the outer one.
  if (items.get(from)?.parent_id === to && isGroup(from)) return "ungroup";
  return isGroup(to) ? "group" : isGroup(from) ? "ungroup" : "move";
}

function kindOfActionStep({ before, after }: ActionStep): ChangeKind {
  if (before === null) return "addAction";
  if (after === null) return "deleteAction";
  return before.action.order === after.action.order ? "editAction" : "moveAction";
}

/** Where a sticker is; null for another item. */
export function placeOf({ items }: BoardView, id: string): Place | null {
  const item = items.get(id);
  if (item?.kind !== "sticker" || item.parent_id === null) return null;
  const { parent_id, order } = item;
  return { parent_id, order, siblings: childrenOf(items, parent_id).map((each) => each.id) };
}

export function stickersOf(view: BoardView, roots: readonly string[]): Stickers {
  const { items } = view;
  const ids = roots.flatMap((id) => subtreeIds(items, id));
  return {
    roots,
    items: ids.flatMap((id) => items.get(id) ?? []),
    voted: ownVotesOf(view).filter((id) => ids.includes(id)),
  };
}

/** Which of these stickers an addition added; null if none. */
export function addedStep(ids: readonly string[], before: BoardView, after: BoardView): Step | null {
  const added = ids.filter((id) => !before.items.has(id) && after.items.has(id));
  return added.length > 0 ? { type: "added", stickers: stickersOf(after, added) } : null;
}

/** What moves changed; null if the stickers are where they were, or not on the board. */
export function placesStep(ids: readonly string[], before: BoardView, after: BoardView): Step | null {
  const places = [...new Set(ids)].flatMap((id): PlaceChange[] => {
    const [from, to] = [placeOf(before, id), placeOf(after, id)];
    const moved = from && to && (from.parent_id !== to.parent_id || from.order !== to.order);
    return moved ? [{ id, before: from, after: to }] : [];
  });
  return places.length > 0 ? { type: "places", places } : null;
}

/** What a deletion changed; null for a section. */
export function deletedStep(id: string, before: BoardView): Step | null {
  return before.items.get(id)?.kind === "sticker"
    ? { type: "deleted", stickers: stickersOf(before, [id]) }
    : null;
}

/** What an edit changed; null if it changed nothing that this user sees. */
export function contentStep(
  { id, title, style, name, note }: Extract<BoardCommand, { type: "item.edit" }>,
  before: BoardView,
  after: BoardView,
): Step | null {
  const [old, now] = [before.items.get(id), after.items.get(id)];
  if (!old || !now) return null;
  const fields = (item: Item) => style && fieldsOf(item.style, style);
  const hasTitle = title !== undefined && old.title !== now.title;
  const hasStyle = JSON.stringify(fields(old)) !== JSON.stringify(fields(now));
  const hasName = name !== undefined && old.name !== now.name;
  const hasNote = note !== undefined && old.note !== now.note;
  if (!hasTitle && !hasStyle && !hasName && !hasNote) return null;
  const content = (item: Item): Content => ({
    ...(hasTitle && item.title !== null && { title: item.title }),
    ...(hasStyle && { style: fields(item) ?? {} }),
    ...(hasName && { name: item.name ?? null }),
    ...(hasNote && { note: item.note ?? null }),
  });
  const { kind, user_id } = old;
  return { type: "content", id, author: { kind, user_id }, before: content(old), after: content(now) };
}

/** Whether it has a text that may be hidden, not a style alone. */
export function hasText({ title, name, note }: Content): boolean {
  return title !== undefined || name !== undefined || note !== undefined;
}

/** The fields that a patch names, null for an empty one; the parts of a section's style likewise. */
export function fieldsOf(style: Style, patch: Style): Style {
  return Object.fromEntries(
    Object.entries(patch).map(([name, value]) => [
      name,
      typeof value === "object" && value !== null
        ? fieldsOf((style[name] ?? {}) as Style, value as Style)
        : (style[name] ?? null),
    ]),
  );
}
