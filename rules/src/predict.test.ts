import { describe, expect, test } from "vitest";
import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import type { Timer } from "@retro/contract/facilitation/timer";
import type { Item } from "@retro/contract/items";
import { applyChange, type BoardView } from "./apply-change.ts";
import { type BoardCommand, predict } from "./predict.ts";
import { column, section, facilitation, sticker, boardView } from "./testing/board.ts";

const now = Date.UTC(2026, 4, 17, 12, 30);
const items = [
  section("s"),
  column("c", "s", { order: "a0" }),
  column("d", "s", { order: "a1" }),
  sticker("a", "c", { order: "a0" }),
  sticker("b", "c", { order: "a1", votes: 0 }),
  sticker("in a", "a"),
  sticker("styled", "d", { style: { backgroundColor: "#f8e394", fontStyle: "italic" }, rev: 4 }),
];
const board = boardView("me", items, { votedIds: new Set(["a"]) });
const free = boardView("me", items, { facilitation: facilitation({}, null) });
const mine = boardView("me", items, { facilitation: facilitation({ stopEditing: true }, "me") });
const made = (over: Partial<Item>): Item => ({
  ...sticker("new", "c"),
  user_id: "me",
  title: "Text",
  created_at: "2026-05-17T12:30:00.000Z",
  votes: 0,
  ...over,
});

describe("new stickers", () => {
  test("[Y5, T8] a new sticker goes to the end of its column, with its author, revision 1 and no vote", () => {
    const command: BoardCommand = { type: "sticker.add", id: "new", parent_id: "c", title: "Text" };
    expect(predict(board, command, now)).toEqual([{ type: "item.put", item: made({ order: "a2" }) }]);
  });

  test("[Y5] a new sticker goes into a group, with its style", () => {
    const style = { fontWeight: "bold" as const };
    const command: BoardCommand = { type: "sticker.add", id: "new", parent_id: "b", title: "Text", style };
    expect(predict(board, command, now)).toEqual([
      { type: "item.put", item: made({ parent_id: "b", order: "a0", style }) },
    ]);
  });

  test("[T10] several go to the end in their order", () => {
    const batch = ["x", "y"].map((id) => ({ id, title: "Text" }));
    expect(predict(board, { type: "stickers.add", parent_id: "c", items: batch }, now)).toEqual([
      { type: "item.put", item: made({ id: "x", order: "a2" }) },
      { type: "item.put", item: made({ id: "y", order: "a3" }) },
    ]);
  });

  test("[T7] a sticker that the view already has is not added again", () => {
    expect(predict(board, { type: "sticker.add", id: "a", parent_id: "c", title: "Text" }, now)).toEqual([]);
    const batch = ["a", "x"].map((id) => ({ id, title: "Text" }));
    const added = predict(board, { type: "stickers.add", parent_id: "c", items: batch }, now);
    expect(added).toEqual([{ type: "item.put", item: made({ id: "x", order: "a2" }) }]);
  });

  test("[Y5] nothing is added to a column that was deleted", () => {
    expect(predict(board, { type: "sticker.add", id: "x", parent_id: "gone", title: "T" }, now)).toEqual([]);
  });
});

describe("edits", () => {
  const edit = (command: object) => predict(board, { type: "item.edit", ...command } as BoardCommand, now);

  test("[T8] title and style change; the revision is the one that the edit started from", () => {
    const styled = items[6] as Item;
    expect(edit({ id: "styled", title: "After", style: { fontStyle: null }, rev: 3 })).toEqual([
      {
        type: "item.put",
        item: { ...styled, title: "After", style: { backgroundColor: "#f8e394" }, rev: 3 },
      },
    ]);
    expect(edit({ id: "styled", title: "After" })).toEqual([
      { type: "item.put", item: { ...styled, title: "After", rev: 4 } },
    ]);
  });

  test("[N1] a group gets a name, keeps it when its text changes, and loses it with an empty one", () => {
    const named = { ...(items[3] as Item), name: "Tests" };
    expect(edit({ id: "a", name: "Tests" })).toEqual([{ type: "item.put", item: named }]);
    const view = applyChange(board, { type: "item.put", item: named });
    const next = (patch: { title?: string; name?: string | null }) =>
      predict(view, { type: "item.edit", id: "a", ...patch }, now);
    expect(next({ title: "After" })).toMatchObject([{ item: { title: "After", name: "Tests" } }]);
    for (const name of ["", null]) expect(next({ name })).toMatchObject([{ item: { name: undefined } }]);
    expect(next({ name: "Tests" })).toEqual([]);
  });

  test("[Y4] an edit that changes nothing, or whose item is gone, gives no change", () => {
    expect(edit({ id: "a", title: "text of a" })).toEqual([]);
    expect(edit({ id: "gone", title: "After" })).toEqual([]);
  });
});

describe("moves", () => {
  const move = (id: string, parent_id: string | null, after_id: string | null, of: BoardView = board) =>
    predict(of, { type: "item.move", id, parent_id, after_id }, now);
  const put = (id: string, parent_id: string, order: string) => [
    { type: "item.put", item: { ...items.find((item) => item.id === id), parent_id, order } },
  ];

  test("[T9] first, after a sibling, and last where the sibling is gone", () => {
    expect(move("b", "c", null)).toEqual(put("b", "c", "Zz"));
    expect(move("styled", "c", "a")).toEqual(put("styled", "c", "a0V"));
    expect(move("styled", "c", "b")).toEqual(put("styled", "c", "a2"));
    expect(move("styled", "c", "gone")).toEqual(put("styled", "c", "a2"));
  });

  test("[T4] the item itself is no sibling of its new place", () => {
    expect(move("a", "c", "b")).toEqual(put("a", "c", "a2"));
    expect(move("b", "c", "a")).toEqual(put("b", "c", "a1"));
  });

  test("[T1] a move that the tree forbids gives no change", () => {
    expect(move("a", "in a", null)).toEqual([]);
    expect(move("a", "s", null)).toEqual([]);
    expect(move("c", "s", null)).toEqual([]);
    expect(move("gone", "c", null)).toEqual([]);
    expect(move("a", "gone", null)).toEqual([]);
  });

  test("[T4] siblings that make room are predicted with their new keys", () => {
    const tight = boardView("me", [
      ...items.slice(0, 3),
      sticker("low", "c", { order: `a0${"z".repeat(48)}` }),
      sticker("high", "c", { order: "a1" }),
      sticker("x", "d"),
    ]);
    const changes = move("x", "c", "low", tight);
    const orders = changes.map((change) => change.type === "item.put" && [change.item.id, change.item.order]);
    expect(orders).toEqual([
      ["x", "a1"],
      ["low", "a0"],
      ["high", "a2"],
    ]);
  });
});

describe("deletions and votes", () => {
  test("[T5] everything below is deleted too", () => {
    expect(predict(board, { type: "item.delete", id: "a" }, now)).toEqual([
      { type: "item.deleted", ids: ["a", "in a"] },
    ]);
    expect(predict(board, { type: "item.delete", id: "gone" }, now)).toEqual([]);
  });

  test("[F6, V8] a deleted topic is not up any more, and a deleted section leaves the open round", () => {
    const meeting = { steps: [{ id: "d", kind: "discuss" as const, minutes: 5 }], step: "d", at: 1 };
    const leading = {
      ...facilitation({}, "me"),
      rounds: [{ sections: ["s"] }],
      meeting: { ...meeting, topic: "a" },
    };
    const view = boardView("me", items, { facilitation: leading });
    const sessionAfter = (command: BoardCommand) =>
      predict(view, command, now).flatMap((change) =>
        change.type === "session.put" ? [change.session] : [],
      );
    for (const command of [{ type: "item.delete", id: "a" }, { type: "stickers.delete" }] as BoardCommand[])
      expect(sessionAfter(command)).toEqual([{ ...leading, meeting }]);
    expect(sessionAfter({ type: "item.delete", id: "s" })).toEqual([{ ...leading, meeting, rounds: [{}] }]);
    expect(sessionAfter({ type: "item.delete", id: "b" })).toEqual([]);
  });

  const vote = (id: string, voted: boolean, of = board) => predict(of, { type: "vote", id, voted }, now);
  test("[V1] a vote adds one, taking it back removes one; twice is harmless", () => {
    expect(vote("b", true)).toEqual([
      { type: "vote.mine", item_id: "b", voted: true },
      { type: "votes.put", item_id: "b", votes: 1 },
    ]);
    expect(vote("a", false)).toEqual([
      { type: "vote.mine", item_id: "a", voted: false },
      { type: "votes.put", item_id: "a", votes: 1 },
    ]);
    expect(vote("a", true)).toEqual([]);
    expect(vote("b", false)).toEqual([]);
    expect(vote("gone", true)).toEqual([]);
  });

  test("[H2] a concealed count is not predicted", () => {
    const concealed = boardView("me", [sticker("a", "c", { votes: null })]);
    expect(vote("a", true, concealed)).toEqual([{ type: "vote.mine", item_id: "a", voted: true }]);
  });

  test("[E3] only the facilitator resets all votes or deletes all stickers", () => {
    expect(predict(mine, { type: "votes.reset" }, now)).toEqual([{ type: "votes.reset" }]);
    expect(predict(mine, { type: "stickers.delete" }, now)).toEqual([
      { type: "item.deleted", ids: ["a", "b", "in a", "styled"] },
    ]);
    for (const refused of [board, free])
      for (const type of ["votes.reset", "stickers.delete"] as const)
        expect(predict(refused, { type }, now)).toEqual([]);
  });

  test("[Y4] nothing is deleted on a board without stickers", () => {
    const bare = boardView("me", items.slice(0, 3), { facilitation: facilitation({}, "me") });
    expect(predict(bare, { type: "stickers.delete" }, now)).toEqual([]);
  });
});

describe("orders and restores", () => {
  const order = { parent_id: "c", from: ["a", "b"], to: ["b", "a"] };

  test("[T11] an order deals out the keys of the siblings again; its undo gives them back", () => {
    const changes = predict(board, { type: "stickers.order", orders: [order] }, now);
    expect(changes).toEqual([
      { type: "item.put", item: { ...items[4], order: "a0" } },
      { type: "item.put", item: { ...items[3], order: "a1" } },
    ]);
    const back = { parent_id: "c", from: order.to, to: order.from };
    expect(
      predict(changes.reduce(applyChange, board), { type: "stickers.order", orders: [back] }, now),
    ).toEqual([
      { type: "item.put", item: items[3] },
      { type: "item.put", item: items[4] },
    ]);
  });

  const deleted = ["a", "in a"].flatMap((id) => items.find((item) => item.id === id) ?? []);
  const restore: BoardCommand = { type: "sticker.restore", id: "a", items: deleted, voted: ["a"] };
  const without = (view: BoardView) => applyChange(view, { type: "item.deleted", ids: ["a", "in a"] });

  test("[T12] a restored sticker is shown with its group and the user's vote", () => {
    expect(predict(without(board), restore, now)).toEqual([
      ...deleted.map((item) => ({ type: "item.put", item: { ...item, hidden: false } })),
      { type: "vote.mine", item_id: "a", voted: true },
    ]);
  });

  test("[T12, H1, H2, H3] what is withheld now is not in the prediction", () => {
    const facilitated = facilitation(
      { hideContent: true, concealVoteCount: true, avatars: "hide" },
      "somebody",
    );
    const view = without({ ...board, facilitation: facilitated });
    expect(predict(view, restore, now)[0]).toMatchObject({
      item: { title: null, hidden: true, votes: null, user_id: null },
    });
  });

  test("[T12] only the server knows where it goes when its parent is gone; a sticker that is there stays as it is", () => {
    expect(predict(board, restore, now)).toEqual([]);
    const noColumn = applyChange(without(board), { type: "item.deleted", ids: ["c"] });
    expect(predict(noColumn, restore, now)).toEqual([]);
    expect(predict(without(board), { ...restore, items: [] }, now)).toEqual([]);
  });
});

describe("timer, options and seat", () => {
  const running: Timer = { startTime: 1000, pauseTime: null, countTime: 100, countPauseTime: null };
  const paused: Timer = { ...running, pauseTime: 41_000, countPauseTime: 60 };
  const idle: Timer = { startTime: null, pauseTime: null, countTime: 300, countPauseTime: null };
  const becomes = (of: BoardView, timer: Timer, command: BoardCommand) =>
    predict({ ...of, facilitation: { ...of.facilitation, timer } }, command, now);
  const put = (state: Facilitation) => [{ type: "session.put", session: state }];

  test("[S1] starting the timer takes a free seat", () => {
    const start: BoardCommand = { type: "timer.start", count_time: 100, at: 1000 };
    expect(becomes(free, idle, start)).toEqual(put({ ...facilitation({}, "me"), timer: running }));
    expect(becomes(mine, idle, start)).toEqual(put({ ...mine.facilitation, timer: running }));
  });

  test("[E1, C1] others cannot start it, and nobody can start it twice", () => {
    const start: BoardCommand = { type: "timer.start", count_time: 100, at: 1000 };
    expect(becomes(board, idle, start)).toEqual([]);
    expect(becomes(mine, running, start)).toEqual([]);
    expect(becomes(mine, paused, start)).toEqual([]);
  });

  test("[E1] users who may edit the board set another total", () => {
    const edit: BoardCommand = { type: "timer.edit", count_time: 160 };
    expect(becomes(mine, running, edit)).toEqual(
      put({ ...mine.facilitation, timer: { ...running, countTime: 160 } }),
    );
    expect(becomes(free, idle, edit)).toEqual(
      put({ ...free.facilitation, timer: { ...idle, countTime: 160 } }),
    );
    expect(becomes(board, running, edit)).toEqual([]);
  });

  test("[C1, E3] only the facilitator pauses and plays", () => {
    const pause: BoardCommand = { type: "timer.pause", at: 41_000, seconds: null };
    const play: BoardCommand = { type: "timer.play", at: 51_000 };
    expect(becomes(mine, running, pause)).toEqual(put({ ...mine.facilitation, timer: paused }));
    expect(becomes(mine, paused, play)).toEqual(
      put({ ...mine.facilitation, timer: { ...running, startTime: 11_000 } }),
    );
    expect(becomes(mine, paused, pause)).toEqual([]);
    expect(becomes(mine, running, play)).toEqual([]);
    for (const refused of [board, free]) {
      expect(becomes(refused, running, pause)).toEqual([]);
      expect(becomes(refused, paused, play)).toEqual([]);
    }
  });

  test("[S1] stop keeps the seat while an option is set, and clears it otherwise", () => {
    expect(becomes(mine, running, { type: "timer.stop" })).toEqual(
      put({ ...mine.facilitation, timer: idle }),
    );
    const plain = boardView("me", items, { facilitation: facilitation({}, "me") });
    expect(becomes(plain, running, { type: "timer.stop" })).toEqual(
      put({ ...facilitation({}, null), timer: idle }),
    );
    expect(becomes(board, running, { type: "timer.stop" })).toEqual([]);
  });

  test("[E3] only the facilitator sets an option or leaves the seat", () => {
    const set: BoardCommand = { type: "option.set", option: "hideContent", value: true };
    expect(predict(mine, set, now)).toEqual(
      put(facilitation({ stopEditing: true, hideContent: true }, "me")),
    );
    expect(becomes(mine, running, { type: "seat.leave" })).toEqual(put(facilitation({}, null)));
    for (const refused of [board, free]) {
      expect(predict(refused, set, now)).toEqual([]);
      expect(predict(refused, { type: "seat.leave" }, now)).toEqual([]);
    }
  });

  test("[F1] a facilitator who leaves the seat in a meeting sees options, timer and step stay", () => {
    const meeting = { steps: [{ id: "w", kind: "write" as const, minutes: 7 }], step: "w", at: 1 };
    const leading = { ...facilitation({ hideContent: true }, "me"), timer: running, meeting };
    const view = boardView("me", items, { facilitation: leading });
    expect(predict(view, { type: "seat.leave" }, now)).toEqual(put({ ...leading, facilitator_id: null }));
  });

  test("[S1] the timer takes no seat that was left with options in force", () => {
    const left = boardView("me", items, { facilitation: facilitation({ hideContent: true }, null) });
    expect(predict(left, { type: "timer.start", count_time: 60, at: now }, now)).toEqual([]);
  });

  test("[S1] taking the seat is not predicted: only the server can tell whether it is free", () => {
    for (const of of [board, free, mine]) expect(predict(of, { type: "seat.take" }, now)).toEqual([]);
  });
});

describe("several moves [T13]", () => {
  const into = (parent_id: string, ...ids: string[]): BoardCommand => ({
    type: "items.move",
    moves: ids.map((id, i) => ({ id, parent_id, after_id: ids[i - 1] ?? null })),
  });

  test("each is predicted on the board that those before it leave", () => {
    const changes = predict(board, into("b", "a", "styled"), now);
    const after = changes.reduce(applyChange, board);
    expect(["a", "styled"].map((id) => after.items.get(id)?.parent_id)).toEqual(["b", "b"]);
    const [first, second] = ["a", "styled"].map((id) => after.items.get(id)?.order ?? "");
    expect((first as string) < (second as string)).toBe(true);
  });

  test("if one is impossible, none is shown", () => {
    expect(predict(board, into("b", "a", "gone"), now)).toEqual([]);
    expect(predict(board, into("in a", "b", "a"), now)).toEqual([]);
  });
});

describe("rounds of votes [V8]", () => {
  const voted = [
    { type: "votes.put", item_id: "a", votes: 3 },
    { type: "vote.mine", item_id: "a", voted: true, count: 2 },
  ] as const;
  const withVotes = voted.reduce(applyChange, mine);
  const after = (view: BoardView, command: BoardCommand) =>
    predict(view, command, now).reduce(applyChange, view);

  test("closing keeps the results with the stickers, and the next votes begin at 0", () => {
    const closed = after(withVotes, { type: "round.close" });
    expect(closed.items.get("a")).toMatchObject({ votes: 0, rounds: { 1: 3 } });
    expect([...closed.votedIds, ...(closed.furtherVotes ?? [])]).toEqual([]);
    expect(closed.facilitation.rounds).toEqual([{ votes: false, closed: now }]);
    const again = after(closed, { type: "round.open", name: "Again", perSticker: 2 });
    expect(again.facilitation.rounds?.[1]).toEqual({ name: "Again", perSticker: 2 });
    expect(again.items.get("a")).toMatchObject({ votes: 0, rounds: { 1: 3 } });
  });

  test("opening closes the present votes; an open round without votes gives way", () => {
    const opened = after(withVotes, { type: "round.open", name: "First" });
    expect(opened.facilitation.rounds?.map(({ name, closed }) => [name, closed])).toEqual([
      [undefined, now],
      ["First", undefined],
    ]);
    const renamed = after(opened, { type: "round.open", name: "Pressed again" });
    expect(renamed.facilitation.rounds?.map(({ name }) => name)).toEqual([undefined, "Pressed again"]);
  });

  test("[E3] only the facilitator opens and closes; without votes and round there is nothing to close", () => {
    for (const refused of [board, free])
      for (const command of [{ type: "round.open" }, { type: "round.close" }] as const)
        expect(predict(refused, command, now)).toEqual([]);
    const noVotes = applyChange(mine, { type: "votes.reset" });
    expect(predict(noVotes, { type: "round.close" }, now)).toEqual([]);
  });
});
