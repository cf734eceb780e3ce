import type { Action } from "@retro/contract/actions";
import type { Board } from "@retro/contract/boards";
import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import { idleTimer } from "@retro/contract/facilitation/timer";
import type { Item } from "@retro/contract/items";
import { type FacilitatorOptions, noOptions } from "@retro/contract/facilitation/facilitator-options";
import type { BoardView } from "@retro/rules/apply-change";

/** Values for tests of one module; fields that a test does not name have plain defaults. */

export function aSticker(id: string, more: Partial<Item> = {}): Item {
  return {
    id,
    board_id: "board",
    parent_id: "c1",
    kind: "sticker",
    order: "a0",
    user_id: "bob",
    title: `text ${id}`,
    style: {},
    created_at: "2026-01-01T00:00:00.000Z",
    rev: 1,
    votes: 0,
    hidden: false,
    ...more,
  };
}

export function anAction(id: string, more: Partial<Action> = {}): Action {
  return {
    id,
    board_id: "board",
    text: `text ${id}`,
    hidden: false,
    owner_id: null,
    owner_name: null,
    due_on: null,
    link: null,
    status: "open",
    source_item_id: null,
    source_user_id: null,
    user_id: "bob",
    order: "a0",
    rev: 1,
    created_at: "2026-01-01T00:00:00.000Z",
    status_at: "2026-01-01T00:00:00.000Z",
    ...more,
  };
}

export function aFacilitation(
  options: Partial<FacilitatorOptions> = {},
  facilitator: string | null = null,
): Facilitation {
  return {
    facilitator_id: facilitator,
    facilitator_options: { ...noOptions, ...options },
    timer: idleTimer,
  };
}

/** A board as Ann sees it. */
export function aView(items: readonly Item[] = [], more: Partial<BoardView> = {}): BoardView {
  return {
    userId: "ann",
    version: 1,
    details: { title: "Retro", description: "" },
    facilitation: aFacilitation(),
    items: new Map(items.map((item) => [item.id, item])),
    votedIds: new Set(),
    actions: new Map(),
    ...more,
  };
}

export function aBoard(version: number, more: Partial<Board> = {}): Board {
  return {
    id: "board",
    title: "Retro",
    description: "",
    ...aFacilitation(),
    sections: [],
    version,
    serverTime: 0,
    ...more,
  };
}
