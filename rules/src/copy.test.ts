import { expect, test } from "vitest";
import type { TreeItem } from "@retro/contract/items";
import { copyStickers } from "./copy.ts";

const at = "2026-01-01T00:00:00.000Z";
/** A sticker as it is presented: hidden when its title is null. */
const sticker = (title: string | null, ...children: TreeItem[]): TreeItem => ({
  id: `id of ${title}`,
  board_id: "b",
  parent_id: "p",
  kind: "sticker",
  order: "a0",
  user_id: "ann",
  title,
  style: { color: "#123456" },
  created_at: at,
  rev: 7,
  votes: 3,
  hidden: title === null,
  _lft: 1,
  _rgt: 2,
  children,
});
const copy = (text: string, ...stickers: object[]) => ({
  text,
  style: { color: "#123456" },
  created_at: at,
  stickers,
});

test("[B2] a copy keeps text, style, date, order and nesting, and nothing else", () => {
  expect(copyStickers([sticker("a", sticker("b", sticker("c")), sticker("d")), sticker("e")])).toEqual({
    copies: [copy("a", copy("b", copy("c")), copy("d")), copy("e")],
    leftOut: 0,
  });
});

test("[B2] stickers nested in a hidden one take its place, in order, at every level", () => {
  const hidden = sticker(null, sticker("mine"), sticker(null, sticker("mine too"), sticker(null)));
  expect(copyStickers([sticker("first"), hidden, sticker("group", sticker(null), sticker("in it"))])).toEqual(
    { copies: [copy("first"), copy("mine"), copy("mine too"), copy("group", copy("in it"))], leftOut: 4 },
  );
});

test("[B2, H1] a sticker that is marked as hidden is not copied, even if its text came along", () => {
  expect(copyStickers([{ ...sticker("secret"), hidden: true }])).toEqual({ copies: [], leftOut: 1 });
});
