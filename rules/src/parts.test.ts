import type { Action } from "@retro/contract/actions";
import type { Item } from "@retro/contract/items";
import { expect, test } from "vitest";
import { actionPart, itemPart } from "./parts.ts";
import { facilitation, sticker } from "./testing/board.ts";

const item: Required<Item> = {
  ...sticker("a", "c"),
  reactions: { heart: { count: 1, user_ids: ["owner"] } },
  rounds: { "round-1": 3 },
  name: "Deployments",
  note: "We try it for two weeks",
  holds: "actions",
};

const action: Action = {
  id: "b",
  board_id: "board",
  text: "Call Ann",
  hidden: false,
  owner_id: "ann",
  owner_name: "Ann",
  link: "https://example.com/42",
  due_on: "2026-12-01",
  status: "open",
  source_item_id: "a",
  source_user_id: "owner",
  user_id: "owner",
  order: "a0",
  rev: 1,
  created_at: "2026-01-01T00:00:00.000Z",
  status_at: "2026-01-01T00:00:00.000Z",
};

/** The fields that a participant, who wrote none of it, gets as they are, while this option is in force. */
function shownFields<T extends object>(
  part: T,
  present: (part: T, of: ReturnType<typeof facilitation>, to: string) => T,
  options: Parameters<typeof facilitation>[0],
) {
  const presented = present(part, facilitation(options), "participant");
  return Object.keys(part).filter((field) => presented[field as keyof T] === part[field as keyof T]);
}

test.each([
  ["hideContent", { hideContent: true }, [...itemPart.texts, "hidden"]],
  ["concealVoteCount", { concealVoteCount: true }, itemPart.counts],
  ["avatars", { avatars: "hide" }, [...itemPart.authors, "reactions"]],
] as const)("[H2, H3, K2] %s withholds exactly these fields of a sticker", (_, options, withheld) => {
  const shown = shownFields(item, itemPart.present, options);
  expect(
    Object.keys(item)
      .filter((field) => !shown.includes(field))
      .sort(),
  ).toEqual([...withheld].sort());
});

test("[D3] hideContent withholds exactly the texts of an action that came from a sticker", () => {
  const shown = shownFields(action, actionPart.present, { hideContent: true });
  const withheld = Object.keys(action).filter((field) => !shown.includes(field));
  expect(withheld.sort()).toEqual([...actionPart.texts, "hidden"].sort());
});
