import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import type { Item } from "@retro/contract/items";
import { idleTimer } from "@retro/contract/facilitation/timer";
import { noOptions } from "@retro/contract/facilitation/facilitator-options";
import type { BoardView } from "@retro/rules/apply-change";
import { describe, expect, it } from "vitest";
import {
  columnAtEnd,
  columnOrFirst,
  isTextWithheld,
  errorDetails,
  sectionStyleOf,
  shortTitle,
  editableSticker,
} from "./boardQueries.ts";

const item = (id: string, kind: Item["kind"], parent_id: string | null, more: Partial<Item> = {}): Item => ({
  id,
  board_id: "board",
  kind,
  parent_id,
  order: id,
  title: id,
  hidden: false,
  style: {},
  user_id: null,
  votes: kind === "sticker" ? 0 : null,
  rev: 1,
  created_at: "2026-01-01T00:00:00.000Z",
  ...more,
});
function viewOf(items: Item[], options: Partial<Facilitation["facilitator_options"]> = {}): BoardView {
  return {
    userId: "ann",
    version: 1,
    details: { id: "board", title: "Retro", description: "", created_at: "2026-01-01T00:00:00.000Z" },
    facilitation: {
      facilitator_id: "bob",
      facilitator_options: { ...noOptions, ...options },
      timer: idleTimer,
    },
    items: new Map(items.map((each) => [each.id, each])),
    votedIds: new Set(),
    actions: new Map(),
  } as BoardView;
}
const grid = [
  item("s", "section", null, { style: { item: { backgroundColor: "#ffffff" } } }),
  item("c1", "column", "s"),
  item("c2", "column", "s"),
  item("c3", "column", "s"),
];

describe("the column of a new sticker", () => {
  it.each([
    [[], "c1"],
    [["c1"], "c1"],
    [["c1", "c2"], "c2"],
    [["c1", "c3"], "c3"],
  ])(
    "at the end of a phone's list is the last one with a sticker, else the first: %j",
    (places, expected) => {
      const stickers = places.map((column, i) => item(`t${i}`, "sticker", column));
      expect(columnAtEnd(viewOf([...grid, ...stickers]), "s")).toBe(expected);
    },
  );

  it("is the one that holds the group, however deep, and the board's first when that is gone", () => {
    const view = viewOf([...grid, item("t1", "sticker", "c3"), item("t2", "sticker", "t1")]);
    expect(columnOrFirst(view, "t2")).toBe("c3");
    expect(columnOrFirst(view, "c2")).toBe("c2");
    expect(columnOrFirst(view, "gone")).toBe("c1");
    expect(columnOrFirst(view, null)).toBe("c1");
    expect(columnOrFirst(viewOf([]), null)).toBeNull();
  });

  it("has the style of its section's stickers", () => {
    const view = viewOf([...grid, item("t1", "sticker", "c3"), item("t2", "sticker", "t1")]);
    expect(sectionStyleOf(view, "t2")).toEqual({ backgroundColor: "#ffffff" });
    expect(sectionStyleOf(view, "gone")).toBeUndefined();
  });
});

describe("a sticker that may be edited", () => {
  const sticker = item("t", "sticker", "c1", { user_id: "bob" });
  it("is any sticker whose text is shown", () => {
    expect(editableSticker(viewOf([...grid, sticker]), "t")).toBe(sticker);
  });

  it.each([
    ["a hidden one", viewOf([...grid, { ...sticker, hidden: true, title: null }]), "t"],
    ["one while editing is stopped", viewOf([...grid, sticker], { stopEditing: true }), "t"],
    ["a column", viewOf(grid), "c1"],
    ["one that is gone", viewOf(grid), "t"],
    ["one of a board that is not loaded", null, "t"],
  ])("is not %s", (_, view, id) => expect(editableSticker(view, id)).toBeNull());
});

describe("a sticker's text in one line", () => {
  it.each([
    ["  two\n\n words ", "two words"],
    ["x".repeat(60), "x".repeat(60)],
    ["x".repeat(61), `${"x".repeat(59)}…`],
    ["🙂".repeat(61), `${"🙂".repeat(59)}…`],
  ])("%j", (title, expected) => expect(shortTitle(item("t", "sticker", "c1", { title }))).toBe(expected));

  it("is empty for a hidden sticker and for none", () => {
    expect(shortTitle(item("t", "sticker", "c1", { title: null }))).toBe("");
    expect(shortTitle(undefined)).toBe("");
  });
});

describe("what a refusal says", () => {
  it("is the server's message, and the field's where there is one", () => {
    const refusal = { name: "ApiError", status: 422, message: "Look", errors: { title: ["Too long", "x"] } };
    expect(errorDetails(refusal, "otherwise")).toEqual({
      status: 422,
      message: "Look",
      data: undefined,
      field: "Too long",
    });
  });

  it("is the usual message for a fault of the page", () => {
    expect(errorDetails(new TypeError("x is not a function"), "otherwise")).toEqual({
      status: 0,
      message: "otherwise",
    });
    expect(errorDetails(null, "otherwise")).toEqual({ status: 0, message: "otherwise" });
  });
});

describe("a text is withheld", () => {
  const hidden = (user_id: string | null) =>
    item("s", "sticker", "c", { title: null, hidden: true, user_id });
  const seenBy = (userId: string, user_id: string | null = "cem") => {
    const view = { ...viewOf([], { hideContent: true }), userId };
    return isTextWithheld(view, hidden(user_id));
  };
  it("from a participant, but not from its author and the facilitator, to whom a newer text is on its way", () => {
    expect([seenBy("ann"), seenBy("cem"), seenBy("bob")]).toEqual([true, false, false]);
  });
  it("from the facilitator too, while their own screen hides it [F4]", () => {
    const view = { ...viewOf([], { hideContent: true }), userId: "bob" };
    expect([isTextWithheld(view, hidden("cem")), isTextWithheld(view, hidden("cem"), "hidden")]).toEqual([
      false,
      true,
    ]);
  });
  it("not when the sticker has its text or is gone", () => {
    const view = viewOf([], { hideContent: true });
    expect([isTextWithheld(view, item("s", "sticker", "c")), isTextWithheld(view, undefined)]).toEqual([
      false,
      false,
    ]);
  });
});
