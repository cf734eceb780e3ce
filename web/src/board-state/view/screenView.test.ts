import { describe, expect, test } from "vitest";
import { idleTimer } from "@retro/contract/facilitation/timer";
import type { Item } from "@retro/contract/items";
import { noOptions } from "@retro/contract/facilitation/facilitator-options";
import type { BoardView } from "@retro/rules/apply-change";
import { ScreenView } from "./screenView.ts";

const item = (id: string, user_id: string): Item => ({
  id,
  board_id: "b",
  parent_id: "c",
  kind: "sticker",
  order: id,
  user_id,
  title: `Text of ${id}`,
  style: {},
  created_at: "2026-01-15T12:00:00.000Z",
  rev: 1,
  votes: 2,
  hidden: false,
});

function viewOf(
  changes: Partial<BoardView["facilitation"]>,
  items = [item("1", "fay"), item("2", "ann")],
): BoardView {
  return {
    userId: "fay",
    version: 1,
    details: { title: "", description: "" },
    facilitation: { facilitator_id: "fay", facilitator_options: noOptions, timer: idleTimer, ...changes },
    items: new Map(items.map((each) => [each.id, each])),
    votedIds: new Set(),
    actions: new Map(),
  };
}
const writing = { facilitator_options: { ...noOptions, hideContent: true } };
const step = (at: number) => ({ meeting: { steps: [], step: "write", at } });
const textsOn = (screen: ScreenView, view: BoardView) =>
  [...(screen.present(view)?.items.values() ?? [])].map(({ title }) => title);

describe("[F4] the facilitator's shared screen", () => {
  test("in a step that hides it shows the own text only, and the others' while its user peeks", () => {
    const screen = new ScreenView(() => undefined);
    const view = viewOf({ ...writing, ...step(1) });
    expect([screen.state(view), ...textsOn(screen, view)]).toEqual(["hidden", "Text of 1", null]);
    screen.peek(view, true);
    expect([screen.state(view), ...textsOn(screen, view)]).toEqual(["peeking", "Text of 1", "Text of 2"]);
    screen.peek(view, false);
    expect(textsOn(screen, view)).toEqual(["Text of 1", null]);
  });

  test("a button that is still held when another step begins shows nothing of it", () => {
    const screen = new ScreenView(() => undefined);
    const next = viewOf({ ...writing, ...step(2) });
    screen.peek(viewOf({ ...writing, ...step(1) }), true);
    expect(screen.state(next)).toBe("hidden");
    screen.peek(next, true);
    expect(screen.state(next)).toBe("hidden");
    screen.peek(next, false);
    screen.peek(next, true);
    expect(screen.state(next)).toBe("peeking");
  });

  test("concealed counts are hidden, too", () => {
    const screen = new ScreenView(() => undefined);
    const view = viewOf({ facilitator_options: { ...noOptions, concealVoteCount: true }, ...step(1) });
    expect([...(screen.present(view)?.items.values() ?? [])].map(({ votes }) => votes)).toEqual([null, null]);
  });

  test("a choice holds until the next step begins; without a meeting nothing is hidden unless chosen", () => {
    const screen = new ScreenView(() => undefined);
    const first = viewOf({ ...writing, ...step(1) });
    screen.setHidden(first, false);
    expect(screen.state(first)).toBe("open");
    expect(screen.state(viewOf({ ...writing, ...step(2) }))).toBe("hidden");
    const alone = viewOf(writing);
    expect(screen.state(alone)).toBe("open");
    screen.setHidden(alone, true);
    expect(screen.state(alone)).toBe("hidden");
  });

  test("nothing changes for others, nor when nothing is withheld", () => {
    const screen = new ScreenView(() => undefined);
    const ann = { ...viewOf({ ...writing, ...step(1) }), userId: "ann" };
    const open = viewOf(step(1));
    expect([screen.present(ann), screen.state(ann)]).toEqual([ann, null]);
    expect([screen.present(open), screen.state(open)]).toEqual([open, null]);
  });

  test("an item that did not change keeps its identity, so that it is not drawn again", () => {
    const screen = new ScreenView(() => undefined);
    const view = viewOf({ ...writing, ...step(1) });
    const before = screen.present(view)?.items.get("2");
    const next = { ...view, version: 2, items: new Map(view.items).set("3", item("3", "ann")) };
    expect(screen.present(next)?.items.get("2")).toBe(before);
  });
});
