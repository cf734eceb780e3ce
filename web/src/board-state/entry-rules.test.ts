import type { Command } from "@retro/rules/predict";
import { describe, expect, it } from "vitest";
import { newEntry, restoredEntry, stored, toPending } from "./entry.ts";
import { baseOf, createMerger, isBlocked, isOpen } from "./entry-rules.ts";
import type { StoredEntry } from "./entry-storage.ts";
import { aSticker, aView } from "./testing/samples.ts";
import { createWorld } from "./testing/world.ts";

const { env } = createWorld().tab();
const entry = (command: Command, more: object = {}) =>
  Object.assign(newEntry(command, env, null, null, "command"), more);
const edit = (rev?: number, id = "a", title = "new"): Command => ({
  type: "item.edit",
  id,
  title,
  ...(rev !== undefined && { rev }),
});
const add = (id = "a"): Command => ({ type: "sticker.add", id, parent_id: "c1", title: "words" });
const move: Extract<Command, { type: "item.move" }> = {
  type: "item.move",
  id: "a",
  parent_id: "c2",
  after_id: null,
};
const remove: Extract<Command, { type: "item.delete" }> = { type: "item.delete", id: "a" };

describe("what a command is about", () => {
  const view = aView([aSticker("a", { rev: 4, order: "a7" }), aSticker("b", { parent_id: "a" })]);

  it("is kept of moves and deletions of what is confirmed", () => {
    expect(baseOf(move, view)).toEqual({ parent_id: "c1", order: "a7", rev: 4 });
    expect(baseOf(remove, view)).toEqual({ parent_id: "c1", order: "a7", rev: 4, below: ["a", "b"] });
    expect(baseOf({ ...remove, id: "x" }, view)).toBeNull();
    expect(baseOf(edit(4), view)).toBeNull();
    expect(baseOf({ type: "vote", id: "a", voted: true }, view)).toBeNull();
  });
});

describe("an entry", () => {
  it("is open until it is answered or refused", () => {
    expect(isOpen(entry(add()))).toBe(true);
    expect(isOpen(entry(add(), { state: "waiting" }))).toBe(true);
    expect(isOpen(entry(add(), { state: "failed" }))).toBe(false);
    expect(isOpen(entry(add(), { settledAt: 3 }))).toBe(false);
    expect(isOpen(entry(add(), { settledAt: 0 }))).toBe(false);
  });

  it("waits for an earlier open one about the same item, not for deferred, failed, settled or later ones", () => {
    expect(isBlocked([entry(add()), entry(edit())], 1)).toBe(true);
    expect(isBlocked([entry(add()), entry(edit())], 0)).toBe(false);
    expect(isBlocked([entry(remove, { deferred: true }), entry(edit())], 1)).toBe(false);
    expect(isBlocked([entry(add(), { state: "failed" }), entry(edit())], 1)).toBe(false);
    expect(isBlocked([entry(add(), { settledAt: 3 }), entry(edit())], 1)).toBe(false);
    expect(isBlocked([entry(add("x")), entry(add("a")), entry(edit())], 2)).toBe(true);
  });

  it("is stored without the text that came with its refusal", () => {
    const error = {
      name: "ApiError",
      message: "no",
      status: 409,
      code: "conflict",
      data: { title: "Bob's" },
    };
    const failed = entry(edit(1), { state: "failed", error });
    const kept = stored(failed, { board: "board", owner: "ann" });
    expect(kept).toEqual({
      board: "board",
      owner: "ann",
      key: failed.key,
      kind: "command",
      command: edit(1),
      at: failed.at,
      base: null,
      from: null,
      error: { name: "ApiError", message: "no", status: 409, code: "conflict" },
    });
    const uncoded = entry(edit(1), { error: { name: "ApiError", message: "", status: 0 } });
    expect(stored(uncoded, { board: "b", owner: "ann" }).error).toEqual({
      name: "ApiError",
      message: "",
      status: 0,
    });
    expect(stored(entry(add()), { board: "b", owner: "ann" }).error).toBeNull();
  });

  it("comes back waiting, failed with its reason, or failed as unsent when it was a draft", () => {
    const kept: StoredEntry = {
      ...stored(entry(remove), { board: "b", owner: "ann" }),
      tab: "t",
      kind: "deletion",
    };
    expect(restoredEntry(kept)).toMatchObject({
      key: kept.key,
      kind: "deletion",
      state: "waiting",
      at: kept.at,
      deferred: false,
      restored: true,
      uncertain: true,
    });
    const error = { name: "ApiError", message: "no", status: 403 };
    expect(restoredEntry({ ...kept, kind: "command", error })).toMatchObject({ state: "failed", error });
    expect(restoredEntry({ ...kept, kind: "draft" })).toMatchObject({
      kind: "command",
      state: "failed",
      error: { code: "unsent" },
    });
  });

  it("is shown with its state, and with its error when there is one", () => {
    const waiting = entry(add(), { state: "waiting" });
    expect(toPending(waiting)).toEqual({ key: waiting.key, command: add(), state: "waiting" });
    const error = { name: "ApiError", message: "no", status: 403 };
    expect(toPending(entry(add(), { state: "failed", error }))).toMatchObject({ error });
  });

  it("has a key that sorts in the order of making", () => {
    const keys = Array.from({ length: 12 }, () => entry(add()).key);
    expect(keys).toEqual(keys.toSorted());
    expect(new Set(keys).size).toBe(12);
  });
});

describe("[T8] edits of the same user", () => {
  const view = aView([aSticker("a", { rev: 3 })]);

  it("name the revision on screen when their caller names none, and leave other commands alone", () => {
    const merger = createMerger();
    expect(merger.withOwnRev(edit(), view)).toEqual(edit(3));
    expect(merger.withOwnRev(edit(2), view)).toEqual(edit(2));
    expect(merger.withOwnRev(edit(undefined, "x"), view)).toEqual(edit(undefined, "x"));
    expect(merger.withOwnRev(edit(), null)).toEqual(edit());
    expect(merger.withOwnRev(move, view)).toEqual(move);
  });

  it("begun on the same revision follow each other without a conflict", () => {
    const merger = createMerger();
    const waiting = [entry(edit(3)), entry(edit(2)), entry(edit(3, "b"))];
    merger.noteOwn("a", 3, 4, waiting);
    expect(waiting.map(({ command }) => (command as { rev?: number }).rev)).toEqual([4, 2, 3]);
    expect(merger.withOwnRev(edit(3), view)).toEqual(edit(4));
    expect(merger.withOwnRev(edit(2), view)).toEqual(edit(2));
    expect(merger.withOwnRev(edit(3, "b"), view)).toEqual(edit(3, "b"));
  });

  it("on top of a refused one fall back to its revision", () => {
    const merger = createMerger();
    const refused = entry(edit(3));
    const waiting = [
      entry(edit(5)),
      entry(edit(2)),
      entry(edit()),
      entry(edit(5, "b")),
      entry(edit(5), { settledAt: 1 }),
    ];
    merger.undo(refused, waiting);
    expect(waiting.map(({ command }) => (command as { rev?: number }).rev)).toEqual([3, 2, 3, 5, 5]);
    const untouched = [entry(edit(5))];
    merger.undo(entry(edit()), untouched);
    merger.undo(entry(remove), untouched);
    expect(untouched[0]?.command).toEqual(edit(5));
  });
});

describe("later moves and deletions of the same user", () => {
  it("start from what an earlier own command made", () => {
    const merger = createMerger();
    const base = { parent_id: "c1", order: "a0", rev: 1, below: ["a"] };
    const first = entry(move, { base });
    const later = entry(remove, { base });
    const other = entry({ ...remove, id: "b" }, { base });
    const over = entry(remove, { base, settledAt: 5 });
    const word = entry(edit(), { base });
    const answer = { id: "a", parent_id: "c2", order: "b0", rev: 2 };
    merger.rebase(first, answer, [first, later, other, over, word]);
    expect(later.base).toEqual({ ...base, parent_id: "c2", order: "b0", rev: 2 });
    for (const each of [first, other, over, word]) expect(each.base).toBe(base);
    merger.rebase(first, [{ id: "x" }, { ...answer, id: "b", rev: 7 }], [other]);
    expect(other.base).toMatchObject({ rev: 7 });
    merger.rebase(first, { id: "a", parent_id: "c9", order: "z" }, [later]);
    expect(later.base).toMatchObject({ parent_id: "c2" });
  });
});

describe("a refused new sticker", () => {
  it("is what a later command on it is about", () => {
    const merger = createMerger();
    const failed = entry(add(), { state: "failed" });
    for (const command of [edit(), move, remove])
      expect(merger.failedAddOf(command, [entry(add("x"), { state: "failed" }), failed])).toBe(failed);
    expect(merger.failedAddOf(edit(), [entry(add())])).toBeUndefined();
    expect(merger.failedAddOf({ type: "vote", id: "a", voted: true }, [failed])).toBeUndefined();
    expect(merger.failedAddOf(edit(), [entry(edit(1), { state: "failed" })])).toBeUndefined();
  });

  it("takes text, style and place from later commands", () => {
    const merger = createMerger();
    const failed = entry({ ...add(), style: { color: "#000000", fontSize: "14px" } } as Command);
    merger.foldInto(failed, edit(1));
    expect(failed.command).toMatchObject({ title: "new", style: { color: "#000000" } });
    merger.foldInto(failed, { type: "item.edit", id: "a", style: { color: null, fontWeight: "bold" } });
    expect(failed.command).toEqual({
      ...add(),
      title: "new",
      style: { fontSize: "14px", fontWeight: "bold" },
    });
    merger.foldInto(failed, move);
    expect(failed.command).toMatchObject({ parent_id: "c2", title: "new" });
    merger.foldInto(failed, { ...move, parent_id: null });
    expect(failed.command).toMatchObject({ parent_id: "c2" });
    const plain = entry(add());
    merger.foldInto(plain, edit(1));
    expect(plain.command).toEqual({ ...add(), title: "new" });
  });
});
