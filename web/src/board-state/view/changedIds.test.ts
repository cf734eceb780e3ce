import { expect, it } from "vitest";
import { changedIds, withItem } from "./changedIds.ts";
import { aSticker } from "../testing/samples.ts";

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

it("an added or replaced item is the only change, and the view before it stays as it is", () => {
  const before = map(a, b);
  const changed = withItem(before, { ...a, title: "new" });
  expect(changedIds(before, changed)).toEqual(["a"]);
  expect([...changed.values()].map(({ id, title }) => [id, title])).toEqual([
    ["a", "new"],
    ["b", b.title],
  ]);
  const added = withItem(changed, c);
  expect(changedIds(changed, added)).toEqual(["c"]);
  expect(changedIds(before, added)).toEqual(["a", "c"]);
  expect(before).toEqual(map(a, b));
});
