import { describe, expect, test } from "vitest";
import type { Change } from "@retro/contract/changes";
import { applyChange, type BoardView, isMissingVisibleText, scrubWithheldData } from "./apply-change.ts";
import { column, section, facilitation, sticker, boardView } from "./testing/board.ts";

const stage = [section("s"), column("c", "s")];
const items = [
  ...stage,
  sticker("a", "c"),
  sticker("b", "c", { user_id: "me", votes: 0 }),
  sticker("d", "a"),
];
const put = (item: ReturnType<typeof sticker>): Change => ({ type: "item.put", item });

/** The items of `after` that are not the very same objects as before. */
const touched = (before: BoardView, after: BoardView) =>
  [...after.items.values()].filter((item) => before.items.get(item.id) !== item).map((item) => item.id);

describe("one change", () => {
  const before = boardView("me", items, { votedIds: new Set(["a", "d"]) });

  test("[Y1] an item that was put replaces the one it names; all others keep their identity", () => {
    const after = applyChange(before, put(sticker("a", "c", { title: "New", rev: 2, votes: 5 })));
    expect(after.items.get("a")).toEqual(sticker("a", "c", { title: "New", rev: 2, votes: 5 }));
    expect(touched(before, after)).toEqual(["a"]);
    expect(before.items.get("a")?.title).toBe("text of a");
  });

  test("[Y1] an item that is new is added", () => {
    const after = applyChange(before, put(sticker("new", "c")));
    expect(touched(before, after)).toEqual(["new"]);
    expect(after.items.size).toBe(items.length + 1);
  });

  test("[Y1] deleted items lose the user's votes on them; an unknown id is harmless", () => {
    const after = applyChange(before, { type: "item.deleted", ids: ["a", "d", "gone"] });
    expect([...after.items.keys()]).toEqual(["s", "c", "b"]);
    expect([...after.votedIds]).toEqual([]);
    expect([...before.votedIds]).toEqual(["a", "d"]);
    const one = applyChange(before, { type: "item.deleted", ids: ["d"] });
    expect([...one.votedIds]).toEqual(["a"]);
  });

  test("[Y1] title and description", () => {
    const board = { title: "Sprint 9", description: "The ninth" };
    const after = applyChange(before, { type: "board.put", board });
    expect(after).toEqual({ ...before, details: board });
  });

  test("[Y1] facilitator, options and timer", () => {
    const next = facilitation({ showStickerDate: true }, "me");
    expect(applyChange(before, { type: "session.put", session: next })).toEqual({
      ...before,
      facilitation: next,
    });
  });

  test("[Y1] a sticker's number of votes", () => {
    const after = applyChange(before, { type: "votes.put", item_id: "b", votes: 4 });
    expect(after.items.get("b")).toEqual({ ...items[3], votes: 4 });
    expect(touched(before, after)).toEqual(["b"]);
    expect(applyChange(before, { type: "votes.put", item_id: "gone", votes: 4 })).toBe(before);
  });

  test("[Y1] all votes deleted: counts are 0, the user's own votes are removed, untouched items keep their identity", () => {
    const after = applyChange(before, { type: "votes.reset" });
    expect([...after.items.values()].map((item) => item.votes)).toEqual([null, null, 0, 0, 0]);
    expect(after.votedIds.size).toBe(0);
    expect(touched(before, after)).toEqual(["a", "d"]);
  });

  test("[Y1] all votes deleted: a concealed count stays concealed", () => {
    const concealed = boardView("me", [sticker("a", "c", { votes: null })]);
    expect(applyChange(concealed, { type: "votes.reset" }).items.get("a")?.votes).toBeNull();
  });

  test("[Y1] the user's own vote, put and taken back", () => {
    const put = applyChange(before, { type: "vote.mine", item_id: "b", voted: true });
    expect([...put.votedIds].toSorted()).toEqual(["a", "b", "d"]);
    const back = applyChange(before, { type: "vote.mine", item_id: "a", voted: false });
    expect([...back.votedIds]).toEqual(["d"]);
    expect([...before.votedIds]).toEqual(["a", "d"]);
  });

  test("[V2] an own vote keeps the section in which it was given, until it is taken back", () => {
    const start = boardView("me", [...items, section("t"), column("e", "t")]);
    const vote = (id: string, more = {}): Change => ({
      type: "vote.mine",
      item_id: id,
      voted: true,
      ...more,
    });
    const given = [
      vote("b"),
      vote("a", { section_id: "t" }),
      put(sticker("b", "e")),
      vote("b", { count: 2 }),
    ];
    const after = given.reduce(applyChange, start);
    expect(after.voteSections).toEqual(new Map(Object.entries({ b: "s", a: "t" })));
    const again = [{ ...vote("b"), voted: false }, vote("b")].reduce(applyChange, after);
    expect(again.voteSections?.get("b")).toBe("t");
  });

  test("[Y1] a tick and a type from a newer server leave the view as it is", () => {
    expect(applyChange(before, { type: "tick" })).toBe(before);
    expect(applyChange(before, { type: "newer" } as never)).toBe(before);
  });
});

describe("text that the channel leaves out stays in the view of those who may see it", () => {
  const bare = sticker("a", "c", { title: null, hidden: true, votes: null, user_id: null, order: "a5" });
  const hiding = facilitation({ hideContent: true, concealVoteCount: true, avatars: "hide" });
  const seenBy = (me: string, known: ReturnType<typeof sticker>, incoming = bare) =>
    applyChange(boardView(me, [known], { facilitation: hiding }), put(incoming)).items.get("a");

  test("[H4] the owner keeps text and authorship, not the count", () => {
    expect(seenBy("owner", sticker("a", "c"))).toEqual({
      ...bare,
      title: "text of a",
      hidden: false,
      user_id: "owner",
    });
  });

  test("[H4] the facilitator keeps text and count, not the author", () => {
    expect(seenBy("facilitator", sticker("a", "c"))).toEqual({
      ...bare,
      title: "text of a",
      hidden: false,
      votes: 2,
    });
  });

  test("[H4] a participant keeps nothing", () => {
    expect(seenBy("other", sticker("a", "c"))).toEqual(bare);
  });

  test("[H4] a text of another revision is not kept: it has changed since", () => {
    expect(seenBy("owner", sticker("a", "c"), { ...bare, rev: 2 })).toEqual({
      ...bare,
      rev: 2,
      user_id: "owner",
    });
  });

  test("[H4] a value in the change replaces the remembered one", () => {
    const told = sticker("a", "c", { title: "Told", votes: 9, rev: 1 });
    expect(seenBy("owner", sticker("a", "c"), told)).toEqual(told);
  });

  test("[H4] an unknown count stays unknown", () => {
    expect(seenBy("facilitator", sticker("a", "c", { votes: null }))?.votes).toBeNull();
    expect(seenBy("facilitator", sticker("a", "c", { title: null, hidden: true }))).toMatchObject({
      title: null,
      hidden: true,
    });
  });

  test("[H4] a sticker that is new to the owner is taken as it comes", () => {
    const after = applyChange(boardView("owner", [], { facilitation: hiding }), put(bare));
    expect(after.items.get("a")).toEqual(bare);
  });
});

describe("hiding", () => {
  const hidden = facilitation({ hideContent: true });
  const all = [...stage, sticker("foreign", "c"), sticker("mine", "c", { user_id: "me" })];

  test("[H6] texts of others are dropped; the user's own texts and the sections' titles stay", () => {
    const before = boardView("me", all);
    const after = applyChange(before, { type: "session.put", session: hidden });
    expect(after.items.get("foreign")).toMatchObject({
      title: null,
      hidden: true,
      user_id: "owner",
      votes: 2,
    });
    expect(after.items.get("mine")).toBe(before.items.get("mine"));
    expect(after.items.get("s")).toBe(before.items.get("s"));
  });

  test("[H6] the facilitator drops nothing", () => {
    const before = boardView("facilitator", all, { facilitation: hidden });
    expect(scrubWithheldData(before)).toBe(before);
  });

  test("[H6] counts are dropped when they become concealed, authors when avatars are hidden", () => {
    const concealed = scrubWithheldData(
      boardView("me", all, { facilitation: facilitation({ concealVoteCount: true }) }),
    );
    expect([...concealed.items.values()].map((item) => item.votes)).toEqual([null, null, null, null]);
    const anonymous = scrubWithheldData(
      boardView("me", all, { facilitation: facilitation({ avatars: "hide" }) }),
    );
    expect(anonymous.items.get("foreign")?.user_id).toBeNull();
    expect(anonymous.items.get("mine")?.user_id).toBe("me");
    expect(anonymous.items.get("foreign")?.title).toBe("text of foreign");
  });

  test("[H6] a facilitator who leaves the seat while content is hidden drops the texts that they saw in it", () => {
    const before = boardView("me", all, { facilitation: facilitation({ hideContent: true }, "me") });
    const after = applyChange(before, { type: "session.put", session: hidden });
    expect(after.items.get("foreign")).toMatchObject({ title: null, hidden: true });
  });

  test("[H6] a text that is not known stays marked after a reveal until it is fetched", () => {
    const unknown = sticker("foreign", "c", { title: null, hidden: true });
    const before = boardView("me", [unknown], { facilitation: hidden });
    const after = applyChange(before, { type: "session.put", session: facilitation() });
    expect(after.items.get("foreign")).toEqual(unknown);
    expect(isMissingVisibleText(after)).toBe(true);
  });

  test("[H6] a text that is not known stays marked also where counts become concealed with the reveal", () => {
    const unknown = sticker("foreign", "c", { title: null, hidden: true });
    const before = boardView("me", [unknown], { facilitation: hidden });
    const after = applyChange(before, {
      type: "session.put",
      session: facilitation({ concealVoteCount: true }),
    });
    expect(after.items.get("foreign")).toEqual({ ...unknown, votes: null });
  });

  test("[H6] a text stays when only its count or its author is withheld", () => {
    const items = [sticker("a", "c"), sticker("b", "c", { title: null, hidden: true })];
    const after = scrubWithheldData(
      boardView("me", items, { facilitation: facilitation({ avatars: "hide", concealVoteCount: true }) }),
    );
    expect(after.items.get("a")).toEqual({ ...items[0], user_id: null, votes: null });
    expect(after.items.get("b")).toEqual({ ...items[1], user_id: null, votes: null });
  });

  const missing = (userId: string) => [sticker("a", "c", { user_id: userId, title: null, hidden: true })];
  test.each([
    ["a participant, another's text, content hidden", "me", missing("owner"), { hideContent: true }, false],
    ["the owner's own text, content hidden", "owner", missing("owner"), { hideContent: true }, true],
    ["the facilitator, content hidden", "facilitator", missing("owner"), { hideContent: true }, true],
    ["a participant, nothing hidden any more", "me", missing("owner"), {}, true],
    ["all texts there, content hidden", "owner", all, { hideContent: true }, false],
    ["all texts there", "me", all, {}, false],
  ])("[H6] a text that this user ought to see is missing: %s", (_, me, held, options, lacks) => {
    expect(isMissingVisibleText(boardView(me, held, { facilitation: facilitation(options) }))).toBe(lacks);
  });
});
