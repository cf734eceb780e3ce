import type { Item } from "@retro/contract/items";
import { indexChildren } from "@retro/rules/tree";
import { expect, it } from "vitest";
import { childIds, childIndex } from "./childIds.ts";
import { aSticker } from "../testing/samples.ts";
import { seededRandom } from "../testing/simulation.ts";

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

it("after any changes the index is the same as one of the items alone", () => {
  const random = seededRandom(7);
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  const parents = ["c1", "c2", "s1", "s2", "s3"];
  const change = (old: ReadonlyMap<string, Item>) => {
    const items = new Map(old);
    for (let i = 0; i <= random() * 3; i += 1) {
      const id = `s${Math.floor(random() * 40)}`;
      const known = items.get(id);
      const moved = { parent_id: pick(parents), order: `a${Math.floor(random() * 6)}` };
      const made = pick([{ ...known, title: "new" }, { ...known, ...moved }, moved, null]);
      if (made === null) items.delete(id);
      else items.set(id, aSticker(id, made));
    }
    return items;
  };
  let items: ReadonlyMap<string, Item> = map(...Array.from({ length: 40 }, (_, i) => aSticker(`s${i}`)));
  childIndex(items);
  for (let i = 0; i < 300; i += 1) {
    const before = items;
    items = change(items);
    const index = childIndex(items);
    const wanted = indexChildren(items.values());
    expect(new Set(index.keys())).toEqual(new Set(wanted.keys()));
    for (const [parent, children] of wanted) {
      expect(index.get(parent)).toEqual(children.map(({ id }) => id));
      const known = childIds(before, parent);
      const isSame = String(known) === String(index.get(parent));
      expect(index.get(parent) === known).toBe(isSame);
    }
  }
});
