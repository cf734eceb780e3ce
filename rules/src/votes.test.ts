import { describe, expect, test } from "vitest";
import { byId, column, section, facilitation, sticker } from "./testing/board.ts";
import { mayAddVote, mayCountVoters, mayVoteNow, remainingVotes, remainingVotesAfter } from "./votes.ts";

/** Section s: a, with b nested in it, and c. Section t: d. */
const items = byId(
  section("s"),
  column("s1", "s"),
  column("s2", "s"),
  sticker("a", "s1"),
  sticker("b", "a"),
  sticker("c", "s2"),
  section("t"),
  column("t1", "t"),
  sticker("d", "t1"),
);
const board = (limit: number) => facilitation({ votes: { limit, item: "board" } });
const bySection = (limit: number) => facilitation({ votes: { limit, item: "section" } });

describe("what a limit leaves", () => {
  test.each([
    ["no vote cast", board(3), [], "a", 3],
    ["one in the same section", board(3), ["b"], "a", 2],
    ["one in another section: it counts too", board(3), ["d"], "a", 2],
    ["all cast", board(3), ["a", "c", "d"], "b", 0],
    ["more cast than a lowered limit allows", board(1), ["a", "c", "d"], "b", 0],
    ["a limit of 0", board(0), [], "a", 0],
    ["a vote on a sticker that is gone: it counts until the server tells", board(3), ["gone"], "a", 2],
  ])("[V2] a limit for the board: %s", (_, state, mine, id, left) => {
    expect(remainingVotes(state, items, mine, id)).toBe(left);
  });

  test.each([
    ["no vote cast", [], "a", 2],
    ["one in another section: it does not count", ["d"], "a", 2],
    ["one in the section", ["c"], "a", 1],
    ["one on a nested sticker", ["b"], "c", 1],
    ["asked for a nested sticker", ["c"], "b", 1],
    ["two in the section", ["a", "c"], "b", 0],
    ["two in the section, asked for the other section", ["a", "c"], "d", 2],
    ["two in the section and one in the other, asked for that", ["a", "c", "d"], "d", 1],
    ["three in the section, the limit lowered since", ["a", "b", "c"], "c", 0],
  ])("[V2] a limit of two for each section: %s", (_, mine, id, left) => {
    expect(remainingVotes(bySection(2), items, mine, id)).toBe(left);
  });

  test.each([
    ["a sticker that has come from another section", ["a"], { a: "t" }, "c", 2],
    ["asked for the section in which its vote was given", ["a"], { a: "t" }, "d", 1],
    ["asked for that sticker: further votes join the first", ["a"], { a: "t" }, "a", 1],
  ])("[V2] a vote counts where it was given: %s", (_, mine, givenIn, id, left) => {
    const sections = new Map(Object.entries(givenIn));
    expect(remainingVotes(bySection(2), items, mine, id, sections)).toBe(left);
  });

  test("[V2] nothing is counted without a limit", () => {
    expect(remainingVotes(facilitation(), items, ["a", "b", "c", "d"], "a")).toBeNull();
    expect(remainingVotesAfter(facilitation(), 5)).toBeNull();
  });

  test.each([
    [3, 0, 3],
    [3, 2, 1],
    [3, 3, 0],
    [3, 4, 0],
    [0, 0, 0],
    [1, 0, 1],
    [999, 998, 1],
  ])("[V2] a limit of %i with %i votes used leaves %i", (limit, used, left) => {
    expect(remainingVotesAfter(board(limit), used)).toBe(left);
    expect(remainingVotesAfter(bySection(limit), used)).toBe(left);
  });
});

describe("may votes change", () => {
  test("[V3] nobody's vote changes while content is hidden, whatever is left", () => {
    const hiding = facilitation({ hideContent: true });
    expect(mayVoteNow(hiding)).toBe("voting_closed");
    for (const left of [null, 0, 1]) expect(mayAddVote(hiding, left)).toBe("voting_closed");
  });

  test("[V3] no other option closes the voting", () => {
    const open = facilitation({
      stopEditing: true,
      concealVoteCount: true,
      showStickerDate: true,
      avatars: "hide",
      votes: { limit: 0, item: "board" },
    });
    expect(mayVoteNow(open)).toBeNull();
    expect(mayVoteNow(facilitation({}, null))).toBeNull();
  });

  test.each([
    [null, null],
    [0, "vote_limit_reached"],
    [1, null],
    [2, null],
  ])("[V2] with %s votes left a vote is refused with %s", (left, refusal) => {
    expect(mayAddVote(facilitation(), left)).toBe(refusal);
  });
});

test("[V5] only the facilitator may count the voters, and nobody while content is hidden", () => {
  expect(mayCountVoters(facilitation({ concealVoteCount: true, avatars: "hide" }, "fay"), "fay")).toBeNull();
  expect(mayCountVoters(facilitation({ hideContent: true }, "fay"), "fay")).toBe("voting_closed");
  expect(mayCountVoters(facilitation({}, "fay"), "ann")).toBe("facilitator_only");
  expect(mayCountVoters(facilitation({}, null), "ann")).toBe("facilitator_only");
});
