import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Item } from "@retro/contract/items";
import { byId, column, section, sticker } from "./testing/board.ts";
import {
  buildTree,
  compareSiblings,
  indexChildren,
  childrenOf,
  type ItemNode,
  makeOrderKeys,
  placeItem,
  findPlacementError,
  placementCheck,
  positionAfter,
  sectionIdOf,
  stickerDepth,
  subtreeIds,
} from "./tree.ts";

const wrongParent = { key: "validation.parent", params: {} };
const tooDeep = { key: "validation.tooDeep", params: { max: 5 } };

/** `prefix`1 in the column, `prefix`2 in it, and so on. */
function chain(prefix: string, columnId: string, length: number): Item[] {
  return Array.from({ length }, (_, i) => sticker(`${prefix}${i + 1}`, i === 0 ? columnId : `${prefix}${i}`));
}
const stage = [section("s"), column("c", "s"), column("d", "s"), section("t"), column("e", "t")];
/** a1 > a2 > a3 in column c, x1 > x2 beside them, alone in column e. */
const board = byId(...stage, ...chain("a", "c", 3), ...chain("x", "c", 2), sticker("alone", "e"));

describe("which item may be in which parent", () => {
  test.each([
    ["a section at the top", "s", null, null],
    ["a section in a section", "s", "t", wrongParent],
    ["a section in a column", "s", "c", wrongParent],
    ["a section in a sticker", "s", "alone", wrongParent],
    ["a column at the top", "c", null, wrongParent],
    ["a column in another section", "c", "t", wrongParent],
    ["a column in a column", "c", "d", wrongParent],
    ["a column in a sticker", "c", "alone", wrongParent],
    ["a sticker at the top", "a1", null, wrongParent],
    ["a sticker in a section", "a1", "t", wrongParent],
    ["a sticker in the column where it is", "a1", "c", null],
    ["a sticker in a column of its section", "a1", "d", null],
    ["a sticker in a column of another section", "a1", "e", null],
    ["a sticker in a sticker", "a1", "alone", null],
    ["a nested sticker in the sticker where it is", "a2", "a1", null],
    ["a nested sticker back in a column", "a3", "c", null],
    ["a sticker in itself", "a1", "a1", wrongParent],
    ["a sticker in its child", "a1", "a2", wrongParent],
    ["a sticker in its grandchild", "a1", "a3", wrongParent],
    ["a child in its grandparent", "a3", "a1", null],
    ["a sticker in a parent that is gone", "a1", "gone", wrongParent],
    ["a sticker that is gone in a column", "gone", "c", wrongParent],
    ["a new sticker at the top", null, null, wrongParent],
    ["a new sticker in a section", null, "s", wrongParent],
    ["a new sticker in a column", null, "c", null],
    ["a new sticker in a sticker", null, "a3", null],
    ["a new sticker in a parent that is gone", null, "gone", wrongParent],
  ])("[T1] %s", (_, itemId, parentId, fault) => {
    expect(findPlacementError(board, itemId, parentId)).toEqual(fault);
  });

  test("[T1] a sticker never gets under itself or a descendant, however the tree is shaped", () => {
    const parents = fc.array(fc.nat(), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(parents, fc.nat(), fc.nat(), (picks, a, b) => {
        const ids = ["c", ...picks.map((_, i) => `n${i}`)];
        const parentOf = new Map(picks.map((pick, i) => [`n${i}`, ids[pick % (i + 1)] as string]));
        const items = byId(...stage, ...[...parentOf].map(([id, parent]) => sticker(id, parent)));
        const [moved, target] = [`n${a % picks.length}`, `n${b % picks.length}`];
        const above: string[] = [];
        for (let at: string | undefined = target; at; at = parentOf.get(at)) above.push(at);
        const fault = findPlacementError(items, moved, target);
        expect(fault?.key === "validation.parent").toBe(above.includes(moved));
      }),
    );
  });
});

describe("nesting", () => {
  const depths = [0, 1, 2, 3, 4, 5];
  test.each(depths.flatMap((depth) => [1, 2, 3, 4, 5].map((height) => [depth, height] as const)))(
    "[T3] under a sticker at depth %i, what is %i high goes only if both together are at most five",
    (depth, height) => {
      const items = byId(...stage, ...chain("p", "c", depth), ...chain("m", "d", height));
      const parent = depth === 0 ? "c" : `p${depth}`;
      expect(findPlacementError(items, "m1", parent)).toEqual(depth + height <= 5 ? null : tooDeep);
    },
  );

  test.each(depths)("[T3] a new sticker under one at depth %i", (depth) => {
    const items = byId(...stage, ...chain("p", "c", depth));
    expect(findPlacementError(items, null, depth === 0 ? "c" : `p${depth}`)).toEqual(
      depth < 5 ? null : tooDeep,
    );
  });

  test("[T3] a move counts everything nested in the moved sticker: its deepest branch, not its number", () => {
    const wide = Array.from({ length: 10 }, (_, i) => sticker(`w${i}`, "m"));
    const items = byId(...stage, ...chain("p", "c", 4), sticker("m", "d"), ...wide);
    expect(findPlacementError(items, "m", "p3")).toBeNull();
    expect(findPlacementError(items, "m", "p4")).toEqual(tooDeep);
    const uneven = byId(...items.values(), sticker("below", "w4"));
    expect(findPlacementError(uneven, "m", "p2")).toBeNull();
    expect(findPlacementError(uneven, "m", "p3")).toEqual(tooDeep);
  });

  test("[T3] a sticker leaves a group of five for its column and returns", () => {
    const items = byId(...stage, ...chain("p", "c", 5));
    expect(findPlacementError(items, "p5", "c")).toBeNull();
    expect(findPlacementError(items, "p5", "p4")).toBeNull();
    expect(findPlacementError(items, "p5", "p3")).toBeNull();
  });

  test("[T1, T3] one rule answers for many parents of the same item", () => {
    const rule = placementCheck(byId(...stage, ...chain("p", "c", 5), ...chain("m", "d", 2)), "m1");
    expect(["c", "p1", "p3", "p4", "p5", "m2", "m1", "s", null, "e"].map(rule)).toEqual([
      null,
      null,
      null,
      tooDeep,
      tooDeep,
      wrongParent,
      wrongParent,
      wrongParent,
      wrongParent,
      null,
    ]);
  });

  test.each([
    ["s", 0],
    ["c", 0],
    ["gone", 0],
    ["a1", 1],
    ["a2", 2],
    ["a3", 3],
    ["alone", 1],
  ])("[T3] %s is at depth %i, counted from the column", (id, depth) => {
    expect(stickerDepth(board, id)).toBe(depth);
  });
});

describe("where an item is", () => {
  test.each([
    ["s", "s"],
    ["c", "s"],
    ["d", "s"],
    ["a1", "s"],
    ["a3", "s"],
    ["x2", "s"],
    ["t", "t"],
    ["e", "t"],
    ["alone", "t"],
    ["gone", null],
  ])("[V2] the section of %s is %s", (id, at) => {
    expect(sectionIdOf(board, id)).toBe(at);
  });

  test("[V2] an item whose parent is missing is in no section", () => {
    expect(sectionIdOf(byId(sticker("lost", "gone")), "lost")).toBeNull();
    expect(sectionIdOf(byId(sticker("lost", "", { parent_id: null })), "lost")).toBeNull();
  });

  test("[T5] an item's subtree is itself and all below it, parents first, and nothing beside it", () => {
    expect(subtreeIds(board, "a1")).toEqual(["a1", "a2", "a3"]);
    expect(subtreeIds(board, "a3")).toEqual(["a3"]);
    expect(subtreeIds(board, "c")).toEqual(["c", "a1", "x1", "a2", "x2", "a3"]);
    expect(subtreeIds(board, "t")).toEqual(["t", "e", "alone"]);
    expect(subtreeIds(board, "s")).toHaveLength(8);
  });
});

describe("order among siblings", () => {
  const keys = ["Zz", "a0", "a0V", "a1", "aZ", "aa", "b00"];

  test("[T4] siblings are ordered by the bytes of their keys: capitals before small letters", () => {
    const items = keys.map((order, i) => sticker(`n${keys.length - i}`, "c", { order }));
    for (const shuffled of [items.toReversed(), [...items.slice(3), ...items.slice(0, 3)]])
      expect(shuffled.toSorted(compareSiblings).map((item) => item.order)).toEqual(keys);
  });

  test("[T4] equal keys are ordered by id, and an item equals itself", () => {
    const [one, two] = [sticker("n1", "c"), sticker("n2", "c")];
    expect(compareSiblings(one, two)).toBeLessThan(0);
    expect(compareSiblings(two, one)).toBeGreaterThan(0);
    expect(compareSiblings(one, one)).toBe(0);
  });

  test("[T4] children come in order, however they are stored; sections are under null", () => {
    const items = [
      sticker("third", "c", { order: "a2" }),
      section("s2", { order: "a1" }),
      sticker("first", "c", { order: "Zz" }),
      sticker("elsewhere", "d", { order: "a1" }),
      sticker("second", "c", { order: "a1" }),
      section("s1", { order: "a0" }),
    ];
    const ids = (list: ItemNode[] | undefined) => list?.map((item) => item.id);
    expect(ids(childrenOf(byId(...items), "c"))).toEqual(["first", "second", "third"]);
    expect(ids(childrenOf(byId(...items), null))).toEqual(["s1", "s2"]);
    expect(ids(childrenOf(byId(...items), "gone"))).toEqual([]);
    const index = indexChildren(items);
    expect(ids(index.get("c"))).toEqual(["first", "second", "third"]);
    expect(ids(index.get("d"))).toEqual(["elsewhere"]);
    expect(ids(index.get(null))).toEqual(["s1", "s2"]);
    expect(index.size).toBe(3);
  });
});

describe("places", () => {
  const four = ["a0", "a1", "a2", "a3"].map((order, i) => sticker(`n${i}`, "c", { order }));

  test.each([
    [null, 0],
    ["n0", 1],
    ["n2", 3],
    ["n3", 4],
    ["gone", 4],
  ])("[T9] after %s is position %i", (afterId, position) => {
    expect(positionAfter(four, afterId)).toBe(position);
  });

  test("[T9] every place in an empty column is the first", () => {
    expect(positionAfter([], null)).toBe(0);
    expect(positionAfter([], "gone")).toBe(0);
  });

  /** The ids in the order that the keys give, with "new" at the given position. */
  const placed = (order: string) =>
    [...four, sticker("new", "c", { order })]
      .toSorted(compareSiblings)
      .findIndex((item) => item.id === "new");

  test.each([
    [-1, 0],
    [0, 0],
    [1, 1],
    [3, 3],
    [4, 4],
    [5, 4],
    [1000, 4],
  ])(
    "[T4] position %i among four siblings is place %i, and no sibling gets another key",
    (position, place) => {
      const { order, rekeyed } = placeItem(four, position);
      expect(placed(order)).toBe(place);
      expect(rekeyed).toEqual([]);
    },
  );

  test("[T4] the first in an empty column gets a key too", () => {
    expect(placeItem([], 0)).toEqual({ order: "a0", rekeyed: [] });
    expect(placeItem([], 3)).toEqual({ order: "a0", rekeyed: [] });
  });

  test("[T4] a new key has at most 50 characters; one more, and the siblings around get short keys", () => {
    const between = (length: number) => [
      sticker("low", "c", { order: `a0${"z".repeat(length - 2)}` }),
      sticker("high", "c", { order: "a1" }),
    ];
    const longest = placeItem(between(49), 1);
    expect(longest.order).toHaveLength(50);
    expect(longest.rekeyed).toEqual([]);

    const short = placeItem(between(50), 1);
    expect(short.order.length).toBeLessThan(10);
    expect(short.rekeyed.map(({ item }) => item.id)).toContain("low");
    const orders = new Map(short.rekeyed.map(({ item, order }) => [item.id, order]));
    const [low, high] = [orders.get("low") ?? "", orders.get("high") ?? "a1"];
    expect([low < short.order, short.order < high]).toEqual([true, true]);
  });

  test("[T4] siblings that get new keys get at most 25 characters, even between neighbours with longer keys", () => {
    // Keys of 39 characters, but for one of 50: between it and the next one there is room for none of 50.
    const digits = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxy";
    const crowd = [...digits].map((digit, i) =>
      sticker(`n${i}`, "c", { order: `a0${"z".repeat(36)}${digit}${i === 29 ? "z".repeat(11) : ""}` }),
    );
    const { order, rekeyed } = placeItem(crowd, 30);
    for (const each of [{ order }, ...rekeyed]) expect(each.order.length).toBeLessThanOrEqual(25);
    const keys = new Map(rekeyed.map((each) => [each.item.id, each.order]));
    const after = [
      ...crowd.map((item) => ({ ...item, order: keys.get(item.id) ?? item.order })),
      sticker("new", "c", { order }),
    ];
    const ids = after.toSorted(compareSiblings).map((item) => item.id);
    const wanted = crowd.map((item) => item.id);
    expect(ids).toEqual([...wanted.slice(0, 30), "new", ...wanted.slice(30)]);
  });

  test("[T4] equal keys are replaced, and only changed keys are returned", () => {
    const equal = [sticker("n0", "c"), sticker("n1", "c")];
    const { order, rekeyed } = placeItem(equal, 1);
    expect(order).toBe("a1");
    expect(rekeyed.map((each) => [each.item.id, each.order])).toEqual([["n1", "a2"]]);
  });

  test("[T4] any series of moves leaves every item where it was put", () => {
    const moves = fc.array(fc.tuple(fc.nat(7), fc.nat(9)), { maxLength: 40 });
    fc.assert(
      fc.property(moves, (series) => {
        let items: ItemNode[] = makeOrderKeys(8).map((order, i) => sticker(`n${i}`, "c", { order }));
        for (const [from, to] of series) {
          const moved = items[from] as ItemNode;
          const others = items.filter((item) => item !== moved);
          const { order, rekeyed } = placeItem(others, to);
          const orders = new Map(rekeyed.map((each) => [each.item.id, each.order]));
          const wanted = others.map((item) => ({ ...item, order: orders.get(item.id) ?? item.order }));
          wanted.splice(to, 0, { ...moved, order });
          items = wanted.toSorted(compareSiblings);
          expect(items.map((item) => item.id)).toEqual(wanted.map((item) => item.id));
        }
      }),
    );
  });

  test("[T4, T10] keys for new siblings ascend, behind the last sibling", () => {
    expect(makeOrderKeys(0)).toEqual([]);
    expect(makeOrderKeys(1)).toEqual(["a0"]);
    expect(makeOrderKeys(3)).toEqual(["a0", "a1", "a2"]);
    expect(makeOrderKeys(2, "a5")).toEqual(["a6", "a7"]);
  });
});

describe("the tree of an answer", () => {
  test("[T6] the markers count from 1, down the left of each item and up its right", () => {
    const items = [
      sticker("second", "c", { order: "a1" }),
      sticker("nested", "first"),
      column("c", "s"),
      sticker("first", "c", { order: "a0" }),
      section("s", { order: "a0" }),
      section("t", { order: "a1" }),
    ];
    type Marked = [string, number, number, Marked[]];
    const marks = (nodes: ReturnType<typeof buildTree>): Marked[] =>
      nodes.map((node) => [node.id, node._lft, node._rgt, marks(node.children)]);
    expect(marks(buildTree(items))).toEqual([
      [
        "s",
        1,
        10,
        [
          [
            "c",
            2,
            9,
            [
              ["first", 3, 6, [["nested", 4, 5, []]]],
              ["second", 7, 8, []],
            ],
          ],
        ],
      ],
      ["t", 11, 12, []],
    ]);
  });

  test("[T6] the markers are added to a copy: the given items stay as they are, and their other fields do not change", () => {
    const items = [section("s", { title: "Went well", rev: 4 })];
    const before = items.map((item) => ({ ...item }));
    expect(buildTree(items)).toEqual([{ ...before[0], _lft: 1, _rgt: 2, children: [] }]);
    expect(items).toEqual(before);
    expect(buildTree([])).toEqual([]);
  });
});
