import { expect, it } from "vitest";
import { childIds } from "./childIds.ts";
import { aSticker } from "./testing/samples.ts";

const map = (...items: ReturnType<typeof aSticker>[]) => new Map(items.map((item) => [item.id, item]));
const a = aSticker("a", { order: "a1" });
const b = aSticker("b", { order: "a0" });
const section = aSticker("s", { kind: "section", parent_id: null });

it("a parent's children are given in their order; the parent of the sections is null", () => {
  const items = map(a, b, section);
  expect(childIds(items, "c1")).toEqual(["b", "a"]);
  expect(childIds(items, null)).toEqual(["s"]);
  expect(childIds(items, "nobody")).toEqual([]);
});

it("the array stays the same as long as it says the same, and only then", () => {
  const before = childIds(map(a, b), "c1");
  expect(childIds(map({ ...a, title: "new" }, b), "c1")).toBe(before);
  expect(childIds(map(a), "c1")).toEqual(["a"]);
  expect(childIds(map(a, b, aSticker("c", { order: "a2" })), "c1")).toEqual(["b", "a", "c"]);
  expect(childIds(map({ ...a, order: "Zz" }, b), "c1")).toEqual(["a", "b"]);
});
