import type { ActionCommand } from "@retro/rules/actions";
import { describe, expect, it } from "vitest";
import { baseOf, dependsOnOthers, decideLateCommand } from "./commands.ts";
import { anAction, aView } from "../testing/samples.ts";

const viewOf = (...actions: ReturnType<typeof anAction>[]) =>
  aView([], { actions: new Map(actions.map((action) => [action.id, action])) });
const before = viewOf(anAction("a", { order: "a0" }), anAction("b", { order: "a1" }));

/** Decides about a command that was given when the board was `before` and is sent on `now`. */
const decide = (command: ActionCommand, now: typeof before, age = 0) =>
  decideLateCommand(command, baseOf(command, before), 0, now, age);
const move = { type: "action.move", id: "b", after_id: null } as const;
const done = { type: "action.edit", id: "b", status: "done" } as const;
const remove = { type: "action.delete", id: "b" } as const;

describe("[Y6] a change of an action that waited", () => {
  it("is checked against the board, unless the server compares its revision", () => {
    for (const command of [move, done, remove]) expect(dependsOnOthers(command)).toBe(true);
    expect(dependsOnOthers({ ...done, rev: 1 })).toBe(false);
  });

  it("is sent while the action is as its user saw it", () => {
    for (const command of [move, done, remove]) expect(decide(command, before)).toBe("send");
    expect(decide(move, viewOf(anAction("a"), anAction("b", { order: "a1", rev: 7 })))).toBe("send");
    expect(decide(done, viewOf(anAction("b", { order: "a8" })))).toBe("send");
  });

  it("is done when the action is already so: an answer was lost", () => {
    expect(decide(move, viewOf(anAction("a", { order: "a2" }), anAction("b", { order: "a1" })))).toBe("done");
    expect(decide(done, viewOf(anAction("b", { status: "done", rev: 2 })))).toBe("done");
    expect(decide(remove, viewOf())).toBe("done");
  });

  it("is dropped when somebody else has changed the action since", () => {
    expect(decide(move, viewOf(anAction("a"), anAction("b", { order: "a7" })))).toBe("moot");
    expect(decide(done, viewOf(anAction("b", { status: "dropped", rev: 2 })))).toBe("moot");
    expect(decide(remove, viewOf(anAction("b", { rev: 2 })))).toBe("moot");
    for (const command of [move, done]) expect(decide(command, viewOf())).toBe("moot");
  });

  it("is dropped when it is an hour old", () => {
    for (const command of [move, remove]) expect(decide(command, before, 3_600_001)).toBe("expired");
  });
});
