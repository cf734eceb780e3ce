import type { Change } from "@retro/contract/changes";
import type { Item } from "@retro/contract/items";
import type { BoardView } from "@retro/rules/apply-change";
import { describe, expect, it } from "vitest";
import { applyVersionedChange, sameItem } from "./applyVersionedChange.ts";
import { PartVersions } from "./partVersions.ts";
import { aFacilitation, aSticker, aView } from "../testing/samples.ts";

/** Applies changes of versions in the order in which they arrive. */
function arriving(
  view: BoardView,
  changes: readonly (readonly [number, Change])[],
  stamps = new PartVersions(),
) {
  let next = view;
  for (const [version, change] of changes) next = applyVersionedChange(next, stamps, version, change);
  return next;
}
const put = (item: Item): Change => ({ type: "item.put", item });
const vote = (votes: number): Change => ({ type: "votes.put", item_id: "a", votes });
const mine = (voted: boolean): Change => ({ type: "vote.mine", item_id: "a", voted });
const gone = (...ids: string[]): Change => ({ type: "item.deleted", ids });
const a = (more: Partial<Item> = {}) => aSticker("a", more);
const item = (view: BoardView, id = "a") => view.items.get(id);

describe("[Y2] an item that is put", () => {
  it("is replaced by a later version, and by a later change of the same version", () => {
    const later = arriving(aView(), [
      [2, put(a({ title: "two" }))],
      [3, put(a({ title: "three" }))],
      [3, put(a({ title: "three again" }))],
    ]);
    expect(item(later)?.title).toBe("three again");
  });

  it("is not replaced by an older version", () => {
    const view = arriving(aView(), [
      [3, put(a({ title: "three", rev: 2 }))],
      [2, put(a({ title: "two", rev: 1 }))],
    ]);
    expect(item(view)).toMatchObject({ title: "three", rev: 2 });
  });

  it("does not come back with a version from before its deletion", () => {
    const view = arriving(aView([a()]), [
      [3, gone("a")],
      [2, put(a())],
    ]);
    expect(view.items.size).toBe(0);
  });

  it("comes back with a version after its deletion, also with another change of the same version", () => {
    for (const version of [3, 4]) {
      const view = arriving(aView([a()]), [
        [3, gone("a")],
        [version, put(a())],
      ]);
      expect(item(view)).toBeDefined();
    }
  });

  it("leaves the view as it is when it says nothing new", () => {
    const view = aView([a({ style: { color: "#112233" } })]);
    expect(arriving(view, [[2, put(a({ style: { color: "#112233" } }))]])).toBe(view);
    expect(arriving(view, [[2, put(a({ style: { color: "#445566" } }))]])).not.toBe(view);
  });

  it("an old version reveals the text of the same revision that is hidden, and nothing else", () => {
    const hidden = a({ title: null, hidden: true, rev: 2, parent_id: "c2" });
    const known: readonly (readonly [number, Change])[] = [[5, put(hidden)]];
    const shown = arriving(aView(), [...known, [4, put(a({ title: "text", rev: 2, parent_id: "c1" }))]]);
    expect(item(shown)).toMatchObject({ title: "text", hidden: false, parent_id: "c2" });
    const other = arriving(aView(), [...known, [4, put(a({ title: "older text", rev: 1 }))]]);
    expect(item(other)).toMatchObject({ title: null, hidden: true, rev: 2 });
    const twice = arriving(aView(), [...known, [4, put({ ...hidden, parent_id: "c1" })]]);
    expect(item(twice)).toMatchObject({ title: null, hidden: true, parent_id: "c2" });
  });

  it("an old version does not replace a text that is known", () => {
    const view = arriving(aView(), [
      [5, put(a({ title: "new", rev: 2 }))],
      [4, put(a({ title: "other", rev: 2 }))],
    ]);
    expect(item(view)?.title).toBe("new");
  });

  it("an old version tells an author that is not known, and replaces none", () => {
    const view = arriving(aView(), [
      [5, put(a({ user_id: null }))],
      [4, put(a({ user_id: "bob" }))],
      [3, put(a({ user_id: "cem" }))],
    ]);
    expect(item(view)?.user_id).toBe("bob");
  });
});

describe("a change that arrives late, under options that have changed", () => {
  const sticker = a({ user_id: "bob", votes: 3 });

  it("is hidden, without author and without count, as the options in force now want it", () => {
    const hidden = aView([], { facilitation: aFacilitation({ hideContent: true }, "cem") });
    expect(item(arriving(hidden, [[2, put(sticker)]]))).toMatchObject({
      title: null,
      hidden: true,
      votes: 3,
    });
    const anonymous = aView([], { facilitation: aFacilitation({ avatars: "hide" }, "cem") });
    expect(item(arriving(anonymous, [[2, put(sticker)]]))).toMatchObject({
      user_id: null,
      title: "text a",
      hidden: false,
    });
    const concealed = aView([], { facilitation: aFacilitation({ concealVoteCount: true }, "cem") });
    expect(item(arriving(concealed, [[2, put(sticker)]]))).toMatchObject({ votes: null, user_id: "bob" });
  });

  it("is shown whole to its author, and to the facilitator but for the author", () => {
    const own = a({ user_id: "ann" });
    const all = { hideContent: true, avatars: "hide", concealVoteCount: true } as const;
    const asAuthor = arriving(aView([], { facilitation: aFacilitation(all, "cem") }), [[2, put(own)]]);
    expect(item(asAuthor)).toMatchObject({ title: "text a", hidden: false, user_id: "ann", votes: null });
    const asFacilitator = arriving(aView([], { facilitation: aFacilitation(all, "ann") }), [
      [2, put(sticker)],
    ]);
    expect(item(asFacilitator)).toMatchObject({ title: "text a", hidden: false, user_id: null, votes: 3 });
  });

  it("a count that the options conceal is not told by itself either", () => {
    const view = aView([a({ votes: null })], {
      facilitation: aFacilitation({ concealVoteCount: true }, "cem"),
    });
    expect(arriving(view, [[2, vote(4)]])).toBe(view);
  });
});

describe("the count of votes", () => {
  it("is that of the newest version, whichever arrives last", () => {
    const view = arriving(aView([a()]), [
      [4, vote(4)],
      [3, vote(3)],
      [4, vote(5)],
    ]);
    expect(item(view)?.votes).toBe(5);
  });

  it("stays when a newer or older put of the item does not tell it", () => {
    for (const version of [3, 5]) {
      const view = arriving(aView([a()]), [
        [4, vote(4)],
        [version, put(a({ votes: null, title: "new" }))],
      ]);
      expect(item(view)?.votes).toBe(4);
    }
  });

  it("comes with a put of the item, unless a newer count is known", () => {
    const newer = arriving(aView([a()]), [
      [4, vote(4)],
      [5, put(a({ votes: 7 }))],
    ]);
    expect(item(newer)?.votes).toBe(7);
    const same = arriving(aView([a()]), [
      [4, vote(4)],
      [4, put(a({ votes: 7 }))],
    ]);
    expect(item(same)?.votes).toBe(7);
    const older = arriving(aView([a()]), [
      [4, vote(4)],
      [3, put(a({ votes: 7, title: "new" }))],
    ]);
    expect(item(older)).toMatchObject({ votes: 4, title: "new" });
  });

  it("that came with a put is not replaced by an older one", () => {
    const view = arriving(aView([a()]), [
      [5, put(a({ votes: 7 }))],
      [4, vote(4)],
    ]);
    expect(item(view)?.votes).toBe(7);
  });

  it("of an item that is put for the first time after a reset is zero, or unknown where it is concealed", () => {
    const reset: readonly [number, Change] = [5, { type: "votes.reset" }];
    expect(item(arriving(aView(), [reset, [4, put(a({ votes: 3 }))]]))?.votes).toBe(0);
    expect(item(arriving(aView(), [reset, [4, put(a({ votes: null }))]]))?.votes).toBeNull();
  });

  it("of an item that is not there is not kept, and an equal one changes nothing", () => {
    const view = aView([a({ votes: 2 })]);
    expect(arriving(aView(), [[2, vote(1)]]).items.size).toBe(0);
    expect(arriving(view, [[2, vote(2)]])).toBe(view);
  });
});

describe("a reset of the votes", () => {
  const reset: Change = { type: "votes.reset" };
  const voted = () =>
    aView([a({ votes: 2 }), aSticker("b", { votes: 1 })], { votedIds: new Set(["a", "b"]) });

  it("removes all counts and all of the user's votes, also those of its version", () => {
    const view = arriving(voted(), [
      [3, vote(3)],
      [3, mine(true)],
      [3, reset],
    ]);
    expect([item(view)?.votes, item(view, "b")?.votes, [...view.votedIds]]).toEqual([0, 0, []]);
  });

  it("leaves a concealed count unknown", () => {
    const view = aView([a({ votes: null })], {
      facilitation: aFacilitation({ concealVoteCount: true }, "cem"),
    });
    expect(item(arriving(view, [[3, reset]]))?.votes).toBeNull();
  });

  it("leaves what was voted after it", () => {
    const view = arriving(voted(), [
      [4, vote(1)],
      [4, mine(true)],
      [3, reset],
    ]);
    expect([item(view)?.votes, item(view, "b")?.votes, [...view.votedIds]]).toEqual([1, 0, ["a"]]);
  });

  it("is not undone by votes from before it", () => {
    const view = arriving(voted(), [
      [3, reset],
      [2, vote(3)],
      [2, mine(true)],
    ]);
    expect([item(view)?.votes, view.votedIds.size]).toEqual([0, 0]);
  });
});

describe("the user's own vote", () => {
  it("is that of the newest version, the last one of the same version", () => {
    const view = arriving(aView([a()]), [
      [4, mine(true)],
      [3, mine(false)],
    ]);
    expect([...view.votedIds]).toEqual(["a"]);
    expect(arriving(view, [[4, mine(false)]], stampsAt(4)).votedIds.size).toBe(0);
  });

  it("on an item that is not there is not kept; taking it back is", () => {
    expect(arriving(aView(), [[2, mine(true)]]).votedIds.size).toBe(0);
    expect(arriving(aView([], { votedIds: new Set(["a"]) }), [[2, mine(false)]]).votedIds.size).toBe(0);
  });

  it("that changes nothing leaves the view as it is", () => {
    const view = aView([a()], { votedIds: new Set(["a"]) });
    expect(arriving(view, [[2, mine(true)]])).toBe(view);
  });

  it("is forgotten when a deleted sticker is added again", () => {
    const born = a({ created_at: "2026-02-02T00:00:00.000Z" });
    const view = aView([a()], { votedIds: new Set(["a"]) });
    expect(arriving(view, [[2, put(born)]]).votedIds.size).toBe(0);
    expect([...arriving(view, [[2, put(a({ title: "edited" }))]]).votedIds]).toEqual(["a"]);
    const votedSince = arriving(view, [
      [3, mine(true)],
      [2, put(born)],
    ]);
    expect([...votedSince.votedIds]).toEqual(["a"]);
    const inTheSameVersion = arriving(view, [
      [2, mine(true)],
      [2, put(born)],
    ]);
    expect(inTheSameVersion.votedIds.size).toBe(0);
    const older = arriving(view, [
      [4, put(a({ title: "newer" }))],
      [3, put(born)],
    ]);
    expect([...older.votedIds]).toEqual(["a"]);
  });
});

describe("a deletion", () => {
  it("takes what is of its version or older, and its votes; what was put later stays", () => {
    const view = arriving(aView([a(), aSticker("b"), aSticker("c")], { votedIds: new Set(["a", "b"]) }), [
      [3, put(aSticker("b", { title: "same version" }))],
      [4, put(aSticker("c", { title: "later" }))],
      [3, gone("a", "b", "c")],
    ]);
    expect([...view.items.keys()]).toEqual(["c"]);
    expect(view.votedIds.size).toBe(0);
  });

  it("removes the vote on a deleted item, unless the vote is newer", () => {
    const view = aView([], { votedIds: new Set(["a"]) });
    expect(arriving(view, [[3, gone("a")]]).votedIds.size).toBe(0);
    const stamps = new PartVersions();
    stamps.set("ownVotes", "a", 4);
    expect([...arriving(view, [[3, gone("a")]], stamps).votedIds]).toEqual(["a"]);
    expect(arriving(view, [[4, gone("a")]], stamps).votedIds.size).toBe(0);
  });

  it("is remembered for the votes too: an older vote is ignored after the item is added again", () => {
    const view = arriving(aView([a()]), [
      [3, gone("a")],
      [5, put(a())],
      [2, mine(true)],
    ]);
    expect(view.votedIds.size).toBe(0);
  });

  it("does not lower the version of a newer vote", () => {
    const view = arriving(aView([a()]), [
      [6, mine(true)],
      [3, gone("b")],
      [2, gone("a")],
      [7, put(a())],
      [5, mine(false)],
    ]);
    expect([...view.votedIds]).toEqual([]);
    const stamps = new PartVersions();
    arriving(
      aView([a()]),
      [
        [6, mine(true)],
        [3, gone("a")],
      ],
      stamps,
    );
    expect(stamps.of("ownVotes", "a")).toBe(6);
  });

  it("of an unknown item leaves the view as it is", () => {
    const view = aView([a()]);
    expect(arriving(view, [[2, gone("x")]])).toBe(view);
  });
});

describe("title, facilitation and ticks", () => {
  const head = (title: string): Change => ({ type: "board.put", board: { title, description: "" } });
  const session = (facilitator: string): Change => ({
    type: "session.put",
    session: aFacilitation({}, facilitator),
  });

  it("the newest title and facilitation stay; those of the same version follow each other", () => {
    const view = arriving(aView(), [
      [4, head("four")],
      [3, head("three")],
      [4, session("dan")],
      [3, session("cem")],
    ]);
    expect([view.details.title, view.facilitation.facilitator_id]).toEqual(["four", "dan"]);
    const same = arriving(aView(), [
      [4, head("four")],
      [4, head("four again")],
      [4, session("dan")],
      [4, session("eve")],
    ]);
    expect([same.details.title, same.facilitation.facilitator_id]).toEqual(["four again", "eve"]);
  });

  it("a tick changes nothing", () => {
    const view = aView();
    expect(arriving(view, [[2, { type: "tick" }]])).toBe(view);
  });
});

it("two items are the same when each field is, styles by what they say", () => {
  expect(sameItem(a({ style: { color: "#000000" } }), a({ style: { color: "#000000" } }))).toBe(true);
  expect(sameItem(a(), a({ style: { color: "#000000" } }))).toBe(false);
  for (const more of [{ title: "x" }, { rev: 2 }, { votes: 1 }, { order: "b" }, { hidden: true }])
    expect(sameItem(a(), a(more))).toBe(false);
});

function stampsAt(version: number): PartVersions {
  const stamps = new PartVersions();
  stamps.set("ownVotes", "a", version);
  return stamps;
}
