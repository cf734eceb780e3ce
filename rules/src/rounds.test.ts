import { describe, expect, test } from "vitest";
import { facilitation, sticker } from "./testing/board.ts";
import { emptyFacilitation } from "./facilitation.ts";
import { roundInForce, votesInRound, withResults, withRoundClosed, withRoundOpened } from "./rounds.ts";
import { mayAddVote, mayAddVotes } from "./votes.ts";

const limited = facilitation({ votes: { limit: 3, item: "section" }, concealVoteCount: true });
const closed = { limit: 0, item: "board" };

describe("[V8] the rounds of a board", () => {
  test("votes that nobody called a round become the first one", () => {
    const after = withRoundClosed(limited, 5);
    expect(after.rounds).toEqual([{ votes: { limit: 3, item: "section" }, closed: 5 }]);
    expect(after.facilitator_options).toMatchObject({ votes: closed, concealVoteCount: true });
  });

  test("a round is opened with its name, sections and limit, and closed with them", () => {
    const opened = withRoundOpened(withRoundClosed(limited, 5), {
      name: "Second",
      sections: ["A"],
      votes: { limit: 2, item: "board" },
      concealVoteCount: false,
    });
    expect(opened.rounds?.[1]).toEqual({ name: "Second", sections: ["A"] });
    expect(opened.facilitator_options).toMatchObject({
      votes: { limit: 2, item: "board" },
      concealVoteCount: false,
    });
    const done = withRoundClosed(opened, 9).rounds;
    expect(done).toHaveLength(2);
    expect(done?.[1]).toEqual({
      name: "Second",
      sections: ["A"],
      votes: { limit: 2, item: "board" },
      closed: 9,
    });
  });

  test.each([
    ["as many as a sticker may have", { own: 3, had: 2, left: null }, null],
    ["one more", { own: 4, had: 3, left: null }, "vote_limit_reached"],
    ["the last one that is left: those before it are paid for", { own: 3, had: 2, left: 1 }, null],
    ["one more than is left", { own: 3, had: 1, left: 1 }, "vote_limit_reached"],
  ])("[V9] several votes on one sticker: %s", (_, votes, refusal) => {
    const opened = withRoundOpened(limited, { perSticker: 3 });
    expect(mayAddVotes(opened, votes, "A")).toBe(refusal);
  });

  test("a round of chosen sections takes no votes elsewhere", () => {
    const opened = withRoundOpened(limited, { sections: ["A"] });
    expect(mayAddVote(opened, null, "A")).toBeNull();
    expect(mayAddVote(opened, null, "B")).toBe("not_in_round");
    expect(mayAddVote(withRoundClosed(opened, 1), 0, "B")).toBe("vote_limit_reached");
  });

  test("stay when the facilitator leaves", () => {
    expect(emptyFacilitation(withRoundClosed(limited, 5)).rounds).toHaveLength(1);
  });
});

test("[V8] the results of a sticker name their round; without votes there are none", () => {
  const item = sticker("a", "A1", { votes: 3, rounds: { 1: 2 } });
  expect(withResults(item, 2)).toEqual({ 1: 2, 2: 3 });
  expect(withResults({ ...item, votes: 0 }, 2)).toEqual({ 1: 2 });
  expect([1, 2, null].map((round) => votesInRound(item, round))).toEqual([2, 0, 3]);
});

test("[V8] a team talks about the last closed round until somebody votes again", () => {
  const after = withRoundClosed(limited, 5);
  expect(roundInForce(limited, [{ votes: 0 }])).toBeNull();
  expect(roundInForce(after, [{ votes: 0 }, { votes: null }])).toBe(1);
  expect(roundInForce(after, [{ votes: 0 }, { votes: 1 }])).toBeNull();
});

test("[V8] opening a round loses no order of topics: the closed one counts until somebody votes in the new one", () => {
  const opened = withRoundOpened(withRoundClosed(limited, 5), {});
  expect(roundInForce(opened, [{ votes: 0 }, { votes: null }])).toBe(1);
  expect(roundInForce(opened, [{ votes: 0 }, { votes: 1 }])).toBeNull();
  expect(roundInForce(withRoundOpened(limited, {}), [{ votes: 0 }])).toBeNull();
});
