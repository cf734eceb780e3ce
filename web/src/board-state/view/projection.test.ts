import type { BoardCommand } from "@retro/rules/predict";
import { expect, it } from "vitest";
import { createEntry } from "../outbox/outboxEntry.ts";
import { project } from "./projection.ts";
import { aSticker, aView } from "../testing/samples.ts";
import { createSimulation } from "../testing/simulation.ts";

const column = aSticker("c1", { kind: "column", parent_id: "s1", user_id: null, title: null, votes: null });
const { env } = createSimulation().openTab();
const entry = (command: BoardCommand, more: object = {}) =>
  Object.assign(createEntry(env, { command }), more);
const add = (id: string): BoardCommand => ({ type: "sticker.add", id, parent_id: "c1", title: id });

it("[Y5] pending changes are shown one after the other, deferred deletions included", () => {
  const view = aView([column, aSticker("gone")]);
  const shown = project(view, [
    entry(add("a")),
    entry({ type: "item.edit", id: "a", title: "edited" }),
    entry({ type: "item.delete", id: "gone" }, { pause: { for: "undo" } }),
  ]);
  expect([...shown.items.keys()]).toEqual(["c1", "a"]);
  expect(shown.items.get("a")?.title).toBe("edited");
});

it("a refused new sticker stays on screen; a refused edit, move or deletion does not", () => {
  const view = aView([column, aSticker("b")]);
  const failed = { state: "refused" };
  const shown = project(view, [
    entry(add("a"), failed),
    entry({ type: "item.edit", id: "b", title: "edited" }, failed),
    entry({ type: "item.delete", id: "b" }, failed),
  ]);
  expect([...shown.items.keys()]).toEqual(["c1", "b", "a"]);
  expect(shown.items.get("b")?.title).toBe("text b");
});

it("[H1] an edit of a sticker that is hidden by now is not shown", () => {
  const view = aView([column, aSticker("b", { hidden: true, title: null })]);
  expect(project(view, [entry({ type: "item.edit", id: "b", title: "edited" })])).toBe(view);
});

it("[Y1] a predicted item keeps its identity until something in it changes", () => {
  const pending = entry(add("a"));
  const first = project(aView([column]), [pending]).items.get("a");
  const second = project(aView([column, aSticker("other", { parent_id: "c2" })]), [pending]).items.get("a");
  expect(second).toBe(first);
  pending.command = {
    ...(pending.command as Extract<BoardCommand, { type: "sticker.add" }>),
    title: "changed",
  };
  expect(project(aView([column]), [pending]).items.get("a")).toMatchObject({ title: "changed" });
});
