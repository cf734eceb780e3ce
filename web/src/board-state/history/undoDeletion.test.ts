import { predict } from "@retro/rules/predict";
import { describe, expect, it } from "vitest";
import { changed, edit, move, open, redo, remove, style, titlesIn, undo } from "../testing/historyActions.ts";
import { aSticker, aView } from "../testing/samples.ts";
import { type ChangeEntry, stickersOf } from "./changeSteps.ts";
import { planUndo } from "./undoPlan.ts";
import { RefusalError } from "../testing/refusalError.ts";
import {
  addSticker,
  itemId,
  itemOf,
  refuseChanges,
  viewOf,
  voteCommand,
} from "../testing/twoParticipants.ts";

it("[Y7] the redo of a new sticker shows at once the vote that its author has given it since", async () => {
  const { a, settle } = await open();
  void addSticker(a, 9);
  void a.store.send(voteCommand(9));
  await settle();
  undo(a);
  await settle();
  redo(a);
  expect(itemOf(a, 9)?.votes).toBe(1);
  expect(viewOf(a).votedIds).toEqual(new Set([itemId(9)]));
});

it("[Y7, V9] several own votes on a new sticker do not stop its undo, and a redo shows them all", () => {
  const now = 1_000;
  const group = aSticker("g");
  const without = aView([group]);
  const shown = aView([group, aSticker("a", { votes: 3, parent_id: "g" })], {
    votedIds: new Set(["a"]),
    furtherVotes: new Map([["a", 2]]),
  });
  const entry: ChangeEntry = {
    kind: "add",
    steps: [
      { type: "added", stickers: { roots: ["a"], items: [aSticker("a", { parent_id: "g" })], voted: [] } },
    ],
    cancel: null,
  };
  expect(planUndo(shown, entry, "undo", now)).toMatchObject({
    commands: [{ command: { type: "item.delete" } }],
  });
  const withVotes = { ...entry, steps: [{ type: "added", stickers: stickersOf(shown, ["a"]) } as const] };
  const redo = planUndo(without, withVotes, "redo", now);
  const restored =
    redo.refusal === null ? redo.commands.flatMap(({ command }) => predict(without, command, now)) : [];
  expect(restored).toContainEqual({ type: "vote.mine", item_id: "a", voted: true, count: 3 });
});

describe("[Y7] the undo of a deletion", () => {
  it("takes it back while it is not sent yet, and a redo sends it at once", async () => {
    const { a, b, settle, changes: sent } = await open(2);
    const deletion = a.store.deferDelete(itemId(1));
    expect(undo(a)).toMatchObject({ done: true });
    await deletion.ended;
    expect(itemOf(a, 1)).toBeDefined();
    await settle(20_000);
    expect(sent()).toEqual([]);
    redo(a);
    await settle();
    expect(itemOf(b, 1)).toBeUndefined();
    undo(a);
    await settle();
    expect(itemOf(b, 1)).toBeDefined();
  });

  it("by its message counts as an undo: it can be redone", async () => {
    const { a, b, settle } = await open(2);
    const deletion = a.store.deferDelete(itemId(1));
    deletion.undo();
    deletion.undo();
    expect(a.store.getState()).toMatchObject({ nextUndo: null, nextRedo: { kind: "delete" } });
    redo(a);
    await settle();
    expect(itemOf(b, 1)).toBeUndefined();
  });

  it("by the message of an older deletion cannot be redone: the newer one comes first", async () => {
    const { a, b, settle } = await open(2);
    const older = a.store.deferDelete(itemId(1));
    a.store.deferDelete(itemId(2));
    older.undo();
    expect(redo(a)).toBeNull();
    expect(undo(a)).toMatchObject({ done: true });
    await settle(20_000);
    for (const who of [a, b]) expect(titlesIn(who, "s1c1")).toEqual(["text 1", "text 2"]);
  });

  it("restores a group with texts, styles, order and votes", async () => {
    const { a, b, settle, server } = await open(3);
    void move(b, 2, itemId(1));
    void move(b, 3, itemId(1), 2);
    void style(b, 3, "#111111");
    await settle();
    void b.store.send(voteCommand(2));
    void a.store.send(voteCommand(2));
    void a.store.send(voteCommand(3));
    await settle();
    const before = [1, 2, 3].map(server);
    a.store.deferDelete(itemId(1));
    await settle(20_000);
    expect(itemOf(b, 3)).toBeUndefined();
    undo(a);
    // Shown before the answer.
    expect([1, 2, 3].map((n) => itemOf(a, n)?.votes)).toEqual([0, 2, 1]);
    expect(viewOf(a).votedIds).toEqual(new Set([itemId(2), itemId(3)]));
    await settle();
    expect([1, 2, 3].map(server)).toEqual(before);
    for (const who of [a, b]) expect(titlesIn(who, itemId(1))).toEqual(["text 2", "text 3"]);
    expect(viewOf(b).votedIds).toEqual(new Set([itemId(2)]));
  });

  it("that the server no longer has says so", async () => {
    const { a, network, settle } = await open(1);
    void remove(a, 1);
    await settle();
    refuseChanges(network, new RefusalError(404, "not_found"));
    const result = undo(a);
    await settle();
    expect(itemOf(a, 1)).toBeUndefined();
    expect(result?.done && (await result.failure)).toMatchObject({
      command: { type: "sticker.restore" },
      error: { status: 404 },
    });
    expect(a.store.getState()).toMatchObject({ nextUndo: null, nextRedo: null });
  });

  it("that the server refused goes on to the change before it", async () => {
    const { a, network, settle } = await open(1);
    void edit(a, 1, "A");
    await settle();
    refuseChanges(network, new RefusalError(403, "stickers_locked"));
    a.store.deferDelete(itemId(1));
    await settle(20_000);
    refuseChanges(network, null);
    expect(undo(a)).toMatchObject({ done: true, entry: { kind: "edit" } });
    await settle();
    expect(itemOf(a, 1)?.title).toBe("text 1");
  });

  it("does not delete again by a redo what Bob has changed since", async () => {
    const { a, b, settle } = await open(1);
    void remove(a, 1);
    await settle();
    undo(a);
    await settle();
    void edit(b, 1, "B");
    await settle();
    expect(redo(a)).toEqual({ done: false, refusal: changed(1) });
    expect(itemOf(b, 1)?.title).toBe("B");
  });
});
