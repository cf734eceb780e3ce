import { type FacilitatorOptions, noOptions } from "@retro/contract/facilitation/facilitator-options";
import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import { idleTimer } from "@retro/contract/facilitation/timer";
import type { Item } from "@retro/contract/items";
import type { BoardView } from "../apply-change.ts";
import type { ItemNode } from "../tree.ts";

/** A sticker by "owner" with two votes; `overrides` replaces any field. */
export function sticker(id: string, parentId: string, overrides: Partial<Item> = {}): Item {
  return {
    id,
    board_id: "board",
    parent_id: parentId,
    kind: "sticker",
    order: "a0",
    user_id: "owner",
    title: `text of ${id}`,
    style: {},
    created_at: "2026-01-01T00:00:00.000Z",
    rev: 1,
    votes: 2,
    hidden: false,
    ...overrides,
  };
}

export function section(id: string, overrides: Partial<Item> = {}): Item {
  return { ...sticker(id, ""), parent_id: null, kind: "section", user_id: null, votes: null, ...overrides };
}

export function column(id: string, sectionId: string, overrides: Partial<Item> = {}): Item {
  return { ...sticker(id, sectionId), kind: "column", title: null, user_id: null, votes: null, ...overrides };
}

export function byId<T extends ItemNode>(...items: T[]): Map<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}

/**
 * A facilitation with these options; "facilitator" holds the seat unless `seat` names another user or null.
 */
export function facilitation(
  options: Partial<FacilitatorOptions> = {},
  seat: string | null = "facilitator",
): Facilitation {
  return { facilitator_id: seat, facilitator_options: { ...noOptions, ...options }, timer: idleTimer };
}

/** The view that `me` has of a board at version 7. */
export function boardView(me: string, items: Iterable<Item>, over: Partial<BoardView> = {}): BoardView {
  return {
    userId: me,
    version: 7,
    details: { title: "Retro", description: "" },
    facilitation: facilitation(),
    items: new Map([...items].map((item) => [item.id, item])),
    votedIds: new Set(),
    actions: new Map(),
    ...over,
  };
}
