import { limits } from "@retro/contract/limits";
import type { BoardCommand } from "@retro/rules/predict";
import { describe, expect, it } from "vitest";
import { type OutboxEntry, createEntry } from "./outboxEntry.ts";
import { takeUnloadCommands } from "./unloadCommands.ts";
import { createSimulation } from "../testing/simulation.ts";

const { env } = createSimulation().openTab();
const entry = (command: BoardCommand, more: Partial<OutboxEntry> = {}): OutboxEntry =>
  Object.assign(createEntry(env, { command }), more);
const add = (id: string, parent_id = "c1"): BoardCommand => ({
  type: "sticker.add",
  id,
  parent_id,
  title: id,
});
const edit: BoardCommand = { type: "item.edit", id: "a", title: "new" };
const move: BoardCommand = { type: "item.move", id: "a", parent_id: "c2", after_id: null };
const remove: BoardCommand = { type: "item.delete", id: "a" };
const vote: BoardCommand = { type: "vote", id: "a", voted: true };
/** The types of the commands that a page sends if it closes now. */
const sent = (entries: readonly OutboxEntry[], now = env.now()) =>
  takeUnloadCommands(entries, now).map(({ type }) => type);
const items = (...ids: string[]) => ids.map((id) => ({ id, title: id }));

describe("the requests of a closing page", () => {
  it("contain each change that is neither answered nor refused, in order, and no facilitation command", () => {
    const open = [entry(edit), entry(move), entry(remove), entry(vote)];
    const others = [
      entry(edit, { confirmedAt: 3 }),
      entry(edit, { state: "refused" }),
      entry({ type: "seat.take" }),
      entry({ type: "votes.reset" }),
    ];
    expect(sent([...others, ...open])).toEqual(["item.edit", "item.move", "item.delete", "vote"]);
  });

  it.each<[string, Partial<OutboxEntry>]>([
    ["may have been done already", { uncertain: true }],
    ["comes from an earlier page", { restored: true }],
  ])("is no move that %s; text, votes and deletions do no harm", (_what, more) => {
    const late = [edit, move, remove, vote, add("n")].map((command) => entry(command, more));
    expect(sent(late)).toEqual(["item.edit", "item.delete", "vote", "sticker.add"]);
  });

  it("contain a move again while its first request is two seconds old at most", () => {
    const now = env.now();
    const flying = (since: number) => entry(move, { state: "sending", at: now - since });
    expect(sent([flying(2000)], now)).toEqual(["item.move"]);
    expect(sent([flying(2001)], now)).toEqual([]);
    expect(sent([entry(move, { at: now - 60_000 })], now)).toEqual(["item.move"]);
    expect(sent([entry(vote, { state: "sending", at: now - 60_000 })], now)).toEqual(["vote"]);
  });

  it("[T9] name the place of a sticker for a move that is sent a second time: another user may move it between the two", () => {
    const base = { parent_id: "c1", order: "a0", rev: 1 };
    const [command] = takeUnloadCommands([entry(move, { state: "sending", base })], env.now());
    expect(command).toEqual({ ...move, from: { parent_id: "c1", order: "a0" } });
    expect(takeUnloadCommands([entry(move, { base })], env.now())).toEqual([move]);
  });

  it("[T9] name the place of an action likewise", () => {
    const moveAction: BoardCommand = { type: "action.move", id: "a", after_id: null };
    const base = { parent_id: null, order: "a0", rev: 1 };
    const commands = takeUnloadCommands([entry(moveAction, { state: "sending", base })], env.now());
    expect(commands).toEqual([{ ...moveAction, from: { order: "a0" } }]);
    expect(takeUnloadCommands([entry(moveAction, { base })], env.now())).toEqual([moveAction]);
  });

  it("mark the changes that they contain as perhaps done, and not the others", () => {
    const [first, failed] = [entry(edit), entry(edit, { state: "refused" })];
    takeUnloadCommands([first, failed], env.now());
    expect([first.uncertain, failed.uncertain]).toEqual([true, false]);
  });

  it("contain a deletion that waits for Undo, which then can no longer be undone", () => {
    let over = 0;
    let stopped = 0;
    const deferred = entry(remove, {
      onDeletionFinal: () => (over += 1),
      pause: { for: "undo", cancel: () => (stopped += 1), end: () => undefined },
    });
    expect(sent([deferred])).toEqual(["item.delete"]);
    expect([deferred.isDeferred, over, stopped]).toEqual([false, 1, 1]);
  });

  it("contain twenty changes at most, the oldest ones", () => {
    const votes = Array.from({ length: 21 }, (_, n) => entry({ type: "vote", id: `${n}`, voted: true }));
    expect(takeUnloadCommands(votes, env.now())).toEqual(votes.slice(0, 20).map(({ command }) => command));
    expect(votes.map(({ uncertain }) => uncertain).lastIndexOf(true)).toBe(19);
  });
});

describe("new stickers of one column", () => {
  it("go in one request in their order, with their styles, whatever is between them", () => {
    const styled: BoardCommand = { ...add("b"), style: { color: "#000000" } } as BoardCommand;
    const several: BoardCommand = { type: "stickers.add", parent_id: "c1", items: items("d", "e") };
    const given = [add("a"), edit, styled, add("c", "c2"), several, add("f", "c2")];
    expect(
      takeUnloadCommands(
        given.map((command) => entry(command)),
        env.now(),
      ),
    ).toEqual([
      {
        type: "stickers.add",
        parent_id: "c1",
        items: [
          { id: "a", title: "a" },
          { id: "b", title: "b", style: { color: "#000000" } },
          ...items("d", "e"),
        ],
      },
      edit,
      { type: "stickers.add", parent_id: "c2", items: items("c", "f") },
    ]);
  });

  it("go alone as they are", () => {
    expect(takeUnloadCommands([entry(add("a"))], env.now())).toEqual([add("a")]);
  });

  it("that are too many for one request begin another, which the later ones join", () => {
    const ids = (from: number, count: number) => Array.from({ length: count }, (_, n) => `${from + n}`);
    const several = (from: number, count: number): BoardCommand => ({
      type: "stickers.add",
      parent_id: "c1",
      items: items(...ids(from, count)),
    });
    const most = limits.stickersPerCall;
    const full = takeUnloadCommands([entry(several(0, most - 1)), entry(add("last"))], env.now());
    expect(full.map((command) => command.type === "stickers.add" && command.items.length)).toEqual([most]);
    const over = takeUnloadCommands(
      [entry(several(0, most)), entry(several(most, 2)), entry(add("last"))],
      env.now(),
    );
    expect(over.map((command) => command.type === "stickers.add" && command.items.length)).toEqual([most, 3]);
  });
});
