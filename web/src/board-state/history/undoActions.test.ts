import type { Action } from "@retro/contract/actions";
import type { ActionCommand } from "@retro/rules/actions";
import { sortActions } from "@retro/rules/actions";
import { describe, expect, it } from "vitest";
import type { Participant } from "../testing/faultyNetwork.ts";
import { open, redo, undo } from "../testing/historyActions.ts";
import { itemId as id, viewOf } from "../testing/twoParticipants.ts";

/** Sends a command as it would be sent by the panel. */
const send = (who: Participant, command: ActionCommand) => who.store.send(command);
const listOf = (who: Participant) => sortActions(viewOf(who).actions.values());
const texts = (who: Participant) => listOf(who).map(({ text }) => text);
const actionOf = (who: Participant, n: number): Action | undefined => viewOf(who).actions.get(id(n));
const add = (who: Participant, n: number, more: Partial<Action> = {}) =>
  send(who, {
    type: "action.add",
    id: id(n),
    text: `text ${n}`,
    owner_name: more.owner_name ?? null,
    due_on: more.due_on ?? null,
  });
const edit = (who: Participant, n: number, patch: Partial<Action>) =>
  send(who, { type: "action.edit", id: id(n), rev: actionOf(who, n)?.rev ?? 1, ...(patch as object) });
const setStatus = (who: Participant, n: number, status: Action["status"]) =>
  send(who, { type: "action.edit", id: id(n), status });
const move = (who: Participant, n: number, after: number | null) =>
  send(who, { type: "action.move", id: id(n), after_id: after === null ? null : id(after) });
const remove = (who: Participant, n: number) =>
  send(who, { type: "action.delete", id: id(n), rev: actionOf(who, n)?.rev ?? 1 });

/** Ann and Bob on a board with actions by Bob. */
async function openWithActions(count = 3) {
  const all = await open(1);
  for (let n = 1; n <= count; n += 1) void add(all.b, n, { owner_name: "Ops", due_on: "2026-12-24" });
  await all.settle();
  return all;
}

const changes: [name: string, act: (a: Participant) => Promise<unknown>][] = [
  ["a new action", (a) => add(a, 9)],
  ["a text", (a) => edit(a, 1, { text: "new" })],
  ["an owner", (a) => edit(a, 1, { owner_name: "Zoe" })],
  ["a person on the board as the owner", (a) => edit(a, 1, { owner_id: "bob", owner_name: "Name of bob" })],
  ["an owner that is removed", (a) => edit(a, 1, { owner_name: null })],
  ["a due date", (a) => edit(a, 1, { due_on: "2027-01-01" })],
  ["a due date that is removed", (a) => edit(a, 1, { due_on: null })],
  ["text and date at once", (a) => edit(a, 1, { text: "new", due_on: "2027-01-01" })],
  ["done", (a) => setStatus(a, 1, "done")],
  ["dropped", (a) => setStatus(a, 1, "dropped")],
  ["a move to the beginning", (a) => move(a, 3, null)],
  ["a move to the end", (a) => move(a, 1, 3)],
  ["a move to the middle", (a) => move(a, 1, 2)],
  ["a deletion", (a) => remove(a, 2)],
];
/** What a user reads of an action; the server counts its revisions and times its status. */
const shown = (who: Participant) =>
  listOf(who).map(({ id: each, text, owner_id, owner_name, due_on, status }) => ({
    each,
    text,
    owner_id,
    owner_name,
    due_on,
    status,
  }));

describe("[Y7, D1] undo and redo of the user's own changes of actions", () => {
  it.each(changes)("%s: back and forth, for everybody", async (_name, act) => {
    const { a, b, settle } = await openWithActions();
    const before = shown(a);
    void act(a);
    const after = shown(a);
    expect(after).not.toEqual(before);
    await settle();
    expect(shown(b)).toEqual(after);
    for (let round = 0; round < 2; round += 1) {
      expect(undo(a)).toMatchObject({ done: true });
      expect(shown(a)).toEqual(before);
      await settle();
      for (const who of [a, b]) expect(shown(who)).toEqual(before);
      expect(redo(a)).toMatchObject({ done: true });
      await settle();
      for (const who of [a, b]) expect(shown(who)).toEqual(after);
    }
  });

  it("the undo of one field keeps what Bob has changed in another", async () => {
    const { a, b, settle } = await openWithActions();
    void edit(a, 1, { text: "A" });
    await settle();
    void edit(b, 1, { due_on: "2030-01-01" });
    void setStatus(b, 1, "done");
    await settle();
    expect(undo(a)).toMatchObject({ done: true });
    await settle();
    for (const who of [a, b])
      expect(actionOf(who, 1)).toMatchObject({ text: "text 1", due_on: "2030-01-01", status: "done" });
  });

  it("the undo of a move minds neither an edit by Bob nor a new action", async () => {
    const { a, b, settle } = await openWithActions();
    void move(a, 3, null);
    await settle();
    void edit(b, 3, { text: "B" });
    void add(b, 8);
    await settle();
    expect(undo(a)).toMatchObject({ done: true });
    await settle();
    for (const who of [a, b]) expect(texts(who)).toEqual(["text 1", "text 2", "B", "text 8"]);
  });
});

const changed = (n: number) => ({ conflict: "changed", id: id(n) });
const conflicts: [string, (a: Participant) => unknown, (b: Participant) => unknown, object][] = [
  [
    "text that Bob has edited",
    (a) => edit(a, 1, { text: "A" }),
    (b) => edit(b, 1, { text: "B" }),
    changed(1),
  ],
  [
    "owner that Bob has set",
    (a) => edit(a, 1, { owner_name: "A" }),
    (b) => edit(b, 1, { owner_name: "B" }),
    changed(1),
  ],
  [
    "date that Bob has set",
    (a) => edit(a, 1, { due_on: "2027-01-01" }),
    (b) => edit(b, 1, { due_on: null }),
    changed(1),
  ],
  ["status that Bob has set", (a) => setStatus(a, 1, "done"), (b) => setStatus(b, 1, "dropped"), changed(1)],
  ["move, when Bob has moved the action on", (a) => move(a, 3, null), (b) => move(b, 3, 1), changed(3)],
  [
    "text of an action that Bob has deleted",
    (a) => edit(a, 1, { text: "A" }),
    (b) => remove(b, 1),
    { conflict: "gone", id: id(1) },
  ],
  ["new action that Bob has edited", (a) => add(a, 9), (b) => edit(b, 9, { text: "B" }), changed(9)],
  ["new action that Bob has closed", (a) => add(a, 9), (b) => setStatus(b, 9, "done"), changed(9)],
];

describe("[Y7, D1] what another user changed since is not overwritten: the undo of a", () => {
  it.each(conflicts)("%s", async (_name, own, other, refusal) => {
    const { a, b, settle } = await openWithActions();
    void own(a);
    await settle();
    void other(b);
    await settle();
    const before = shown(b);
    expect(undo(a)).toEqual({ done: false, refusal });
    await settle();
    for (const who of [a, b]) expect(shown(who)).toEqual(before);
  });

  it.each(conflicts.filter(([name]) => !name.includes("deleted")))(
    "%s, before the change has arrived: the server refuses",
    async (_name, own, other) => {
      const { a, b, network, settle } = await openWithActions();
      void own(a);
      await settle();
      network.tamper = (to) => (to.id === "ann" ? [] : null);
      void other(b);
      await settle();
      const before = shown(b);
      const result = undo(a);
      await settle();
      expect(result?.done && (await result.failure)).toMatchObject({ error: { status: 409 } });
      for (const who of [a, b]) expect(shown(who)).toEqual(before);
    },
  );
});

describe("[Y7, D2, D3] rules hold for an undo", () => {
  it("while editing is stopped there is none", async () => {
    const { a, b, settle } = await openWithActions();
    void edit(a, 1, { text: "A" });
    await settle();
    void b.store.send({ type: "seat.take" });
    await settle();
    void b.store.send({ type: "option.set", option: "stopEditing", value: true });
    await settle();
    expect(undo(a)).toEqual({ done: false, refusal: { code: "stickers_locked" } });
  });

  it("[D3] a deleted action that is hidden now comes back only by the server, and its text leaves the page", async () => {
    const { a, b, settle } = await openWithActions(0);
    void send(b, { type: "action.add", id: id(5), text: "secret-zyx", source_item_id: id(1) });
    await settle();
    void remove(a, 5);
    await settle();
    void b.store.send({ type: "seat.take" });
    await settle();
    void b.store.send({ type: "option.set", option: "hideContent", value: true });
    await settle();
    const result = undo(a);
    expect(JSON.stringify([...viewOf(a).actions.values()])).not.toContain("secret-zyx");
    await settle();
    expect(result === null || !result.done || (await result.failure) !== null).toBe(true);
    expect(viewOf(a).actions.size).toBe(0);
  });
});
