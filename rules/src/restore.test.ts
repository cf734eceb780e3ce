import { describe, expect, test } from "vitest";
import { lastPlaceOf, parentForRestored, positionForRestored } from "./restore.ts";
import { byId, column, section, sticker } from "./testing/board.ts";

const sections = ["a", "b", "c"].flatMap((s) => [
  section(s, { order: `${s}0` }),
  ...[1, 2, 3].map((n) => column(`${s}${n}`, s, { order: `a${n}` })),
]);
const stickers = [sticker("one", "b2"), sticker("two", "one"), sticker("three", "two")];
const board = byId(...sections, ...stickers);
const without = (...ids: string[]) =>
  new Map([...board].filter(([id]) => !ids.some((x) => id.startsWith(x))));

describe("where a sticker is", () => {
  test.each([
    ["one", { parent_id: "b2", column_id: "b2" }],
    ["three", { parent_id: "two", column_id: "b2" }],
  ])("[T12] %s: its parent, its column, and their places", (id, place) => {
    expect(lastPlaceOf(board, id)).toEqual({ ...place, section_order: "b0", column_order: "a2" });
  });

  test.each(["b", "b2", "gone"])("[T12] %s is not in a column", (id) => {
    expect(lastPlaceOf(board, id)).toBeNull();
  });
});

describe("the parent of a restored sticker", () => {
  const place = { parent_id: "two", column_id: "b2", section_order: "b0", column_order: "a2" };
  test.each([
    ["its former one", board, place, 1, "two"],
    ["its former one, as deep as stickers nest", board, place, 3, "two"],
    ["its column when the former one is too deep now", board, place, 4, "b2"],
    ["its column when the former one is gone", without("two"), place, 1, "b2"],
    ["the same column of the next section", without("b", "one", "two"), place, 1, "c2"],
    [
      "the same column of the last section",
      without("c"),
      { ...place, parent_id: "c3", column_id: "c3", section_order: "c0", column_order: "a3" },
      1,
      "b3",
    ],
    ["a column, never a section", board, { ...place, parent_id: "b" }, 1, "b2"],
    ["none on a board without columns", byId(), place, 1, null],
  ])("[T12] is %s", (_, items, last, height, parent) => {
    expect(parentForRestored(items, last, height)).toBe(parent);
  });
});

describe("the position of a restored sticker", () => {
  const siblings = ["a1", "a2", "a4"].map((order) => sticker(order, "b2", { order }));
  test.each([
    ["among its former siblings", "b2", "a3", 2],
    ["before the one that took its key", "b2", "a2", 1],
    ["first", "b2", "a0", 0],
    ["last", "b2", "a5", 3],
    ["the end under another parent", "c2", "a0", 3],
  ])("[T12] is %s", (_, parentId, order, at) => {
    expect(positionForRestored(siblings, parentId, { parent_id: "b2", order })).toBe(at);
  });
});
