import {
  type FacilitatorOptions,
  type Item,
  type SessionState,
  idleTimer,
  noOptions,
} from "@retro/contract/entities";
import type { BoardView } from "../apply.ts";
import type { Node } from "../tree.ts";

/** A sticker of "owner", with two votes; `over` replaces any of it. */
export function sticker(id: string, parentId: string, over: Partial<Item> = {}): Item {
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
    ...over,
  };
}

export function section(id: string, over: Partial<Item> = {}): Item {
  return { ...sticker(id, ""), parent_id: null, kind: "section", user_id: null, votes: null, ...over };
}

export function column(id: string, sectionId: string, over: Partial<Item> = {}): Item {
  return { ...sticker(id, sectionId), kind: "column", title: null, user_id: null, votes: null, ...over };
}

export function byId<T extends Node>(...items: T[]): Map<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}

/** A session with "facilitator" in the seat (unless `seat` says otherwise) and these options. */
export function session(
  options: Partial<FacilitatorOptions> = {},
  seat: string | null = "facilitator",
): SessionState {
  return { facilitator_id: seat, facilitator_options: { ...noOptions, ...options }, timer: idleTimer };
}

/** What `me` holds of a board at version 7. */
export function view(me: string, items: Iterable<Item>, over: Partial<BoardView> = {}): BoardView {
  return {
    me,
    version: 7,
    head: { title: "Retro", description: "" },
    session: session(),
    items: new Map([...items].map((item) => [item.id, item])),
    mine: new Set(),
    ...over,
  };
}
