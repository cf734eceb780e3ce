import type { Item } from "@retro/contract/items";
import { expect, test } from "vitest";
import { addChanges, noChanges } from "./boardChanges.ts";

const item = (id: string, title: string | null = id, parent_id = "column"): Item =>
  ({ id, kind: "sticker", title, parent_id }) as Item;
const board = (...items: Item[]) => new Map(items.map((each) => [each.id, each]));
const nobodys = () => false;

test("counts what is new, changed, moved and gone, each sticker once", () => {
  const news = noChanges();
  addChanges(
    news,
    board(item("a"), item("b"), item("c")),
    board(item("a", "A"), item("b", "b", "other"), item("d")),
    nobodys,
  );
  addChanges(news, board(item("a", "A"), item("d")), board(item("a", "AA"), item("d", "D")), nobodys);
  expect([news.added, news.changed, news.moved, news.deleted].map((ids) => [...ids])).toEqual([
    ["d"],
    ["a"],
    ["b"],
    ["c"],
  ]);
});

test("does not count what came and went meanwhile, the user's own changes, or a hidden text", () => {
  const news = noChanges();
  addChanges(news, board(), board(item("a"), item("mine")), (id) => id === "mine");
  addChanges(news, board(item("a")), board(), nobodys);
  addChanges(news, board(item("b")), board(item("b", null)), nobodys);
  expect(news).toEqual(noChanges());
});
