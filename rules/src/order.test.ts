import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isOrderOf, reorderSiblings } from "./order.ts";
import { sticker } from "./testing/board.ts";
import { compareSiblings, makeOrderKeys } from "./tree.ts";

const siblings = (...keys: string[]) => keys.map((order, i) => sticker(`s${i + 1}`, "c", { order }));
const keysOf = (changed: ReturnType<typeof reorderSiblings>) =>
  Object.fromEntries(changed.map(({ item, order }) => [item.id, order]));

describe("a new order of siblings", () => {
  test.each([
    ["the last first", ["s3", "s1", "s2"], { s3: "a0", s1: "a1", s2: "a2" }],
    ["the last two exchanged", ["s1", "s3", "s2"], { s3: "a1", s2: "a2" }],
    ["the same order", ["s1", "s2", "s3"], {}],
  ])("[T11] deals out the same keys: %s", (_, ids, changed) => {
    expect(keysOf(reorderSiblings(siblings("a0", "a1", "a2"), ids))).toEqual(changed);
  });

  test("[T11] siblings with equal keys get distinct ones", () => {
    expect(keysOf(reorderSiblings(siblings("a0", "a0"), ["s2", "s1"]))).toEqual({ s1: "a1" });
  });

  test("[T11] whatever the order, the siblings have it afterwards; the order before restores their keys", () => {
    const orders = fc
      .integer({ min: 1, max: 12 })
      .chain((count) => fc.shuffledSubarray(makeOrderKeys(count), { minLength: count, maxLength: count }));
    fc.assert(
      fc.property(orders, (keys) => {
        const before = siblings(...keys).toSorted(compareSiblings);
        const wanted = siblings(...keys).map(({ id }) => id);
        const moved = new Map(reorderSiblings(before, wanted).map(({ item, order }) => [item.id, order]));
        const after = before.map((item) => ({ ...item, order: moved.get(item.id) ?? item.order }));
        expect(isOrderOf(after, wanted)).toBe(true);
        const back = reorderSiblings(
          after,
          before.map(({ id }) => id),
        );
        for (const { item, order } of back)
          expect(order).toBe(before.find(({ id }) => id === item.id)?.order);
        expect(back).toHaveLength(moved.size);
      }),
    );
  });

  test.each([
    [["s1", "s2"], true],
    [["s2", "s1"], false],
    [["s1"], false],
    [["s1", "s2", "s3"], false],
    [["s1", "s3"], false],
    [[], false],
  ])("[T11] %j is the order of two siblings: %s", (ids, is) => {
    expect(isOrderOf(siblings("a0", "a1").toReversed(), ids)).toBe(is);
  });
});
