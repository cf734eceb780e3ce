import type { BoardCommand } from "@retro/rules/predict";
import { describe, expect, it } from "vitest";
import { findFailedAdd, mergeIntoFailedAdd } from "./failedAdd.ts";
import { createEntry, restoreEntry, toStorable, toPendingEntry } from "./outboxEntry.ts";
import { baseOf } from "../commands/commands.ts";
import { CommandRebaser, isBlocked } from "./entryDependencies.ts";
import type { StoredEntry } from "../storage/entryStorage.ts";
import { aSticker, aView } from "../testing/samples.ts";
import { createSimulation } from "../testing/simulation.ts";

const { env } = createSimulation().openTab();
const entry = (command: BoardCommand, more: object = {}) =>
  Object.assign(createEntry(env, { command }), more);
const edit = (rev?: number, id = "a", title = "new"): BoardCommand => ({
  type: "item.edit",
  id,
  title,
  ...(rev !== undefined && { rev }),
});
const add = (id = "a"): BoardCommand => ({ type: "sticker.add", id, parent_id: "c1", title: "words" });
const move: Extract<BoardCommand, { type: "item.move" }> = {
  type: "item.move",
  id: "a",
  parent_id: "c2",
  after_id: null,
};
const remove: Extract<BoardCommand, { type: "item.delete" }> = { type: "item.delete", id: "a" };

describe("the base of a command", () => {
  const view = aView([aSticker("a", { rev: 4, order: "a7" }), aSticker("b", { parent_id: "a" })]);

  it("is recorded for moves of confirmed items", () => {
    expect(baseOf(move, view)).toEqual({ parent_id: "c1", order: "a7", rev: 4 });
    expect(baseOf({ ...move, id: "x" }, view)).toBeNull();
    expect(baseOf(remove, view)).toBeNull();
    expect(baseOf(edit(4), view)).toBeNull();
    expect(baseOf({ type: "vote", id: "a", voted: true }, view)).toBeNull();
  });
});

describe("an entry", () => {
  it("is open until it is answered or refused", () => {
    expect(entry(add()).isOpen).toBe(true);
    expect(entry(add(), { state: "sending" }).isOpen).toBe(true);
    expect(entry(add(), { state: "refused" }).isOpen).toBe(false);
    expect(entry(add(), { confirmedAt: 3 }).isOpen).toBe(false);
    expect(entry(add(), { confirmedAt: 0 }).isOpen).toBe(false);
  });

  it("waits for an earlier open one about the same item, not for deferred, failed, confirmed or later ones", () => {
    expect(isBlocked([entry(add()), entry(edit())], 1)).toBe(true);
    expect(isBlocked([entry(add()), entry(edit())], 0)).toBe(false);
    expect(isBlocked([entry(remove, { pause: { for: "undo" } }), entry(edit())], 1)).toBe(false);
    expect(isBlocked([entry(add(), { state: "refused" }), entry(edit())], 1)).toBe(false);
    expect(isBlocked([entry(add(), { confirmedAt: 3 }), entry(edit())], 1)).toBe(false);
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
    const failed = entry(edit(1), { state: "refused", error });
    const kept = toStorable(failed, { board: "board", owner: "ann" });
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
    expect(toStorable(uncoded, { board: "b", owner: "ann" }).error).toEqual({
      name: "ApiError",
      message: "",
      status: 0,
    });
    expect(toStorable(entry(add()), { board: "b", owner: "ann" }).error).toBeNull();
  });

  it("comes back waiting, failed with its reason, or failed as unsent when it was a draft", () => {
    const kept: StoredEntry = {
      ...toStorable(entry(remove), { board: "b", owner: "ann" }),
      tab: "t",
      kind: "deletion",
    };
    expect(restoreEntry(kept)).toMatchObject({
      key: kept.key,
      kind: "deletion",
      state: "waiting",
      at: kept.at,
      restored: true,
      uncertain: true,
    });
    const error = { name: "ApiError", message: "no", status: 403 };
    expect(restoreEntry({ ...kept, kind: "command", error })).toMatchObject({ state: "refused", error });
    expect(restoreEntry({ ...kept, kind: "draft" })).toMatchObject({
      kind: "command",
      state: "refused",
      error: { code: "unsent" },
    });
  });

  it("is shown with its state, and with its error when there is one", () => {
    const waiting = entry(add(), { delayed: true });
    expect(toPendingEntry(waiting)).toEqual({ key: waiting.key, command: add(), state: "waiting" });
    const error = { name: "ApiError", message: "no", status: 403 };
    expect(toPendingEntry(entry(add(), { state: "refused", error }))).toMatchObject({ error });
  });

  it("has a key that sorts in the order of making", () => {
    const keys = Array.from({ length: 12 }, () => entry(add()).key);
    expect(keys).toEqual(keys.toSorted());
    expect(new Set(keys).size).toBe(12);
  });
});

describe("[T8] edits of the same user", () => {
  it("that follow none are left as they are, and so are other commands", () => {
    const merger = new CommandRebaser();
    expect(merger.withOwnEdits(edit(2))).toEqual(edit(2));
    expect(merger.withOwnEdits(edit())).toEqual(edit());
    expect(merger.withOwnEdits(move)).toEqual(move);
  });

  it("begun on the same revision follow each other without a conflict", () => {
    const merger = new CommandRebaser();
    const waiting = [entry(edit(3)), entry(edit(2)), entry(edit(3, "b"))];
    merger.recordOwnEdit("a", 3, 4, waiting);
    expect(waiting.map(({ command }) => (command as { rev?: number }).rev)).toEqual([4, 2, 3]);
    expect(merger.withOwnEdits(edit(3))).toEqual(edit(4));
    expect(merger.withOwnEdits(edit(2))).toEqual(edit(2));
    expect(merger.withOwnEdits(edit(3, "b"))).toEqual(edit(3, "b"));
  });

  it("on top of a refused one fall back to its revision", () => {
    const merger = new CommandRebaser();
    const refused = entry(edit(3));
    const waiting = [
      entry(edit(5)),
      entry(edit(2)),
      entry(edit()),
      entry(edit(5, "b")),
      entry(edit(5), { confirmedAt: 1 }),
    ];
    merger.revertRevs(refused, waiting);
    expect(waiting.map(({ command }) => (command as { rev?: number }).rev)).toEqual([3, 2, 3, 5, 5]);
    const untouched = [entry(edit(5))];
    merger.revertRevs(entry(edit()), untouched);
    merger.revertRevs(entry(remove), untouched);
    expect(untouched[0]?.command).toEqual(edit(5));
  });
});

describe("later moves of the same user", () => {
  it("start from what an earlier own command made", () => {
    const merger = new CommandRebaser();
    const base = { parent_id: "c1", order: "a0", rev: 1 };
    const first = entry(move, { base });
    const later = entry(move, { base });
    const other = entry({ ...move, id: "b" }, { base });
    const over = entry(move, { base, confirmedAt: 5 });
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

describe("[Y6] the answer to a repeated addition", () => {
  const added = entry(add("a"));
  const state = { id: "a", order: "b0", rev: 2 };

  it("that shows the sticker where another user has moved it is not what its author saw: a later move starts from where it was added", () => {
    const later = entry(move);
    new CommandRebaser().rebase(added, { ...state, parent_id: "c9" }, [later]);
    expect(later.base).toEqual({ parent_id: "c1", order: "", rev: 2 });
  });

  it("is the start of a later move while the sticker is where it was added", () => {
    const later = entry(move);
    new CommandRebaser().rebase(added, { ...state, parent_id: "c1" }, [later]);
    expect(later.base).toEqual({ parent_id: "c1", order: "b0", rev: 2 });
  });
});

describe("[Y7] what an undo expects", () => {
  it("is the revision that the user's own edits have made, and no other one", () => {
    const rebaser = new CommandRebaser();
    const expecting = entry({ ...remove, rev: 1, items: 1 });
    rebaser.recordOwnEdit("a", 1, 2, [expecting, entry({ ...remove, id: "b", rev: 1 })]);
    expect(expecting.command).toMatchObject({ rev: 2 });
    expect(rebaser.withOwnEdits({ ...remove, rev: 1 })).toEqual({ ...remove, rev: 2 });
    expect(rebaser.withOwnEdits({ ...remove, rev: 5 })).toEqual({ ...remove, rev: 5 });
    expect(rebaser.withOwnEdits(remove)).toEqual(remove);
  });

  it("is the place where an earlier own command has put the sticker", () => {
    const rebaser = new CommandRebaser();
    const from = { parent_id: "c1", order: "predicted" };
    const [undo, plain, edited] = [entry({ ...move, from }), entry(move), entry({ ...move, from })];
    rebaser.rebase(entry(move), { id: "a", parent_id: "c1", order: "b9", rev: 1 }, [undo, plain]);
    expect(undo.command).toMatchObject({ from: { parent_id: "c1", order: "b9" } });
    expect(plain.command).not.toHaveProperty("from");
    // The place in the answer to an edit may come from another user's newer move.
    rebaser.rebase(entry(edit()), { id: "a", parent_id: "c3", order: "b9", rev: 2 }, [edited]);
    expect(edited.command).toMatchObject({ from });
  });

  it("is the place where an earlier own command has put the action", () => {
    const moved: BoardCommand = { type: "action.move", id: "a", after_id: null };
    const [undo, plain] = [entry({ ...moved, from: { order: "predicted" } }), entry(moved)];
    new CommandRebaser().rebase(entry(moved), { id: "a", order: "b9", rev: 1 }, [undo, plain]);
    expect(undo.command).toEqual({ ...moved, from: { order: "b9" } });
    expect(plain.command).toEqual(moved);
  });
});

describe("a refused new sticker", () => {
  it("is what a later command on it is about", () => {
    const failed = entry(add(), { state: "refused" });
    for (const command of [edit(), move, remove])
      expect(findFailedAdd(command, [entry(add("x"), { state: "refused" }), failed])).toBe(failed);
    expect(findFailedAdd(edit(), [entry(add())])).toBeUndefined();
    expect(findFailedAdd({ type: "vote", id: "a", voted: true }, [failed])).toBeUndefined();
    expect(findFailedAdd(edit(), [entry(edit(1), { state: "refused" })])).toBeUndefined();
  });

  it("takes text, style and place from later commands", () => {
    const failed = entry({ ...add(), style: { color: "#000000", fontSize: "14px" } } as BoardCommand);
    mergeIntoFailedAdd(failed, edit(1));
    expect(failed.command).toMatchObject({ title: "new", style: { color: "#000000" } });
    mergeIntoFailedAdd(failed, {
      type: "item.edit",
      id: "a",
      style: { color: null, fontWeight: "bold" },
    });
    expect(failed.command).toEqual({
      ...add(),
      title: "new",
      style: { fontSize: "14px", fontWeight: "bold" },
    });
    mergeIntoFailedAdd(failed, move);
    expect(failed.command).toMatchObject({ parent_id: "c2", title: "new" });
    mergeIntoFailedAdd(failed, { ...move, parent_id: null });
    expect(failed.command).toMatchObject({ parent_id: "c2" });
    const plain = entry(add());
    mergeIntoFailedAdd(plain, edit(1));
    expect(plain.command).toEqual({ ...add(), title: "new" });
  });
});
