import type { Change } from "@retro/contract/changes";
import type { Board } from "@retro/contract/boards";
import type { Item, TreeItem } from "@retro/contract/items";
import { describe, expect, it } from "vitest";
import { Replica, type BoardUpdate, hidesShownContent } from "./replica.ts";
import { aBoard, aFacilitation, aSticker, aView } from "../testing/samples.ts";

const tree = (items: readonly Item[]): TreeItem[] =>
  items.map((item) => ({ ...item, _lft: 0, _rgt: 0, children: [] }));

interface Load {
  at?: number;
  items?: readonly Item[];
  itemsAt?: number;
  mine?: readonly string[];
  mineAt?: number;
  board?: Partial<Board>;
}
/** A load whose parts all have version `at`, unless `more` says otherwise. */
function load({
  at = 1,
  items = [],
  itemsAt = at,
  mine = [],
  mineAt = at,
  board = {},
}: Load = {}): BoardUpdate {
  return {
    kind: "snapshot",
    board: aBoard(at, board),
    items: { tree: tree(items), version: itemsAt },
    mine: { ids: mine, version: mineAt },
  };
}
const itemsOnly = (items: readonly Item[], version: number): BoardUpdate => ({
  kind: "snapshot",
  board: null,
  items: { tree: tree(items), version },
  mine: null,
});
const event = (version: number, ...changes: Change[]): BoardUpdate => ({
  kind: "version",
  version,
  changes,
  isPersonal: false,
});
const own = (version: number, ...changes: Change[]): BoardUpdate => ({
  kind: "version",
  version,
  changes,
  isPersonal: true,
});
const catchUp = (version: number, ...changes: Change[]): BoardUpdate => ({
  kind: "catch-up",
  version,
  changes,
});
const put = (item: Item): Change => ({ type: "item.put", item });
const tick: Change = { type: "tick" };
const ids = (replica: Replica) => [...(replica.view()?.items.keys() ?? [])];

/** Ann's replica, loaded at version 1. */
function loaded(more: Load = {}) {
  const replica = new Replica("ann");
  replica.applyUpdate(load(more));
  return replica;
}

describe("[Y2] versions in their order", () => {
  it("the next one counts at once; one that is ahead waits for those before it", () => {
    const replica = loaded();
    replica.applyUpdate(event(2, put(aSticker("a"))));
    expect([replica.view()?.version, replica.hasGap()]).toEqual([2, false]);
    replica.applyUpdate(event(5, put(aSticker("d"))));
    replica.applyUpdate(event(4, put(aSticker("c"))));
    expect([ids(replica), replica.view()?.version, replica.hasGap()]).toEqual([["a"], 2, true]);
    replica.applyUpdate(event(3, put(aSticker("b"))));
    expect([ids(replica), replica.view()?.version, replica.hasGap()]).toEqual([
      ["a", "b", "c", "d"],
      5,
      false,
    ]);
  });

  it("an old one and a doubled one change nothing", () => {
    const replica = loaded();
    replica.applyUpdate(event(2, put(aSticker("a", { title: "two" }))));
    const view = replica.view();
    replica.applyUpdate(event(2, put(aSticker("a", { title: "again" }))));
    replica.applyUpdate(event(1, put(aSticker("b"))));
    expect(replica.view()).toBe(view);
  });

  it("the user's answer is not replaced by the event of the same version that waits with it", () => {
    for (const order of [
      [event(3, tick), own(3, put(aSticker("a")))],
      [own(3, put(aSticker("a"))), event(3, tick)],
    ]) {
      const replica = loaded();
      for (const news of order) replica.applyUpdate(news);
      replica.applyUpdate(event(2));
      expect([ids(replica), replica.completeVersion()]).toEqual([["a"], 3]);
    }
  });

  it("nothing is shown before the first load; changes that arrived meanwhile count once it is there", () => {
    const replica = new Replica("ann");
    replica.applyUpdate(event(2, put(aSticker("a"))));
    replica.applyUpdate(catchUp(2, put(aSticker("b"))));
    replica.applyUpdate(itemsOnly([aSticker("c")], 1));
    expect([replica.view(), replica.completeVersion()]).toEqual([null, 0]);
    replica.applyUpdate(load());
    expect([ids(replica), replica.view()?.version]).toEqual([["a"], 2]);
  });

  it("a load without the user's votes is no first load", () => {
    const replica = new Replica("ann");
    replica.applyUpdate({ ...load(), mine: null } as BoardUpdate);
    expect(replica.view()).toBeNull();
  });
});

describe("the confirmed view", () => {
  it("ends before a version of which the user's own channel may tell more", () => {
    const replica = loaded();
    replica.applyUpdate(event(2, put(aSticker("a"))));
    expect(replica.completeVersion()).toBe(2);
    replica.applyUpdate(event(3, tick));
    replica.applyUpdate(event(4, { type: "votes.put", item_id: "a", votes: 1 }));
    expect(replica.completeVersion()).toBe(2);
    replica.applyUpdate(own(3, { type: "vote.mine", item_id: "a", voted: true }));
    expect([replica.completeVersion(), [...(replica.view()?.votedIds ?? [])]]).toEqual([3, ["a"]]);
    replica.applyUpdate(own(4));
    expect(replica.completeVersion()).toBe(4);
  });

  it("the user's message that no gap waits for is old", () => {
    const replica = loaded();
    replica.applyUpdate(event(2, put(aSticker("a"))));
    replica.applyUpdate(own(2, put(aSticker("b"))));
    expect(ids(replica)).toEqual(["a"]);
  });

  it.each([
    ["another's sticker", { user_id: "bob" }, null, true],
    ["another's hidden sticker", { user_id: "bob", hidden: true, title: null }, null, true],
    [
      "another's hidden sticker, for the facilitator",
      { user_id: "bob", hidden: true, title: null },
      "ann",
      false,
    ],
    ["one's own hidden sticker", { user_id: "ann", hidden: true, title: null }, null, false],
    ["a sticker without author", { user_id: null }, null, false],
    ["a sticker without count", { votes: null }, null, true],
    ["a sticker without count, for the facilitator", { votes: null }, "ann", false],
    ["a section", { kind: "section", user_id: null, votes: null }, null, true],
  ] as const)("%s: %j", (_what, more, facilitator, sure) => {
    const replica = loaded({ board: aFacilitation({}, facilitator) });
    replica.applyUpdate(event(2, put(aSticker("a", more))));
    expect(replica.completeVersion()).toBe(sure ? 2 : 1);
  });

  it("a sticker without an author is not the user's if its author was known", () => {
    const replica = loaded({ items: [aSticker("a", { user_id: "bob" })] });
    replica.applyUpdate(event(2, put(aSticker("a", { user_id: null, title: "new" }))));
    expect(replica.completeVersion()).toBe(2);
  });

  it.each([
    { type: "item.deleted", ids: ["a"] },
    { type: "board.put", board: { title: "New", description: "" } },
    { type: "session.put", session: aFacilitation({}, "bob") },
    { type: "votes.reset" },
  ] as const)("%j is told whole to everyone", (change) => {
    const replica = loaded();
    replica.applyUpdate(event(2, change as Change));
    expect(replica.completeVersion()).toBe(2);
  });

  it("a catch-up confirms everything up to its version", () => {
    const replica = loaded();
    for (const version of [2, 3, 4]) replica.applyUpdate(event(version, tick));
    replica.applyUpdate(catchUp(3));
    expect(replica.completeVersion()).toBe(3);
    replica.applyUpdate(catchUp(4));
    expect(replica.completeVersion()).toBe(4);
  });

  it("so does a complete load, and the items alone do not", () => {
    const replica = loaded();
    for (const version of [2, 3, 4]) replica.applyUpdate(event(version, tick));
    replica.applyUpdate(itemsOnly([], 4));
    expect(replica.completeVersion()).toBe(1);
    replica.applyUpdate(load({ at: 3 }));
    expect(replica.completeVersion()).toBe(3);
  });
});

describe("a catch-up", () => {
  it("brings the view to its version, and what waited for that follows", () => {
    const replica = loaded();
    replica.applyUpdate(event(5, put(aSticker("d"))));
    replica.applyUpdate(catchUp(4, put(aSticker("a"))));
    expect([ids(replica), replica.view()?.version, replica.hasGap()]).toEqual([["a", "d"], 5, false]);
  });

  it("that is older than what is sure counts for nothing; one of the same version does", () => {
    const replica = loaded({ at: 3 });
    replica.applyUpdate(catchUp(2, put(aSticker("a"))));
    expect(ids(replica)).toEqual([]);
    replica.applyUpdate(catchUp(3, put(aSticker("b"))));
    expect(ids(replica)).toEqual(["b"]);
  });

  it("does not take the view back", () => {
    const replica = loaded();
    replica.applyUpdate(event(2, tick));
    replica.applyUpdate(event(3, put(aSticker("a"))));
    replica.applyUpdate(catchUp(2));
    expect([replica.view()?.version, replica.completeVersion(), ids(replica)]).toEqual([3, 3, ["a"]]);
  });
});

describe("a load", () => {
  it("replaces what is older, and leaves what is newer than it", () => {
    const replica = loaded({ items: [aSticker("old"), aSticker("kept")] });
    replica.addInFlight(1);
    replica.applyUpdate(event(2, put(aSticker("new"))));
    replica.applyUpdate(
      event(3, put(aSticker("kept", { title: "three" })), { type: "item.deleted", ids: ["gone"] }),
    );
    const items = [aSticker("kept", { title: "two" }), aSticker("gone"), aSticker("added")];
    replica.applyUpdate(load({ at: 2, items: [...items, aSticker("new")] }));
    expect(ids(replica).toSorted()).toEqual(["added", "kept", "new"]);
    expect(replica.view()?.items.get("kept")?.title).toBe("three");
    expect(replica.view()?.version).toBe(3);
  });

  it("of another user's change of the same version as known takes the load's word", () => {
    const replica = loaded({ items: [aSticker("a")] });
    replica.addInFlight(1);
    replica.applyUpdate(event(2, put(aSticker("a", { title: "two" })), put(aSticker("b"))));
    replica.applyUpdate(load({ at: 2, items: [aSticker("a", { title: "loaded" })] }));
    expect([ids(replica), replica.view()?.items.get("a")?.title]).toEqual([["a"], "loaded"]);
  });

  it("is at the version of its oldest part", () => {
    for (const parts of [
      { at: 3, itemsAt: 5, mineAt: 5 },
      { at: 5, itemsAt: 3, mineAt: 5 },
      { at: 5, itemsAt: 5, mineAt: 3 },
    ])
      expect(loaded(parts).view()?.version).toBe(3);
  });

  it("keeps the items that say the same, and their map when all do", () => {
    const replica = loaded({ items: [aSticker("a"), aSticker("b")] });
    const { items } = replica.view() as NonNullable<ReturnType<typeof replica.view>>;
    replica.applyUpdate(load({ at: 2, items: [aSticker("a"), aSticker("b")] }));
    expect(replica.view()?.items).toBe(items);
    replica.applyUpdate(load({ at: 3, items: [aSticker("a"), aSticker("b", { title: "new" })] }));
    expect(replica.view()?.items).not.toBe(items);
    expect(replica.view()?.items.get("a")).toBe(items.get("a"));
    replica.applyUpdate(load({ at: 4, items: [aSticker("a")] }));
    expect(ids(replica)).toEqual(["a"]);
  });

  it("finds the items at every depth of the tree", () => {
    const [leaf] = tree([aSticker("leaf")]);
    const [group] = tree([aSticker("group")]);
    const replica = new Replica("ann");
    replica.applyUpdate({
      ...(load() as Extract<BoardUpdate, { kind: "snapshot" }>),
      items: { tree: [{ ...(group as TreeItem), children: [leaf as TreeItem] }], version: 1 },
    });
    expect(ids(replica)).toEqual(["group", "leaf"]);
    expect(replica.view()?.items.get("leaf")).toEqual(aSticker("leaf"));
  });

  it("takes title, facilitation and the user's votes unless it is older than what is known", () => {
    const replica = loaded({ items: [aSticker("a"), aSticker("b")], mine: ["a"] });
    replica.addInFlight(1);
    replica.applyUpdate(
      event(
        2,
        { type: "board.put", board: { title: "two", description: "" } },
        { type: "session.put", session: aFacilitation({}, "bob") },
      ),
    );
    replica.applyUpdate(own(3, { type: "vote.mine", item_id: "b", voted: true }));
    const items = [aSticker("a"), aSticker("b")];
    replica.applyUpdate(load({ at: 1, items, mine: [] }));
    expect(replica.view()).toMatchObject({
      details: { title: "two" },
      facilitation: { facilitator_id: "bob" },
    });
    expect([...(replica.view()?.votedIds ?? [])]).toEqual(["b"]);
    replica.applyUpdate(load({ at: 3, items, mine: ["a"], board: { title: "three" } }));
    expect(replica.view()).toMatchObject({
      details: { title: "three" },
      facilitation: { facilitator_id: null },
    });
    expect([...(replica.view()?.votedIds ?? [])]).toEqual(["a"]);
  });

  it("of an old version does not bring back the own vote that was taken back since", () => {
    const replica = loaded({ items: [aSticker("a")], mine: ["a"] });
    replica.addInFlight(1);
    replica.applyUpdate(own(2, { type: "vote.mine", item_id: "a", voted: false }));
    replica.applyUpdate(load({ at: 1, items: [aSticker("a")], mine: ["a"] }));
    expect(replica.view()?.votedIds.size).toBe(0);
    replica.applyUpdate(load({ at: 2, items: [aSticker("a")], mine: ["a"] }));
    expect(replica.view()?.votedIds.size).toBe(1);
  });

  it("hides what its facilitation withholds", () => {
    const replica = loaded();
    replica.applyUpdate(
      load({ at: 2, items: [aSticker("a")], board: aFacilitation({ hideContent: true }, "cem") }),
    );
    expect(replica.view()?.items.get("a")).toMatchObject({ title: null, hidden: true });
  });
});

describe("a reveal", () => {
  const hide = aFacilitation({ hideContent: true }, "cem");
  const open = aFacilitation({}, "cem");
  const session = (state: typeof hide): Change => ({ type: "session.put", session: state });

  it("is reported when a change of the facilitation shows what was withheld, in each kind of update", () => {
    expect(loaded({ board: hide }).applyUpdate(event(2, session(open)))).toEqual({ revealed: true });
    expect(loaded({ board: hide }).applyUpdate(catchUp(2, session(open)))).toEqual({ revealed: true });
    const ahead = loaded({ board: hide });
    expect(ahead.applyUpdate(event(3, session(open)))).toEqual({ revealed: false });
    expect(ahead.applyUpdate(event(2))).toEqual({ revealed: true });
    const behind = loaded({ board: hide });
    behind.applyUpdate(event(3, session(open)));
    expect(behind.applyUpdate(catchUp(2))).toEqual({ revealed: true });
    expect(loaded({ board: open }).applyUpdate(event(2, session(hide)))).toEqual({ revealed: false });
    expect(loaded({ board: hide }).applyUpdate(event(2))).toEqual({ revealed: false });
  });

  it("is reported for a load whose items are older than its facilitation, and for no other", () => {
    expect(loaded({ board: hide }).applyUpdate(load({ at: 3, itemsAt: 2, board: open }))).toEqual({
      revealed: true,
    });
    expect(loaded({ board: hide }).applyUpdate(load({ at: 3, board: open }))).toEqual({ revealed: false });
    expect(loaded({ board: hide }).applyUpdate(load({ at: 3, itemsAt: 2, board: hide }))).toEqual({
      revealed: false,
    });
  });
});

describe("memory", () => {
  const deleted: Change = { type: "item.deleted", ids: ["a"] };
  /** A replica accepts an item of an older version only after it has forgotten the deletion. */
  const remembersDeletion = (replica: Replica) => {
    replica.applyUpdate(itemsOnly([aSticker("a")], 1));
    return !ids(replica).includes("a");
  };

  it("a deletion is forgotten once nothing older can arrive", () => {
    const replica = loaded({ items: [aSticker("a")] });
    replica.applyUpdate(event(2, deleted));
    expect(remembersDeletion(replica)).toBe(false);
  });

  it("a deletion is remembered while an answer is under way, and forgotten with the next change", () => {
    const replica = loaded({ items: [aSticker("a")] });
    replica.addInFlight(1);
    replica.applyUpdate(event(2, deleted));
    replica.addInFlight(-1);
    expect(remembersDeletion(replica)).toBe(true);
    replica.applyUpdate(event(3));
    expect(remembersDeletion(replica)).toBe(false);
  });

  it("a deletion is remembered while more changes of its version may arrive", () => {
    const replica = loaded({ items: [aSticker("a")] });
    replica.applyUpdate(event(2, deleted, tick));
    expect(remembersDeletion(replica)).toBe(true);
    replica.applyUpdate(own(2));
    replica.applyUpdate(event(3));
    expect(remembersDeletion(replica)).toBe(false);
  });
});

it("the next load after a restored backup counts, whatever its version", () => {
  const replica = loaded({ at: 9, items: [aSticker("a"), aSticker("b")], mine: ["a"] });
  replica.applyUpdate(event(10, tick));
  replica.applyUpdate(event(12, put(aSticker("c"))));
  replica.reset();
  expect([replica.view(), replica.completeVersion(), replica.hasGap()]).toEqual([null, 0, false]);
  replica.applyUpdate(load({ at: 4, items: [aSticker("a", { title: "four" })] }));
  expect([ids(replica), replica.view()?.version, replica.completeVersion()]).toEqual([["a"], 4, 4]);
  expect(replica.view()).toMatchObject({ votedIds: new Set() });
  replica.applyUpdate(event(5, put(aSticker("a", { title: "five" }))));
  expect(replica.view()?.items.get("a")?.title).toBe("five");
});

describe("updates that cannot wait for the end of a drag", () => {
  const view = aView([aSticker("a")]);
  const hide = aFacilitation({ hideContent: true }, "cem");

  it("withhold something that is on screen", () => {
    expect(hidesShownContent(event(2, { type: "session.put", session: hide }), view)).toBe(true);
    expect(hidesShownContent(catchUp(2, tick, { type: "session.put", session: hide }), view)).toBe(true);
    expect(hidesShownContent(load({ board: hide }), view)).toBe(true);
  });

  it("all others can", () => {
    expect(hidesShownContent(event(2, { type: "session.put", session: hide }), null)).toBe(false);
    expect(
      hidesShownContent(event(2, { type: "session.put", session: aFacilitation({}, "cem") }), view),
    ).toBe(false);
    expect(hidesShownContent(event(2, put(aSticker("b"))), view)).toBe(false);
    expect(hidesShownContent(load(), view)).toBe(false);
    expect(hidesShownContent(itemsOnly([], 2), view)).toBe(false);
    const own = aView([aSticker("a", { user_id: "ann" })]);
    expect(hidesShownContent(event(2, { type: "session.put", session: hide }), own)).toBe(false);
  });
});
