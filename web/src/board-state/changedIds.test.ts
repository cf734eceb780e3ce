import { expect, it } from "vitest";
import { changedIds } from "./changedIds.ts";
import { aSticker } from "./testing/samples.ts";

const map = (...items: ReturnType<typeof aSticker>[]) => new Map(items.map((item) => [item.id, item]));
const [a, b, c] = [aSticker("a"), aSticker("b"), aSticker("c")];

it("names what was changed, added and removed between two views", () => {
  const before = map(a, b);
  expect(changedIds(before, before)).toEqual([]);
  expect(changedIds(before, map(a, b))).toEqual([]);
  expect(changedIds(before, map({ ...a, title: "new" }, b))).toEqual(["a"]);
  expect(changedIds(before, map(a, c))).toEqual(["c", "b"]);
  expect(changedIds(map(), before)).toEqual(["a", "b"]);
  expect(changedIds(before, map())).toEqual(["a", "b"]);
});

it("compares two views once, whatever is asked in between", () => {
  const [before, after] = [map(a, b), map(a, c)];
  const first = changedIds(before, after);
  expect(changedIds(after, before)).toEqual(["b", "c"]);
  expect(changedIds(before, after)).toBe(first);
});
