import { idleTimer } from "@retro/contract/facilitation/timer";
import { noOptions } from "@retro/contract/facilitation/facilitator-options";
import type { Item } from "@retro/contract/items";
import type { BoardView } from "@retro/rules/apply-change";
import { expect, test } from "vitest";
import { currentTarget, nextTarget, zoneAt } from "./dropTarget.ts";
import type { DropTarget } from "./dropTarget.ts";

function item(id: string, parent_id: string | null, kind: Item["kind"]): Item {
  return {
    id,
    parent_id,
    kind,
    order: id,
    board_id: "b",
    user_id: null,
    title: id,
    style: {},
    created_at: "",
    rev: 0,
    votes: 0,
    hidden: false,
  };
}

function view(): BoardView {
  const items = [
    item("s1", null, "section"),
    item("s2", null, "section"),
    ...["c1", "c2", "c3"].map((id) => item(id, "s1", "column")),
    ...["c4", "c5", "c6"].map((id) => item(id, "s2", "column")),
    ...["m1", "m2", "m3"].map((id) => item(id, "c1", "sticker")),
    item("n1", "m2", "sticker"),
    item("z1", "c4", "sticker"),
  ];
  return {
    userId: "me",
    version: 1,
    details: { title: "", description: "" },
    facilitation: { facilitator_id: null, facilitator_options: noOptions, timer: idleTimer },
    items: new Map(items.map((each) => [each.id, each])),
    votedIds: new Set(),
    actions: new Map(),
  };
}

function walk(id: string, ...keys: string[]): DropTarget | null {
  const board = view();
  return keys.reduce<DropTarget | null>(
    (target, key) => (target === null ? null : nextTarget(board, id, target, key)),
    currentTarget(board, id),
  );
}

test("a sticker's edges mean between, its middle means group, whatever its height", () => {
  for (const height of [40, 60, 120, 600]) {
    expect(zoneAt(height, 2)).toBe("before");
    expect(zoneAt(height, height / 2)).toBe("onto");
    expect(zoneAt(height, height - 2)).toBe("after");
  }
});

test("down and up walk among the siblings and stop at the ends", () => {
  expect(walk("m1", "ArrowDown")).toEqual({ kind: "place", parentId: "c1", position: 1 });
  expect(walk("m1", "ArrowDown", "ArrowDown", "ArrowDown")).toBeNull();
  expect(walk("m1", "ArrowUp")).toBeNull();
});

test("left and right walk from column to column, across sections", () => {
  expect(walk("m3", "ArrowRight")).toEqual({ kind: "place", parentId: "c2", position: 0 });
  expect(walk("m1", "ArrowRight", "ArrowRight", "ArrowRight")).toEqual({
    kind: "place",
    parentId: "c4",
    position: 0,
  });
  expect(walk("m1", "ArrowLeft")).toBeNull();
});

test("G groups with the sticker behind the place, and takes it back", () => {
  expect(walk("m1", "g")).toEqual({ kind: "group", onto: "m2" });
  expect(walk("m1", "g", "g")).toEqual({ kind: "place", parentId: "c1", position: 0 });
  expect(walk("m3", "g")).toEqual({ kind: "group", onto: "m2" });
});

test("left takes a sticker out of its group, to behind the group", () => {
  expect(walk("n1", "ArrowLeft")).toEqual({ kind: "place", parentId: "c1", position: 2 });
});
