import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FacilitatorOptions } from "@retro/contract/facilitation/facilitator-options";
import type { Item } from "@retro/contract/items";
import {
  audienceKey,
  presentChange,
  presentItem,
  privilegedAudiences,
  revealsTo,
  type UnredactedChange,
} from "./present.ts";
import { column, section, facilitation, sticker } from "./testing/board.ts";

const whole = sticker("a", "c");
const everything = { title: "text of a", hidden: false, user_id: "owner", votes: 2 };
const noText = { ...everything, title: null, hidden: true };
const noCount = { ...everything, votes: null };
const noAuthor = { ...everything, user_id: null };

/** What each audience learns of the owner's sticker, with two votes, while "facilitator" has the seat. */
const learnt: [string, Partial<FacilitatorOptions>, string | null, object][] = [
  ["no option: the channel", {}, null, everything],
  ["no option: a participant", {}, "other", everything],
  ["hideContent: the channel", { hideContent: true }, null, noText],
  ["hideContent: a participant", { hideContent: true }, "other", noText],
  ["hideContent: the owner", { hideContent: true }, "owner", everything],
  ["hideContent: the facilitator", { hideContent: true }, "facilitator", everything],
  ["stopEditing: a participant", { stopEditing: true }, "other", everything],
  ["concealVoteCount: the channel", { concealVoteCount: true }, null, noCount],
  ["concealVoteCount: the owner", { concealVoteCount: true }, "owner", noCount],
  ["concealVoteCount: the facilitator", { concealVoteCount: true }, "facilitator", everything],
  ["showStickerDate: a participant", { showStickerDate: true }, "other", everything],
  ["a limit for votes: a participant", { votes: { limit: 0, item: "board" } }, "other", everything],
  ["avatars none: the channel", { avatars: "none" }, null, everything],
  ["avatars show: the channel", { avatars: "show" }, null, everything],
  ["avatars hide: the channel", { avatars: "hide" }, null, noAuthor],
  ["avatars hide: a participant", { avatars: "hide" }, "other", noAuthor],
  ["avatars hide: the owner", { avatars: "hide" }, "owner", everything],
  ["avatars hide: the facilitator", { avatars: "hide" }, "facilitator", noAuthor],
  [
    "all three: a participant",
    { hideContent: true, concealVoteCount: true, avatars: "hide" },
    "other",
    { title: null, hidden: true, user_id: null, votes: null },
  ],
  ["all three: the owner", { hideContent: true, concealVoteCount: true, avatars: "hide" }, "owner", noCount],
  [
    "all three: the facilitator",
    { hideContent: true, concealVoteCount: true, avatars: "hide" },
    "facilitator",
    noAuthor,
  ],
];

test.each(learnt)(
  "[H4] an item is presented for one audience under the options. %s",
  (_, options, audience, seen) => {
    expect(presentItem(whole, facilitation(options), audience)).toEqual({ ...whole, ...seen });
  },
);

test("[H1] sections and columns are never hidden", () => {
  const hiding = facilitation({ hideContent: true, concealVoteCount: true, avatars: "hide" });
  expect(presentItem(section("s"), hiding, null)).toEqual(section("s"));
  expect(presentItem(column("c", "s"), hiding, "other")).toEqual(column("c", "s"));
});

test("[H4] presenting leaves the whole item as it is", () => {
  presentItem(whole, facilitation({ hideContent: true, avatars: "hide" }), null);
  expect(whole).toEqual(sticker("a", "c"));
});

describe("changes", () => {
  const put: UnredactedChange = { type: "item.put", item: whole };
  const vote: UnredactedChange = { type: "vote", item_id: "a", user_id: "voter", own: 1, votes: 3 };
  const told = { type: "votes.put", item_id: "a", votes: 3 };
  const mine = { type: "vote.mine", item_id: "a", voted: true };
  const tick = { type: "tick" };

  test.each(learnt)(
    "[H4] an item that was put is told as it is presented. %s",
    (_, options, audience, seen) => {
      expect(presentChange(put, facilitation(options), audience)).toEqual([
        { type: "item.put", item: { ...whole, ...seen } },
      ]);
    },
  );

  test.each([
    ["the channel", {}, null, [told]],
    ["a participant", {}, "other", [told]],
    ["the voter", {}, "voter", [told, mine]],
    ["the channel, counts concealed", { concealVoteCount: true }, null, [tick]],
    ["a participant, counts concealed", { concealVoteCount: true }, "other", [tick]],
    ["the voter, counts concealed", { concealVoteCount: true }, "voter", [tick, mine]],
    ["the facilitator, counts concealed", { concealVoteCount: true }, "facilitator", [told]],
  ])("[H2] the changes of a vote for %s", (_, options, audience, changes) => {
    expect(presentChange(vote, facilitation(options), audience)).toEqual(changes);
  });

  const back: UnredactedChange = {
    type: "votes.restored",
    item_id: "a",
    voters: [
      { user_id: "voter", own: 1 },
      { user_id: "too", own: 1 },
    ],
    votes: 3,
  };
  test.each([
    ["the channel", {}, null, [told]],
    ["a participant", {}, "other", [told]],
    ["a voter", {}, "too", [told, mine]],
    ["the channel, counts concealed", { concealVoteCount: true }, null, []],
    ["a voter, counts concealed", { concealVoteCount: true }, "voter", [mine]],
    ["the facilitator, counts concealed", { concealVoteCount: true }, "facilitator", [told]],
  ])(
    "[H2, T12] restored votes for %s: nobody learns who voted, or, while concealed, that somebody has",
    (_, options, audience, changes) => {
      expect(presentChange(back, facilitation(options), audience)).toEqual(changes);
    },
  );

  test("[T12] the voters, and while counts are concealed the facilitator, get restored votes on their own channels", () => {
    expect([...privilegedAudiences([back], facilitation())]).toEqual(["voter", "too"]);
    expect([...privilegedAudiences([back], facilitation({ concealVoteCount: true }))]).toEqual([
      "voter",
      "too",
      "facilitator",
    ]);
  });

  test("[H2] only the voter is told that a vote was taken back", () => {
    const back: UnredactedChange = { ...vote, own: 0, votes: 1 };
    expect(presentChange(back, facilitation(), "voter")).toEqual([
      { type: "votes.put", item_id: "a", votes: 1 },
      { type: "vote.mine", item_id: "a", voted: false },
    ]);
    expect(presentChange(back, facilitation(), "other")).toEqual([
      { type: "votes.put", item_id: "a", votes: 1 },
    ]);
  });

  test.each<[UnredactedChange]>([
    [{ type: "item.deleted", ids: ["a", "b"] }],
    [{ type: "board.put", board: { title: "Retro", description: "" } }],
    [{ type: "session.put", session: facilitation({ hideContent: true }) }],
    [{ type: "votes.reset" }],
    [{ type: "tick" }],
  ])("[H4] %j is the same for everybody", (change) => {
    const hiding = facilitation({ hideContent: true, concealVoteCount: true, avatars: "hide" });
    for (const audience of [null, "other", "facilitator"])
      expect(presentChange(change, hiding, audience)).toEqual([change]);
  });
});

describe("who also gets a change on a private channel", () => {
  const put = (item: Item): UnredactedChange => ({ type: "item.put", item });
  const vote: UnredactedChange = { type: "vote", item_id: "a", user_id: "voter", own: 1, votes: 3 };
  test.each([
    ["nobody of an item, without an option", [put(whole)], {}, []],
    ["owner and facilitator of hidden text", [put(whole)], { hideContent: true }, ["facilitator", "owner"]],
    ["the owner, while avatars are hidden", [put(whole)], { avatars: "hide" }, ["owner"]],
    ["nobody of an item while avatars are shown", [put(whole)], { avatars: "show" }, []],
    ["the facilitator of a concealed count", [put(whole)], { concealVoteCount: true }, ["facilitator"]],
    ["the voter of their vote", [vote], {}, ["voter"]],
    [
      "voter and facilitator of a concealed vote",
      [vote],
      { concealVoteCount: true },
      ["facilitator", "voter"],
    ],
    ["nobody of a section", [put(section("s"))], { hideContent: true, avatars: "hide" }, []],
    ["nobody of a deletion", [{ type: "item.deleted", ids: ["a"] }], { hideContent: true }, []],
    [
      "the facilitator alone of a hidden text without an author",
      [put(sticker("b", "c", { user_id: null }))],
      { hideContent: true, avatars: "hide" },
      ["facilitator"],
    ],
    [
      "each author once, of many changes",
      [put(whole), put(sticker("b", "c")), put(sticker("d", "c", { user_id: "other" }))],
      { avatars: "hide" },
      ["other", "owner"],
    ],
  ] as [string, UnredactedChange[], Partial<FacilitatorOptions>, string[]][])(
    "[H4] %s",
    (_, changes, options, users) => {
      expect([...privilegedAudiences(changes, facilitation(options))].toSorted()).toEqual(users);
    },
  );

  test("[H4] an empty seat gets no private changes", () => {
    const empty = facilitation({ hideContent: true, concealVoteCount: true }, null);
    expect([...privilegedAudiences([put(whole), vote], empty)].toSorted()).toEqual(["owner", "voter"]);
  });
});

describe("users who see the same", () => {
  test.each([
    ["no option, a participant", {}, "other", "everyone"],
    ["no option, the facilitator", {}, "facilitator", "everyone"],
    ["other options, the facilitator", { stopEditing: true, avatars: "show" }, "facilitator", "everyone"],
    ["hideContent, a participant", { hideContent: true }, "other", "user:other"],
    ["hideContent, the facilitator", { hideContent: true }, "facilitator", "facilitator"],
    ["concealVoteCount, a participant", { concealVoteCount: true }, "other", "everyone"],
    ["concealVoteCount, the facilitator", { concealVoteCount: true }, "facilitator", "facilitator"],
    ["avatars hidden, a participant", { avatars: "hide" }, "other", "user:other"],
    ["avatars hidden, the facilitator", { avatars: "hide" }, "facilitator", "user:facilitator"],
  ] as [string, Partial<FacilitatorOptions>, string, string][])("[H4] %s", (_, options, user, key) => {
    expect(audienceKey(facilitation(options), user)).toBe(key);
  });

  test("[H4] users with the same key see every item in the same form", () => {
    const options = fc.record({
      hideContent: fc.boolean(),
      concealVoteCount: fc.boolean(),
      avatars: fc.constantFrom(false as const, "none" as const, "show" as const, "hide" as const),
    });
    const user = fc.constantFrom("facilitator", "owner", "other", "third");
    fc.assert(
      fc.property(options, user, user, fc.constantFrom("owner", "other", null), (set, a, b, author) => {
        const state = facilitation(set);
        fc.pre(audienceKey(state, a) === audienceKey(state, b));
        const item = sticker("a", "c", { user_id: author });
        expect(presentItem(item, state, a)).toEqual(presentItem(item, state, b));
      }),
    );
  });
});

describe("a reveal", () => {
  const none = facilitation();
  const hidden = facilitation({ hideContent: true });
  const concealed = facilitation({ concealVoteCount: true });
  const anonymous = facilitation({ avatars: "hide" });
  const seat = (options: Partial<FacilitatorOptions>, holder: string | null) => facilitation(options, holder);
  test.each([
    ["nothing changes", none, none, "other", false],
    ["content becomes hidden", none, hidden, "other", false],
    ["content is shown again, to a participant", hidden, none, "other", true],
    ["content is shown again, to the facilitator who saw it", hidden, none, "facilitator", false],
    [
      "content stays hidden, the seat is taken over by this user",
      hidden,
      seat({ hideContent: true }, "other"),
      "other",
      true,
    ],
    [
      "content stays hidden, the seat is taken over by another",
      hidden,
      seat({ hideContent: true }, "other"),
      "owner",
      false,
    ],
    ["content stays hidden, the seat is lost", seat({ hideContent: true }, "other"), hidden, "other", false],
    ["counts are told again, to a participant", concealed, none, "other", true],
    ["counts are told again, to the facilitator", concealed, none, "facilitator", false],
    ["counts become concealed", none, concealed, "other", false],
    [
      "counts stay concealed, the seat is taken over",
      concealed,
      seat({ concealVoteCount: true }, "other"),
      "other",
      true,
    ],
    ["avatars are shown again, to a participant", anonymous, none, "other", true],
    [
      "avatars are shown again, to the facilitator",
      anonymous,
      facilitation({ avatars: "show" }),
      "facilitator",
      true,
    ],
    ["avatars stay hidden", anonymous, anonymous, "other", false],
    ["avatars become hidden", none, anonymous, "other", false],
    ["from hidden text to hidden counts", hidden, concealed, "other", true],
    ["another option", none, facilitation({ showStickerDate: true, stopEditing: true }), "other", false],
  ])("[H6] costs a browser one reload: %s", (_, before, after, user, reload) => {
    expect(revealsTo(before, after, user)).toBe(reload);
  });
});
