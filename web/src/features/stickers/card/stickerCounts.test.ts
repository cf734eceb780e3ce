import type { Item } from "@retro/contract/items";
import type { BoardView } from "@retro/rules/apply-change";
import { idleTimer } from "@retro/contract/facilitation/timer";
import { noOptions } from "@retro/contract/facilitation/facilitator-options";
import { expect, test } from "vitest";
import { stickerCountsOf } from "./stickerCounts.ts";

const item = (id: string, parent: string | null, kind: Item["kind"], votes: number | null): Item => ({
  id,
  board_id: "b",
  parent_id: parent,
  kind,
  order: "a0",
  user_id: null,
  title: id,
  style: {},
  created_at: "2026-01-01T00:00:00.000Z",
  rev: 1,
  votes,
  hidden: false,
});
const view = (...items: Item[]): BoardView => ({
  userId: "me",
  version: 1,
  details: { title: "R", description: "" },
  facilitation: { facilitator_id: null, facilitator_options: noOptions, timer: idleTimer },
  items: new Map(items.map((each) => [each.id, each])),
  votedIds: new Set(),
  actions: new Map(),
});
const twoSections = [
  item("s", null, "section", null),
  item("c", "s", "column", null),
  item("t", null, "section", null),
  item("d", "t", "column", null),
];
/** A group of four, three deep, and one sticker in another section. */
const grouped = view(
  ...twoSections,
  item("group", "c", "sticker", 1),
  item("in it", "group", "sticker", 2),
  item("also in it", "group", "sticker", 0),
  item("deep", "in it", "sticker", 4),
  item("alone", "d", "sticker", 8),
);

test("[V4] a group shows the total of its stickers' votes, its own included", () => {
  const { votesPerGroup } = stickerCountsOf(grouped);
  expect(Object.fromEntries(votesPerGroup)).toEqual({ group: 7, "in it": 6 });
});

test("[V4] the total of a group with a concealed count is concealed", () => {
  const concealed = view(
    ...twoSections,
    item("group", "c", "sticker", 1),
    item("in it", "group", "sticker", null),
    item("also in it", "group", "sticker", 3),
  );
  const { votesPerGroup } = stickerCountsOf(concealed);
  expect(Object.fromEntries(votesPerGroup)).toEqual({ group: null });
});

test("a group and a section count their stickers, nested ones included", () => {
  const { perGroup, perSection } = stickerCountsOf(grouped);
  expect(Object.fromEntries(perGroup)).toEqual({ group: 4, "in it": 2 });
  expect(Object.fromEntries(perSection)).toEqual({ s: 4, t: 1 });
  expect(stickerCountsOf(null).votesPerGroup.size).toBe(0);
});
