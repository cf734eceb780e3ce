import type { BoardCommand } from "@retro/rules/predict";
import { describe, expect, it } from "vitest";
import { isAlreadyDone, isMomentary, itemIds, requestFor, mustWaitFor } from "./commands.ts";
import { anAction, aSticker } from "../testing/samples.ts";

const add = (id: string, parent_id = "c1"): BoardCommand => ({
  type: "sticker.add",
  id,
  parent_id,
  title: id,
});
const edit = (id: string): BoardCommand => ({ type: "item.edit", id, title: "new" });
const move = (id: string, parent_id: string, after_id: string | null = null): BoardCommand => ({
  type: "item.move",
  id,
  parent_id,
  after_id,
});
const several: BoardCommand = {
  type: "stickers.add",
  parent_id: "c1",
  items: [
    { id: "x", title: "X" },
    { id: "y", title: "Y" },
  ],
};

const order = (...ids: string[]): BoardCommand => ({
  type: "stickers.order",
  orders: [{ parent_id: "c1", from: ids, to: ids.toReversed() }],
});
const restore = (id: string, ...below: string[]): BoardCommand => ({
  type: "sticker.restore",
  id,
  items: [id, ...below].map((each) => aSticker(each)),
  voted: [],
});

it.each<[BoardCommand, string, string, unknown]>([
  [add("a"), "POST", "/items", { id: "a", parent_id: "c1", title: "a" }],
  [
    { type: "sticker.add", id: "a", parent_id: "c1", title: "a", style: { color: "#000000" } },
    "POST",
    "/items",
    { id: "a", parent_id: "c1", title: "a", style: { color: "#000000" } },
  ],
  [
    several,
    "POST",
    "/items",
    {
      parent_id: "c1",
      items: [
        { id: "x", title: "X" },
        { id: "y", title: "Y" },
      ],
    },
  ],
  [{ type: "item.edit", id: "a", title: "b", rev: 3 }, "PUT", "/items/a", { title: "b", rev: 3 }],
  [move("a", "c2", "b"), "PUT", "/sort", { item_id: "a", parent_id: "c2", after_id: "b" }],
  [{ type: "item.delete", id: "a" }, "DELETE", "/items/a", undefined],
  [{ type: "item.delete", id: "a", rev: 3, items: 2 }, "DELETE", "/items/a?rev=3&items=2", undefined],
  [
    { type: "item.move", id: "a", parent_id: "c2", after_id: null, from: { parent_id: "c1", order: "a0" } },
    "PUT",
    "/sort",
    { item_id: "a", parent_id: "c2", after_id: null, from: { parent_id: "c1", order: "a0" } },
  ],
  [order("x", "y"), "PUT", "/order", { orders: [{ parent_id: "c1", from: ["x", "y"], to: ["y", "x"] }] }],
  [restore("a", "below"), "POST", "/items/a/restore", undefined],
  [{ type: "vote", id: "a", voted: true }, "POST", "/items/a/vote", undefined],
  [{ type: "vote", id: "a", voted: false }, "DELETE", "/items/a/vote", undefined],
  [{ type: "timer.start", count_time: 300, at: 9 }, "POST", "/timers", { count_time: 300, start_time: 9 }],
  [{ type: "timer.edit", count_time: 60 }, "PUT", "/timers", { count_time: 60 }],
  [{ type: "timer.pause", at: 9, seconds: 12 }, "PUT", "/timers", { pause_time: 9, count_pause_time: 12 }],
  [{ type: "timer.play", at: 9 }, "PUT", "/timers", { start_time: 9 }],
  [{ type: "timer.stop" }, "DELETE", "/timers", undefined],
  [
    { type: "option.set", option: "stopEditing", value: true },
    "PUT",
    "/facilitators",
    { option: "stopEditing", value: true },
  ],
  [{ type: "seat.take" }, "POST", "/facilitators", undefined],
  [{ type: "seat.leave" }, "DELETE", "/facilitators", undefined],
  [{ type: "votes.reset" }, "PUT", "/reset-votes", undefined],
  [{ type: "stickers.delete" }, "PUT", "/delete-cards", undefined],
])("%j is sent as %s %s", (command, method, path, body) => {
  expect(requestFor(command)).toEqual({ method, path, ...(body !== undefined && { body }) });
});

it("a command is about its items; a command about none is a facilitation command", () => {
  expect(itemIds(several)).toEqual(["x", "y"]);
  expect(itemIds(edit("a"))).toEqual(["a"]);
  expect(itemIds(order("x", "y"))).toEqual(["y", "x"]);
  expect(itemIds(restore("a", "below"))).toEqual(["a", "below"]);
  expect(itemIds({ type: "timer.stop" })).toEqual([]);
  expect([several, edit("a"), { type: "vote", id: "a", voted: true } as const].map(isMomentary)).toEqual([
    false,
    false,
    false,
  ]);
  expect(isMomentary({ type: "votes.reset" })).toBe(true);
});

describe("a command waits for an earlier one", () => {
  it("about the same item", () => {
    expect(mustWaitFor(edit("a"), edit("a"))).toBe(true);
    expect(mustWaitFor(edit("a"), edit("b"))).toBe(false);
    expect(mustWaitFor(edit("y"), several)).toBe(true);
  });

  it("into the same parent, so that new stickers keep their order", () => {
    expect(mustWaitFor(add("a"), add("b"))).toBe(true);
    expect(mustWaitFor(add("a", "c1"), add("b", "c2"))).toBe(false);
    expect(mustWaitFor(move("a", "c1"), add("b"))).toBe(true);
  });

  it("that makes its parent, the sibling to follow, or the sticker that an action comes from", () => {
    const action = { type: "action.add", id: "n", text: "Do it", source_item_id: "a" } as const;
    expect([mustWaitFor(action, add("a")), mustWaitFor(action, add("b"))]).toEqual([true, false]);
    expect(mustWaitFor(add("a", "group"), move("group", "c2"))).toBe(true);
    expect(mustWaitFor(move("a", "c1", "b"), edit("b"))).toBe(true);
    expect(mustWaitFor(move("a", "c1", "b"), edit("c"))).toBe(false);
    expect(mustWaitFor(edit("b"), move("a", "b"))).toBe(false);
  });

  it("that changes what is nested in the deleted sticker, or under an ordered parent", () => {
    const remove: BoardCommand = { type: "item.delete", id: "group" };
    expect(mustWaitFor(remove, move("a", "c2"))).toBe(true);
    expect(mustWaitFor(remove, restore("a"))).toBe(true);
    expect(mustWaitFor(remove, { type: "item.delete", id: "a" })).toBe(false);
    expect(mustWaitFor(remove, edit("a"))).toBe(false);
    expect(mustWaitFor(order("x", "y"), { type: "item.delete", id: "a" })).toBe(true);
    expect(mustWaitFor(order("x", "y"), move("a", "c2"))).toBe(true);
    expect(mustWaitFor(order("x", "y"), add("a", "c1"))).toBe(true);
    expect(mustWaitFor(order("x", "y"), add("a", "c2"))).toBe(false);
    expect(mustWaitFor(move("x", "c2"), order("x", "y"))).toBe(true);
    expect(mustWaitFor(edit("below"), restore("a", "below"))).toBe(true);
    expect(mustWaitFor(move("b", "below"), restore("a", "below"))).toBe(true);
  });

  it("on the facilitation, if it is a facilitation command; vote resets and deletions of all stickers wait for everything", () => {
    const stop: BoardCommand = { type: "timer.stop" };
    expect(mustWaitFor(stop, { type: "seat.take" })).toBe(true);
    expect([mustWaitFor(stop, edit("a")), mustWaitFor(edit("a"), stop)]).toEqual([false, false]);
    for (const sweep of [{ type: "votes.reset" }, { type: "stickers.delete" }] as const)
      expect([
        mustWaitFor(sweep, edit("a")),
        mustWaitFor(edit("a"), sweep),
        mustWaitFor(sweep, stop),
      ]).toEqual([true, true, true]);
  });
});

it("an item already says what an edit wanted when nothing would change", () => {
  const item = aSticker("a", { title: "new", style: { color: "#000000" } });
  expect(isAlreadyDone(item, { type: "item.edit", id: "a", title: "new" })).toBe(true);
  expect(isAlreadyDone(item, { type: "item.edit", id: "a", style: { color: "#000000" } })).toBe(true);
  expect(isAlreadyDone(item, { type: "item.edit", id: "a", title: "newer" })).toBe(false);
  expect(isAlreadyDone(item, { type: "item.edit", id: "a", style: { color: null } })).toBe(false);
  const action = anAction("a", { text: "new", status: "done" });
  expect(isAlreadyDone(action, { type: "action.edit", id: "a", rev: 1, text: "new" })).toBe(true);
  expect(isAlreadyDone(action, { type: "action.edit", id: "a", rev: 1, status: "done" })).toBe(true);
  expect(isAlreadyDone(action, { type: "action.edit", id: "a", rev: 1, text: "newer" })).toBe(false);
  expect(isAlreadyDone(action, { type: "action.delete", id: "a", rev: 1 })).toBe(false);
});
