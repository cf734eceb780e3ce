import { describe, expect, it } from "vitest";
import { createNotifier, changedItemIds } from "./notifier.ts";
import { aFacilitation, aSticker, aView } from "../testing/samples.ts";
import type { BoardState } from "../types.ts";
import type { PendingEntry } from "../outbox/pendingEntry.ts";

const section = aSticker("s1", { kind: "section", parent_id: null });
const column = aSticker("c1", { kind: "column", parent_id: "s1" });
const [a, b] = [aSticker("a"), aSticker("b", { parent_id: "c2" })];
const all = [section, column, a, b];
const session = aFacilitation();

function state(more: Partial<BoardState> = {}, view = aView(all, { facilitation: session })): BoardState {
  return {
    status: "ready",
    failure: null,
    view,
    pending: [],
    dropped: [],
    nextUndo: null,
    nextRedo: null,
    durable: true,
    subscription: "live",
    connectionStatus: { phase: "live", since: null, waiting: 0 },
    members: [],
    people,
    editing: new Map(),
    writing: new Map(),
    screen: null,
    ready: null,
    readyOthers: new Map(),
    wish: null,
    wishOthers: new Map(),
    ...more,
  };
}
const people = new Map();
const touched = (before: BoardState, after: BoardState) => {
  const ids = changedItemIds(before, after);
  return ids === null ? null : [...ids].toSorted();
};
const before = state();
const items = (...list: typeof all) =>
  aView(list, { facilitation: session, votedIds: before.view?.votedIds ?? new Set() });

describe("a change notifies", () => {
  it("an item that changed, came or went, and its ancestors", () => {
    const changed = items(section, column, { ...a, title: "new" }, b);
    expect(touched(before, state({}, changed))).toEqual(["", "a", "c1", "s1"]);
    expect(touched(before, state({}, items(section, column, b)))).toEqual(["", "a", "c1", "s1"]);
    const added = items(...all, aSticker("n", { parent_id: "a" }));
    expect(touched(before, state({}, added))).toEqual(["", "a", "c1", "n", "s1"]);
  });

  it("an item that moved, with its old and its new ancestors", () => {
    const other = aSticker("c9", { kind: "column", parent_id: "s9" });
    const from = state({}, items(...all, other));
    const to = state({}, items(section, column, { ...a, parent_id: "c9" }, b, other));
    expect(touched(from, to)).toEqual(["", "a", "c1", "c9", "s1"]);
  });

  it("a sticker that was voted for or not any more, those alone unless votes are limited", () => {
    const voted = (mine: string[], view = before.view) =>
      state({}, { ...(view as NonNullable<typeof view>), votedIds: new Set(mine) });
    expect(touched(voted(["a"]), voted(["b"]))).toEqual(["a", "b"]);
    expect(touched(voted(["a"]), voted(["a"]))).toEqual([]);
    const limited = aView(all, { facilitation: aFacilitation({ votes: { limit: 3, item: "board" } }) });
    expect(touched(voted([], limited), voted(["b"], limited))).toBeNull();
  });

  it("a sticker that a user began or stopped to edit", () => {
    const ann = ["ann"];
    const from = state({
      editing: new Map([
        ["a", ann],
        ["b", ann],
      ]),
    });
    const to = state({
      editing: new Map([
        ["b", ann],
        ["c", ann],
      ]),
    });
    expect(touched({ ...from, view: before.view }, { ...to, view: before.view })).toEqual(["a", "c"]);
  });

  it("a column in which somebody began or stopped to write", () => {
    const from = state({ writing: new Map([["c1", ["ann"]]]) });
    const to = state({ writing: new Map([["c2", ["ann"]]]) });
    expect(touched({ ...from, view: before.view }, { ...to, view: before.view })).toEqual(["c1", "c2"]);
  });

  it("a sticker whose saving changed", () => {
    const entry = (id: string): PendingEntry => ({
      key: id,
      command: { type: "item.delete", id },
      state: "saving",
    });
    const from = { ...before, pending: [entry("a")] };
    expect(touched(from, { ...before, pending: [entry("b")] })).toEqual(["a", "b"]);
    expect(touched(from, { ...from })).toEqual([]);
  });

  it("all items when the facilitation or the people change, or the board is loaded for the first time", () => {
    expect(changedItemIds({ ...before, view: null }, before)).toBeNull();
    expect(changedItemIds(before, { ...before, view: null })).toBeNull();
    expect(changedItemIds(before, { ...before, people: new Map() })).toBeNull();
    const other = { ...(before.view as NonNullable<typeof before.view>), facilitation: aFacilitation() };
    expect(changedItemIds(before, { ...before, view: other })).toBeNull();
  });
});

describe("listeners", () => {
  const microtask = () => Promise.resolve();

  it("hear nothing when nothing changed, and nothing after they have left", async () => {
    let now = before;
    const notified: string[] = [];
    const notifier = createNotifier(() => now);
    const leave = notifier.subscribe(() => notified.push("all"));
    const leaveFirst = notifier.subscribeItem("a", () => notified.push("first"));
    const leaveSecond = notifier.subscribeItem("a", () => notified.push("second"));
    notifier.changed();
    await microtask();
    notified.length = 0;
    notifier.changed();
    await microtask();
    expect(notified).toEqual([]);
    now = state({}, items(section, column, { ...a, title: "new" }, b));
    notifier.changed();
    notifier.changed();
    await microtask();
    expect(notified).toEqual(["all", "first", "second"]);
    notified.length = 0;
    leave();
    leaveFirst();
    leaveFirst();
    now = before;
    notifier.changed();
    await microtask();
    expect(notified).toEqual(["second"]);
    leaveSecond();
    now = state({}, items(section, column, b));
    notifier.changed();
    await microtask();
    expect(notified).toEqual(["second"]);
  });

  it("of one item hear nothing of another, and all are forgotten when the board is closed", async () => {
    let now = before;
    const notified: string[] = [];
    const notifier = createNotifier(() => now);
    notifier.subscribe(() => notified.push("all"));
    notifier.subscribeItem("b", () => notified.push("b"));
    now = state({}, items(section, column, { ...a, title: "new" }, b));
    notifier.changed();
    await microtask();
    expect(notified).toEqual(["all"]);
    notifier.clear();
    now = before;
    notifier.changed();
    await microtask();
    expect(notified).toEqual(["all"]);
  });
});
