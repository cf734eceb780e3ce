import type { Item, TreeItem } from "@retro/contract/items";
import { expect, it } from "vitest";
import { mergeLoadedItems } from "./loadedItems.ts";
import { PartVersions } from "./partVersions.ts";
import { aSticker, aView } from "../testing/samples.ts";

const tree = (...items: Item[]): TreeItem[] =>
  items.map((item) => ({ ...item, _lft: 0, _rgt: 0, children: [] }));

it("a load with all counts is the newest known of each item and count; newer ones stay", () => {
  const versions = new PartVersions();
  const known = aView([aSticker("a", { title: "newer", votes: 3 }), aSticker("b", { votes: 1 })]);
  versions.set("items", "a", 7);
  versions.set("votes", "a", 6);
  const loaded = tree(aSticker("a", { title: "old", votes: 2 }), aSticker("b", { votes: 4 }));
  const { items } = mergeLoadedItems(known, versions, loaded, 5);
  expect([items.get("a")?.title, items.get("a")?.votes, items.get("b")?.votes]).toEqual(["newer", 3, 4]);
  expect([versions.of("items", "a"), versions.of("items", "b")]).toEqual([7, 5]);
  expect([versions.of("votes", "a"), versions.of("votes", "b")]).toEqual([6, 5]);
});

it("a load without a count says nothing about it: a count that comes later is taken, however old", () => {
  const versions = new PartVersions();
  mergeLoadedItems(aView(), versions, tree(aSticker("a", { votes: null }), aSticker("b", { votes: 4 })), 5);
  expect([versions.of("votes", "a"), versions.of("votes", "b")]).toEqual([0, 5]);
});
