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

/** The fields that a participant, who wrote none of it, does not get as they are while this option is in force. */
function withheldFields<T extends object>(
  part: T,
  present: (part: T, of: ReturnType<typeof facilitation>, to: string) => T,
  options: Parameters<typeof facilitation>[0],
): string[] {
  const presented = present(part, facilitation(options), "participant");
  const names = Object.keys(part) as (keyof T & string)[];
  return names.filter((name) => presented[name] !== part[name]).toSorted();
}

test.each([
  ["hideContent", { hideContent: true }, [...itemPart.texts, "hidden"]],
  ["concealVoteCount", { concealVoteCount: true }, itemPart.counts],
  ["avatars", { avatars: "hide" }, [...itemPart.authors, "reactions"]],
] as const)("[H2, H3, K2] %s withholds exactly these fields of a sticker", (_, options, withheld) => {
  expect(withheldFields(item, itemPart.present, options)).toEqual([...withheld].toSorted());
});

test("[D3] hideContent withholds exactly the texts of an action that came from a sticker", () => {
  const withheld = withheldFields(action, actionPart.present, { hideContent: true });
  expect(withheld).toEqual([...actionPart.texts, "hidden"].toSorted());
});

/** Whoever adds a field decides here whether everybody may see it. */
test("[H2, D3] these fields, and no others, are shown whatever the options withhold", () => {
  const shownOf = (part: object, kind: typeof itemPart | typeof actionPart) => {
    const withheld: readonly string[] = [...kind.texts, ...kind.authors, ...kind.counts];
    return Object.keys(part)
      .filter((name) => !withheld.includes(name))
      .toSorted();
  };
  expect(shownOf(item, itemPart)).toEqual(
    "board_id created_at hidden holds id kind order parent_id rev rounds style".split(" "),
  );
  expect(shownOf(action, actionPart)).toEqual(
    "board_id created_at hidden id order rev source_item_id status status_at".split(" "),
  );
});
