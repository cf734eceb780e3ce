import type { BoardCommand } from "@retro/rules/predict";
import { describe, expect, it } from "vitest";
import { textOf, dependsOnOthers, isTooOld, decideLateCommand } from "./commands.ts";
import { aSticker, aView } from "../testing/samples.ts";

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
const remove: Extract<BoardCommand, { type: "item.delete" }> = { type: "item.delete", id: "a" };
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
    expect(meaning(move(), view, base, hour + 1)).toBe("expired");
    expect(meaning(move(), view, null, hour + 1)).toBe("expired");
  });
});

describe("[Y6] a deletion that waited", () => {
  it.each([
    ["the version that its user saw", { ...remove, since: 3 }],
    ["a revision", { ...remove, rev: 1 }],
  ])("and names %s is sent for a week: the server compares", (_, command) => {
    const changed = aView([aSticker("a", { rev: 9, parent_id: "c3" })]);
    expect(meaning(command, changed, null, week)).toBe("send");
    expect(meaning(command, changed, null, week + 1)).toBe("expired");
  });

  it("of an earlier release names nothing, and is dropped", () => {
    expect(meaning(remove)).toBe("moot");
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
    expect(meaning(vote(true), aView([aSticker("a")]), null, hour + 1)).toBe("expired");
  });
});

describe("[V8] around a round of votes that has closed meanwhile", () => {
  const facilitation = { ...aView().facilitation, rounds: [{ closed: 5 }] };
  const next = aView([aSticker("a")], { facilitation });

  it("a vote of that round is dropped, and one of the present round is sent", () => {
    const voted = (round: number): BoardCommand => ({ type: "vote", id: "a", voted: true, count: 2, round });
    expect(meaning(voted(1), next)).toBe("moot");
    expect(meaning(voted(2), next)).toBe("send");
  });

  it("closing and opening are done if the answer was lost, and moot if others have voted since", () => {
    const close: BoardCommand = { type: "round.close" };
    const open: BoardCommand = { type: "round.open", name: "Next" };
    const opened = aView([aSticker("a")], { facilitation: { ...facilitation, rounds: [{ name: "Next" }] } });
    const votedSince = aView([aSticker("a", { votes: 1 })], { facilitation: opened.facilitation });
    expect(meaning(close, next)).toBe("done");
    expect(meaning(open, opened)).toBe("done");
    expect(meaning(open, votedSince)).toBe("moot");
    expect(meaning(close, votedSince)).toBe("moot");
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
    expect(meaning(style, aView(), null, week + 1)).toBe("expired");
    expect([textOf(style), textOf(edit), textOf(add), textOf(several), textOf(move())]).toEqual([
      undefined,
      edit.title,
      "new",
      "new",
      undefined,
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
])("%j is of this moment: after four seconds it is too old", (command) => {
  expect([isTooOld(command, 100, 4100), isTooOld(command, 100, 4101)]).toEqual([false, true]);
  expect(meaning(command, aView([aSticker("a", { votes: 1 })]), null, 4001)).not.toBe("send");
});

it("moves and votes are judged before they are sent late, nothing else", () => {
  expect([move(), remove, vote(true), edit].map(dependsOnOthers)).toEqual([true, false, true, false]);
  expect(dependsOnOthers({ type: "sticker.add", id: "n", parent_id: "c1", title: "new" })).toBe(false);
});
