import type { BoardCommand } from "@retro/rules/predict";
import { describe, expect, it } from "vitest";
import { hasText, dependsOnOthers, isTooOld, decideLateCommand } from "./lateCommand.ts";
import { aSticker, aView } from "./testing/samples.ts";

const minute = 60_000;
const hour = 60 * minute;
const week = 7 * 24 * hour;
const base = { parent_id: "c1", order: "a0", rev: 1 };
const move = (more: Partial<Extract<BoardCommand, { type: "item.move" }>> = {}): BoardCommand => ({
  type: "item.move",
  id: "a",
  parent_id: "c2",
  after_id: null,
  ...more,
});
const remove: BoardCommand = { type: "item.delete", id: "a" };
const vote = (voted: boolean): BoardCommand => ({ type: "vote", id: "a", voted });
const edit: BoardCommand = { type: "item.edit", id: "a", title: "new" };
const meaning = (
  command: BoardCommand,
  view = aView([aSticker("a")]),
  from: typeof base | null = base,
  age = 0,
) => decideLateCommand(command, from, 0, view, age);

describe("[Y6] a move that waited", () => {
  it("is sent while the sticker is where it was", () => {
    expect(meaning(move())).toBe("send");
    expect(meaning(move(), aView([aSticker("a", { rev: 5, title: "edited" })]))).toBe("send");
  });

  it("is dropped when the sticker is gone, in another column, or at another place", () => {
    expect(meaning(move(), aView())).toBe("moot");
    expect(meaning(move(), aView([aSticker("a", { parent_id: "c3" })]))).toBe("moot");
    expect(meaning(move(), aView([aSticker("a", { order: "a5" })]))).toBe("moot");
  });

  it("is done when the sticker is there already, behind the same sibling", () => {
    const there = aSticker("a", { parent_id: "c2", order: "a1" });
    const before = aSticker("b", { parent_id: "c2", order: "a0" });
    expect(meaning(move(), aView([there]))).toBe("done");
    expect(meaning(move({ after_id: "b" }), aView([there, before]))).toBe("done");
    expect(meaning(move(), aView([there, before]))).toBe("moot");
    expect(meaning(move({ after_id: "x" }), aView([there, before]))).toBe("moot");
  });

  it("of a sticker that was not confirmed yet is sent", () => {
    expect(meaning(move(), aView([aSticker("a", { parent_id: "c3" })]), null)).toBe("send");
  });

  it("is too old after an hour, also where nothing was confirmed", () => {
    const view = aView([aSticker("a")]);
    expect(meaning(move(), view, base, hour)).toBe("send");
    expect(meaning(move(), view, base, hour + 1)).toBe("moot");
    expect(meaning(move(), view, null, hour + 1)).toBe("moot");
  });
});

describe("[Y6] a deletion that waited", () => {
  const nested = aSticker("b", { parent_id: "a" });
  const saw = (...below: string[]) => ({ ...base, below });

  it("is sent while the sticker is what it was", () => {
    expect(meaning(remove)).toBe("send");
    expect(meaning(remove, aView([aSticker("a"), nested]), saw("a", "b"))).toBe("send");
    expect(meaning(remove, aView([aSticker("a", { order: "a9" })]))).toBe("send");
    expect(meaning(remove, aView([aSticker("a")]), saw("a", "b"))).toBe("send");
  });

  it("is dropped when the sticker was edited, moved elsewhere, or contains stickers that the user did not see", () => {
    expect(meaning(remove, aView([aSticker("a", { rev: 2 })]))).toBe("moot");
    expect(meaning(remove, aView([aSticker("a", { parent_id: "c2" })]))).toBe("moot");
    expect(meaning(remove, aView([aSticker("a"), nested]))).toBe("moot");
    expect(meaning(remove, aView([aSticker("a"), nested]), saw("a"))).toBe("moot");
  });

  it("is done when the sticker is gone, however old it is", () => {
    expect(meaning(remove, aView(), base, week)).toBe("done");
    expect(meaning(remove, aView([aSticker("a")]), base, hour + 1)).toBe("moot");
  });
});

describe("[Y6] a vote that waited", () => {
  const voted = aView([aSticker("a", { parent_id: "c3", rev: 9 })], { votedIds: new Set(["a"]) });

  it("is sent wherever the sticker is by now, and done when it is as wanted", () => {
    expect(meaning(vote(false), voted)).toBe("send");
    expect(meaning(vote(true), voted)).toBe("done");
    expect(meaning(vote(true))).toBe("send");
    expect(meaning(vote(false))).toBe("done");
  });

  it("is dropped on a sticker that is gone, and after an hour", () => {
    expect(meaning(vote(true), aView())).toBe("moot");
    expect(meaning(vote(true), aView([aSticker("a")]), null, hour)).toBe("send");
    expect(meaning(vote(true), aView([aSticker("a")]), null, hour + 1)).toBe("moot");
  });
});

describe("text that waited", () => {
  const add: BoardCommand = { type: "sticker.add", id: "n", parent_id: "c1", title: "new" };
  const several: BoardCommand = { type: "stickers.add", parent_id: "c1", items: [{ id: "n", title: "new" }] };

  it.each([add, several, edit])("%j is sent within a week and left to its author after it", (command) => {
    expect(meaning(command, aView(), null, week)).toBe("send");
    expect(meaning(command, aView(), null, week + 1)).toBe("expired");
  });

  it("a change of style alone has no text to keep", () => {
    const style: BoardCommand = { type: "item.edit", id: "a", style: { color: "#000000" } };
    expect(meaning(style, aView(), null, week + 1)).toBe("moot");
    expect([hasText(style), hasText(edit), hasText(add), hasText(several), hasText(move())]).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });
});

it.each<BoardCommand>([
  { type: "timer.start", count_time: 1, at: 1 },
  { type: "timer.edit", count_time: 1 },
  { type: "timer.pause", at: 1, seconds: 1 },
  { type: "timer.play", at: 1 },
  { type: "timer.stop" },
  { type: "option.set", option: "hideContent", value: true },
  { type: "seat.take" },
  { type: "seat.leave" },
  { type: "votes.reset" },
  { type: "stickers.delete" },
])("%j is of this moment: after fifteen seconds it is too old", (command) => {
  expect([isTooOld(command, 100, 15_100), isTooOld(command, 100, 15_101)]).toEqual([false, true]);
  expect(meaning(command, aView(), null, 15_001)).toBe("moot");
});

it("moves, deletions and votes are judged before they are sent late, nothing else", () => {
  expect([move(), remove, vote(true), edit].map(dependsOnOthers)).toEqual([true, true, true, false]);
  expect(dependsOnOthers({ type: "sticker.add", id: "n", parent_id: "c1", title: "new" })).toBe(false);
});
