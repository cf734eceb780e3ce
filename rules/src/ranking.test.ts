import type { FacilitatorOptions } from "@retro/contract/facilitation/facilitator-options";
import type { Item } from "@retro/contract/items";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { presentItem } from "./present.ts";
import { rankByVotes } from "./ranking.ts";
import { column, facilitation, section, sticker } from "./testing/board.ts";

const voted = (id: string, parent: string, votes: number, over: Partial<Item> = {}) =>
  sticker(id, parent, { votes, ...over });
/**
 * Two sections. Their order, and that of the second section's columns, is that of their keys, not of their
 * ids.
 */
const places = [
  section("z", { order: "a0" }),
  column("z1", "z", { order: "a0" }),
  column("z2", "z", { order: "a1" }),
  section("a", { order: "a1" }),
  column("a2", "a", { order: "a1" }),
  column("a1", "a", { order: "a0" }),
];
function rank(stickers: Item[], options: Partial<FacilitatorOptions> = {}, userId = "reader") {
  const ranking = rankByVotes([...stickers, ...places], facilitation(options), userId);
  return (
    ranking && {
      ranked: ranking.ranked.map((r) => `${r.rank} ${r.sticker.id} ${r.votes}`),
      unvoted: ranking.unvoted.length,
      hidden: ranking.hidden,
    }
  );
}

describe("the order", () => {
  test.each<[string, Item[], string[], number]>([
    ["an empty board", [], [], 0],
    ["a board without votes", [voted("x", "z1", 0), voted("y", "a1", 0)], [], 2],
    [
      "most votes first",
      [voted("x", "z1", 1), voted("y", "a1", 3), voted("w", "z2", 2)],
      ["1 y 3", "2 w 2", "3 x 1"],
      0,
    ],
    [
      "a tie shares its rank, and the next rank counts it",
      [voted("x", "z1", 2), voted("y", "a1", 2), voted("w", "a2", 1), voted("v", "z1", 0, { order: "a9" })],
      ["1 x 2", "1 y 2", "3 w 1"],
      1,
    ],
    [
      "a tie is in board order: section, then column, then position",
      [
        voted("e", "a2", 1),
        voted("d", "a1", 1),
        voted("c", "z2", 1),
        voted("b", "z1", 1, { order: "a1" }),
        voted("f", "z1", 1, { order: "a0" }),
      ],
      ["1 f 1", "1 b 1", "1 c 1", "1 d 1", "1 e 1"],
      0,
    ],
    ["a sticker whose column is gone", [voted("x", "gone", 5)], [], 0],
  ])("[R2] %s", (_, stickers, ranked, unvoted) => {
    expect(rank(stickers)).toEqual({ ranked, unvoted, hidden: 0 });
  });

  test("[R1] a group is one result: the sum of all nested votes, with its members in board order", () => {
    const items = [
      voted("deep", "second", 2),
      voted("second", "top", 0, { order: "a1" }),
      voted("first", "top", 1, { order: "a0" }),
      voted("top", "a1", 1),
      voted("single", "z1", 3),
    ];
    const ranking = rankByVotes([...places, ...items], facilitation(), "reader");
    expect(
      ranking?.ranked.map((r) => [
        r.rank,
        r.votes,
        r.section.id,
        r.sticker.id,
        r.members.map(({ id }) => id),
      ]),
    ).toEqual([
      [1, 4, "a", "top", ["first", "second", "deep"]],
      [2, 3, "z", "single", []],
    ]);
  });

  test("[R1] a group whose top has no votes is ranked by its members'", () => {
    expect(rank([voted("top", "z1", 0), voted("in", "top", 1)])?.ranked).toEqual(["1 top 1"]);
  });
});

test("[R3] a hidden sticker without votes is hidden, not unvoted", () => {
  const items = [voted("mine", "z1", 0, { user_id: "reader" }), voted("theirs", "z2", 0)];
  expect(rank(items, { hideContent: true })).toEqual({ ranked: [], unvoted: 1, hidden: 1 });
});

describe("[R3] texts that the user may not see", () => {
  const items = [
    voted("mine", "z1", 1, { user_id: "reader" }),
    voted("theirs", "z2", 5),
    voted("top", "a1", 2, { user_id: "reader" }),
    voted("in", "top", 2),
  ];
  test.each<[string, Partial<FacilitatorOptions>, string, ReturnType<typeof rank>]>([
    ["concealed counts: no ranking", { concealVoteCount: true }, "reader", null],
    [
      "concealed counts: the facilitator's ranking",
      { concealVoteCount: true },
      "facilitator",
      { ranked: ["1 theirs 5", "2 top 4", "3 mine 1"], unvoted: 0, hidden: 0 },
    ],
    [
      "hidden content: neither others' stickers nor a group with one of them",
      { hideContent: true },
      "reader",
      { ranked: ["1 mine 1"], unvoted: 0, hidden: 2 },
    ],
    [
      "hidden content: the facilitator's ranking",
      { hideContent: true },
      "facilitator",
      { ranked: ["1 theirs 5", "2 top 4", "3 mine 1"], unvoted: 0, hidden: 0 },
    ],
    ["both: no ranking", { hideContent: true, concealVoteCount: true }, "reader", null],
  ])("[R3] %s", (_, options, userId, ranking) => {
    expect(rank(items, options, userId)).toEqual(ranking);
    const presented = items.map((item) => presentItem(item, facilitation(options), userId));
    expect(rank(presented, options, userId)).toEqual(ranking);
  });

  test("[R3] options that allow more than the items that arrived: no ranking of counts and no text that are missing", () => {
    expect(rank([voted("x", "z1", 2), sticker("y", "z2", { votes: null })])).toBeNull();
    expect(rank([voted("x", "z1", 2, { hidden: true, title: null })])).toEqual({
      ranked: [],
      unvoted: 0,
      hidden: 1,
    });
  });
});

/**
 * Boards of up to 12 stickers with few votes, so that ties are common; a parent comes before its children.
 */
const randomBoard = fc
  .array(
    fc.record({
      votes: fc.nat(3),
      parent: fc.nat(),
      user_id: fc.constantFrom("reader", "other"),
      order: fc.constantFrom("a0", "a1", "a2"),
    }),
    { maxLength: 12 },
  )
  .map((drafts) => {
    const stickers: Item[] = [];
    for (const [i, { parent, ...fields }] of drafts.entries()) {
      const parents = ["z1", "z2", "a1", "a2", ...stickers.map(({ id }) => id)];
      stickers.push(sticker(`s${i}`, parents[parent % parents.length] ?? "z1", fields));
    }
    return stickers;
  });
const anyOptions = fc.record({ hideContent: fc.boolean(), concealVoteCount: fc.boolean() });
const shuffled = (items: Item[]) =>
  fc.shuffledSubarray(items, { minLength: items.length, maxLength: items.length });

test("[R1, R2, R3] any board, in any order of its items, as stored or as presented: the same ranking, and each vote counts once", () => {
  fc.assert(
    fc.property(
      randomBoard.chain((stickers) =>
        fc.tuple(fc.constant(stickers), shuffled([...stickers, ...places]), anyOptions),
      ),
      fc.constantFrom("reader", "facilitator"),
      ([stickers, inAnyOrder, options], userId) => {
        const state = facilitation(options);
        const ranking = rankByVotes([...stickers, ...places], state, userId);
        expect(rankByVotes(inAnyOrder, state, userId)).toEqual(ranking);
        const presented = rankByVotes(
          inAnyOrder.map((item) => presentItem(item, state, userId)),
          state,
          userId,
        );
        const outline = (of: typeof ranking) =>
          of && {
            ranked: of.ranked.map((r) => [r.rank, r.votes, r.sticker.id]),
            unvoted: of.unvoted.map((r) => r.sticker.id),
            hidden: of.hidden,
          };
        expect(outline(presented)).toEqual(outline(ranking));

        expect(ranking === null).toBe(options.concealVoteCount && userId !== "facilitator");
        if (ranking === null) return;
        const tops = stickers.filter(({ parent_id }) => /^[az]\d$/.test(parent_id ?? ""));
        expect(ranking.ranked.length + ranking.unvoted.length + ranking.hidden).toBe(tops.length);
        for (const [i, { rank, votes, sticker, members }] of ranking.ranked.entries()) {
          const sum = [sticker, ...members].reduce((all, each) => all + (each.votes ?? 0), 0);
          expect([votes, votes > 0]).toEqual([sum, true]);
          expect(rank).toBe(1 + ranking.ranked.filter((other) => other.votes > votes).length);
          expect(ranking.ranked[i - 1]?.votes ?? votes).toBeGreaterThanOrEqual(votes);
        }
        if (ranking.hidden > 0) return;
        const counted = ranking.ranked.reduce((all, { votes }) => all + votes, 0);
        expect(counted).toBe(stickers.reduce((all, { votes }) => all + (votes ?? 0), 0));
      },
    ),
  );
});
