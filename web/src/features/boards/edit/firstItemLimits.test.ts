import type { Item } from "@retro/contract/items";
import { idleTimer } from "@retro/contract/facilitation/timer";
import { noOptions } from "@retro/contract/facilitation/facilitator-options";
import type { BoardView } from "@retro/rules/apply-change";
import { describe, expect, it } from "vitest";
import { firstItemLimits } from "./firstItemLimits.ts";

const item = (id: string, parent: string | null, kind: Item["kind"], order: number): Item => ({
  id,
  board_id: "b",
  parent_id: parent,
  kind,
  order: `a${String(order).padStart(3, "0")}`,
  user_id: null,
  title: id,
  style: {},
  created_at: "2026-01-01T00:00:00.000Z",
  rev: 1,
  votes: kind === "sticker" ? 0 : null,
  hidden: false,
});

/** A board whose sections s0, s1 … have three columns with so many stickers each. */
function boardOf(...sections: [number, number, number][]): BoardView {
  const items = sections.flatMap((columns, s) => [
    item(`s${s}`, null, "section", s),
    ...columns.flatMap((count, c) => [
      item(`s${s}c${c}`, `s${s}`, "column", c),
      ...Array.from({ length: count }, (_, i) => item(`s${s}c${c}i${i}`, `s${s}c${c}`, "sticker", i)),
    ]),
  ]);
  return {
    userId: "me",
    version: 1,
    details: { title: "R", description: "" },
    facilitation: { facilitator_id: null, facilitator_options: noOptions, timer: idleTimer },
    items: new Map(items.map((each) => [each.id, each])),
    votedIds: new Set(),
    actions: new Map(),
  };
}
const desktop = { innerWidth: 1440, innerHeight: 900 };
const phone = { innerWidth: 390, innerHeight: 844 };
const limitsOf = (view: BoardView, screen: typeof desktop, zoom = 1) => [
  ...firstItemLimits(view, screen, zoom).values(),
];

describe("the items that are painted first", () => {
  it("fill the screen in each section of the first row of the grid; the rows below it wait", () => {
    expect(limitsOf(boardOf([30, 0, 0], [0, 0, 0], [1, 0, 0], [5, 5, 5]), desktop)).toEqual([10, 10, 0, 0]);
    expect(limitsOf(boardOf([1, 0, 0], [0, 30, 0], [1, 0, 0]), desktop)).toEqual([10, 10, 10]);
  });

  it("include every row that short sections leave room for", () => {
    expect(limitsOf(boardOf([2, 0, 0], [2, 0, 0], [30, 0, 0], [1, 0, 0]), desktop)).toEqual([10, 10, 10, 10]);
  });

  it("are those of the first section on a phone when its columns, below one another, fill the screen", () => {
    expect(limitsOf(boardOf([5, 5, 5], [9, 9, 9]), phone)).toEqual([10, 0]);
    expect(limitsOf(boardOf([2, 2, 2], [9, 9, 9]), phone)).toEqual([10, 10]);
  });

  it("are more on a board that is shown smaller, and fewer on a larger one", () => {
    expect(limitsOf(boardOf([30, 0, 0], [0, 0, 0]), desktop, 0.75)).toEqual([13, 13]);
    expect(limitsOf(boardOf([30, 0, 0], [0, 0, 0]), desktop, 2)).toEqual([5, 5]);
  });

  it("are none before the board is loaded", () => {
    expect(firstItemLimits(null, phone, 1).size).toBe(0);
  });
});
